"""The statistics as tables, charts, pictures and data. Nothing here knows a terminal."""
