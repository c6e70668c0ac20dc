"""The words of `haggis log`, with the cards coloured and the signs chosen as the page has them."""

from haggis_cli.cli.terminal.page import Page
from haggis_cli.rules.table import Table
from haggis_cli.sheets import story_phrases as story_words


class PageStoryPhrases(story_words.StoryPhrases):
    """The words for one table on a page."""

    def __init__(self, page: Page, table: Table, *, secret: bool = False) -> None:
        super().__init__(table, lambda cards: page.render_cards(cards, table.deck), page.glyphs.times, secret=secret)
