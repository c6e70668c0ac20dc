"""The comfortable reader of lines: prompt_toolkit with a line below that says what is being typed.

Only this module imports prompt_toolkit, and only `prompts` imports this one, when a dialogue opens in a terminal.
"""

import signal
import sys
import threading
from collections.abc import Callable, Mapping
from itertools import takewhile
from types import FrameType, TracebackType
from typing import Any, Self

from prompt_toolkit import PromptSession
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition, is_done
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import ConditionalContainer, FormattedTextControl, HSplit, Layout, Window
from prompt_toolkit.output import ColorDepth, create_output
from prompt_toolkit.output.vt100 import Vt100_Output

from haggis_cli.cli.terminal.prompts import CompletionSource, LineHint, check_stays, find_completions
from haggis_cli.support.errors import HaggisError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import wrap_text

# Ctrl-C while the line editor begins and ends, when the terminal sends a signal and not yet, or no longer, a key.


class PromptInterrupts:
    """Within this block Ctrl-C raises nothing, because the event loop may be half made: it is raised behind it."""

    def __init__(self, wake: Callable[[], None]) -> None:
        """`wake` is called when one comes, from a handler of signals."""
        self._wake = wake
        self._before: Any = None
        self.heard = False

    def __enter__(self) -> Self:
        before = signal.getsignal(signal.SIGINT)
        if callable(before) and threading.current_thread() is threading.main_thread():
            self._before = before
            signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is None:
            return
        signal.signal(signal.SIGINT, self._before)
        if self.heard and kind is None:
            raise KeyboardInterrupt

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.heard = True
        self._wake()


_HINT_LINES = 3


class LineEditor:
    """One sitting at a terminal: Up brings back the lines typed before."""

    def __init__(self, *, colored: bool) -> None:
        self._output = create_output(stdout=sys.stdout)
        if isinstance(self._output, Vt100_Output):
            # Without asking where the cursor is: a terminal that does not answer would keep people waiting.
            self._output.enable_cpr = False
        self._color_depth = None if colored else ColorDepth.DEPTH_1_BIT
        self._history = InMemoryHistory()
        self._pasted: list[str] = []

    def ask_line(
        self,
        prompt: str,
        *,
        verdict: LineHint | None = None,
        words: CompletionSource | None = None,
        keys: Mapping[str, str] | None = None,
        default: str = "",
    ) -> str:
        """One line; of several pasted ones the next, without waiting."""
        sys.stdout.flush()
        prompt = escape_text(prompt)
        if len(self._pasted) > 1:
            text = self._pasted.pop(0)
            self._history.append_string(text)
            self._output.write(f"{prompt}{escape_text(text)}\n")
            self._output.flush()
            return check_stays(text)
        begun = self._pasted.pop() if self._pasted else ""
        return check_stays(_EditedLine(self, verdict, words, keys or {}).ask(prompt, begun or default))

    def forget_pasted(self) -> list[str]:
        """What was pasted and is not entered yet; Up brings it back."""
        left = [text for text in self._pasted if text.strip()]
        self._pasted = []
        for text in reversed(left):
            self._history.append_string(text)
        return left

    def make_session(self, bindings: KeyBindings) -> PromptSession[str]:
        """What prompt_toolkit needs for one line."""
        return PromptSession(
            history=self._history,
            output=self._output,
            color_depth=self._color_depth,
            key_bindings=bindings,
            enable_suspend=True,
        )

    @property
    def columns(self) -> int:
        """The terminal's width."""
        return self._output.get_size().columns

    def keep_pasted(self, lines: list[str]) -> None:
        """Keep lines for the next prompts; the last is not ended yet."""
        self._pasted = lines


class _EditedLine:
    """One line while it is typed."""

    def __init__(
        self, editor: LineEditor, verdict: LineHint | None, words: CompletionSource | None, keys: Mapping[str, str]
    ):
        self._editor = editor
        self._hint = verdict
        self._completions = words
        self._choices: tuple[str, str] = ("", "")  # the text for which Tab found several words, and these words
        self._session = editor.make_session(self._bindings(keys))
        app = self._session.app
        below = ConditionalContainer(Window(FormattedTextControl(self._hint_text), dont_extend_height=True), ~is_done)
        app.layout = Layout(HSplit([app.layout.container, below]), focused_element=self._session.default_buffer)

    def ask(self, prompt: str, default: str) -> str:
        """Wait for the line."""
        with PromptInterrupts(self._wake) as interrupts:
            return self._session.prompt(
                prompt,
                default=default,
                pre_run=lambda: self._leave() if interrupts.heard else None,
                handle_sigint=False,
            )

    def _wake(self) -> None:
        """Have the event loop leave, if there is one yet."""
        loop = self._session.app.loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._leave)

    def _leave(self) -> None:
        app = self._session.app
        if app.future is not None and not app.future.done():
            app.exit(exception=KeyboardInterrupt, style="class:aborting")

    @property
    def _text(self) -> str:
        return self._session.default_buffer.text

    def _hint_text(self) -> str:
        """What is said of the line, in a few lines as wide as the terminal."""
        text = self._text
        if text and text == self._choices[0]:
            said = self._choices[1]
        else:
            try:
                said = self._hint(text) if self._hint else ""
            except HaggisError as error:
                said = str(error)
        lines = wrap_text(escape_text(said), self._editor.columns - 1, first="  ", others="  ")
        return "\n".join(lines[:_HINT_LINES])

    def _bindings(self, keys: Mapping[str, str]) -> KeyBindings:
        bindings = KeyBindings()
        bindings.add("c-c")(self._clear_or_leave)
        bindings.add("tab")(self._complete)
        bindings.add(Keys.BracketedPaste)(self._paste)
        for key, line in keys.items():
            bindings.add(key, filter=Condition(lambda: not self._text))(_make_enter_handler(line))
        return bindings

    def _clear_or_leave(self, event: KeyPressEvent) -> None:
        if self._text:
            event.current_buffer.reset()
        else:
            event.app.exit(exception=KeyboardInterrupt, style="class:aborting")

    def _complete(self, event: KeyPressEvent) -> None:
        """Go on as far as there is no choice; then show the choice below."""
        buffer = event.current_buffer
        text = buffer.document.text_before_cursor
        try:
            found = find_completions(text, self._completions(text) if self._completions else ())
        except HaggisError:
            found = []  # the line below says why
        if not found:
            return
        word = _common_prefix([word for word, _ in found])
        typed = min(typed for _, typed in found)
        if len(found) == 1 or len(word) > typed:
            buffer.delete_before_cursor(found[0][1])
            buffer.insert_text(word)
        if len(found) > 1:
            self._choices = (buffer.text, "  ".join(word.strip() for word, _ in found))

    def _paste(self, event: KeyPressEvent) -> None:
        """Enter the first of several pasted lines, and keep the others for the next prompts."""
        buffer = event.current_buffer
        pasted = event.data.replace("\r\n", "\n").replace("\r", "\n")
        first, *rest = (buffer.document.text_before_cursor + pasted).split("\n")
        if not rest:
            buffer.insert_text(pasted)
            return
        self._editor.keep_pasted([*rest[:-1], rest[-1] + buffer.document.text_after_cursor])
        buffer.document = Document(first)
        buffer.validate_and_handle()


def _make_enter_handler(line: str) -> Callable[[KeyPressEvent], None]:
    def enter(event: KeyPressEvent) -> None:
        event.current_buffer.document = Document(line)
        event.current_buffer.validate_and_handle()

    return enter


def _common_prefix(words: list[str]) -> str:
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(min(words), max(words), strict=False))
    return "".join(letter for letter, _ in pairs)
