"""What knows nothing of Haggis: any other program could use it.

Begin with `errors`: each kind of trouble that a person can put right has its class and its exit code. `escaping` makes
text from files and people harmless, `text_tables` knows how wide it is in a terminal, breaks it into lines and sets it
in columns; `english`, `glyphs`, `markup`, `html_page`, `csv_cells` and `charts` help to write sentences, tables, pages
and charts. `outcome` and `interrupts` keep what is reported at the end of a command true, `content_hash` gives contents
short names, `paths` reads what people type as paths. `jobs/` shares out long work.
"""
