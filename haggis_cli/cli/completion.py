"""What the shell offers when Tab is pressed: light, silent, and without running anybody's rules where it can be helped.

Of the matches only the beginnings are read, the newest first; a file that cannot be read offers nothing.
"""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, suppress
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup

from haggis_cli.support.errors import HaggisError, StoreError, UsageError
from haggis_cli.support.escaping import escape_text

if TYPE_CHECKING:
    from haggis_cli.matches.store.folder import Store
    from haggis_cli.rules.variant import Variant

_MAX_MATCHES = 50  # whose players are offered
_HEAD_BYTES = 8192  # bytes of a file; its players stand at its beginning
_ITEMS = ("out", "cards", "bet", "bid")


BACKENDS = ("processes", "dask")


def completer_of(names: Iterable[str]) -> Callable[[str], list[str]]:
    """What offers these words."""
    return lambda incomplete: _filter_by_prefix(names, incomplete)


def match_ids(ctx: typer.Context, incomplete: str) -> list[str]:
    """The ids of the matches, the newest first."""
    return _filter_by_prefix((path.stem for path in _list_newest_first(_store(ctx))), incomplete)


def player_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """Everybody who has played lately and is not named yet."""
    named = {name.casefold() for name in ctx.params.get("player") or ()}
    return _filter_by_prefix([name for name in _read_names_lately(ctx) if name.casefold() not in named], incomplete)


def _read_names_lately(ctx: typer.Context) -> list[str]:
    """Everybody who has played lately, once each whatever the case."""
    seen: dict[str, str] = {}
    for path in _list_newest_first(_store(ctx))[:_MAX_MATCHES]:
        for name in _names_under("players", _read_head(path)):
            seen.setdefault(name.casefold(), name)
    return list(seen.values())


def seat_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The players of the match that is being started."""
    return _filter_by_prefix(list(ctx.params.get("player") or ()), incomplete) or player_names(ctx, incomplete)


def match_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The players of the match that is named, or of the current one."""
    return _filter_by_prefix(list(_names_under("players", _read_match(ctx, _find_match_word(ctx)))), incomplete)


def player_renamings(ctx: typer.Context, incomplete: str) -> list[str]:
    """`OLD=` for the players of the match, and behind it everybody else who has played lately."""
    old, equals, begun = incomplete.rpartition("=")
    playing = list(_names_under("players", _read_match(ctx, _find_match_word(ctx))))
    if not equals:
        return _filter_by_prefix([f"{name}=" for name in playing], incomplete)
    others = [name for name in _read_names_lately(ctx) if name.casefold() not in map(str.casefold, playing)]
    return [f"{old}={name}" for name in _filter_by_prefix(others, begun)]


def team_renamings(ctx: typer.Context, incomplete: str) -> list[str]:
    """`OLD=` for the teams of the match that have names of their own."""
    teams = _names_under("teams", _read_match(ctx, _find_match_word(ctx)))
    return _filter_by_prefix([f"{name}=" for name in teams], incomplete)


def hand_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The players whose hands are named, as in `--hand "Noah: 4r"`."""
    names = [hand.partition(":")[0].strip() for hand in ctx.params.get("hand") or ()]
    return _filter_by_prefix(names, incomplete)


def round_entries(ctx: typer.Context, incomplete: str) -> list[str]:
    """The matches where one can stand, and entries like `Noah: out`, item by item."""
    words = list(ctx.params.get("words") or ())
    before, comma, _ = incomplete.rpartition(",")
    if ":" in before and comma:
        more = [f"{before}, {item}" for item in _ITEMS if f" {item}" not in before]
        return [each for each in more if each.startswith(incomplete.rstrip())]
    named = {word.partition(":")[0].strip().casefold() for word in words}
    entries = [
        f"{name}: {item}" for name in _find_match_players(ctx, words) if name.casefold() not in named for item in _ITEMS
    ]
    return [*_filter_by_prefix(entries, incomplete), *([] if words else match_ids(ctx, incomplete))]


def round_events(ctx: typer.Context, incomplete: str) -> list[str]:
    """The matches where one can stand, and the players whose events are recorded."""
    words = list(ctx.params.get("words") or ())
    texts = [f"{name}: {action}" for name in _find_match_players(ctx, words) for action in ("pass", "bet")]
    return [*_filter_by_prefix(texts, incomplete), *([] if words else match_ids(ctx, incomplete))]


def variant_ids(incomplete: str) -> list[str]:
    """The ids of the installed variants, none of them loaded."""
    from haggis_cli.plugins.registry import enabled_claims

    return _filter_by_prefix(list(enabled_claims()), incomplete)


def option_values(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """KEY=VALUE of the variant that is named, each with what it means."""
    from haggis_cli.rules.events import option_text

    variant = _load_variant(ctx)
    pairs = [
        (f"{option.name}={option_text(value)}", choice.means)
        for option in (variant.options if variant else ())
        for value, choice in option.choices.items()
    ]
    return [pair for pair in pairs if pair[0].startswith(incomplete)]


def goal_numbers(unit: str) -> Callable[..., list[str]]:
    """What offers the numbers that the variant's rulebook suggests; `unit`: points, rounds or round_wins."""

    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        variant = _load_variant(ctx)
        numbers = [getattr(goal, unit) for goal in (variant.goals if variant else ())]
        return _filter_by_prefix([str(number) for number in numbers if number], incomplete)

    return complete


def sheet_formats(incomplete: str) -> list[tuple[str, str]]:
    """The formats of a scoresheet, each with what it is."""
    from haggis_cli.sheets.renderers.formats import FORMATS

    return [(name, each.help) for name, each in FORMATS.items() if name.startswith(incomplete.casefold())]


def exchange_formats(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """The formats in which matches go out, each with what it is; of `import` those in which they come in."""
    from haggis_cli.exchange.known_formats import known_formats

    known = known_formats(reading=ctx.info_name == "import")
    return [(each.name, each.help) for each in known if each.name.startswith(incomplete.casefold())]


def levels(incomplete: str) -> list[tuple[str, str]]:
    """The levels of computer players, each with what it does; also behind `NAME=`."""
    from haggis_cli.players.levels import LEVELS

    name, equals, begun = incomplete.rpartition("=")
    return [(name + equals + level, does) for level, does in LEVELS.items() if level.startswith(begun)]


def event_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The events that matches belong to, the newest first, whatever their case."""
    seen: dict[str, str] = {}
    for path in _list_newest_first(_store(ctx))[:_MAX_MATCHES]:
        event = _read_head(path).get("event")
        if isinstance(event, str) and event and escape_text(event) == event:
            seen.setdefault(event.casefold(), event)
    return _filter_by_prefix(list(seen.values()), incomplete)


def _filter_by_prefix(values: Iterable[str], incomplete: str) -> list[str]:
    wanted = incomplete.casefold()
    return [value for value in values if value.casefold().startswith(wanted)]


def _store(ctx: typer.Context) -> "Store":
    from haggis_cli.matches.store.files import home_folder
    from haggis_cli.matches.store.folder import Store

    return Store(home_folder(ctx.params.get("home")))


def _list_newest_first(store: "Store") -> list[Path]:
    """The match files, the one changed last first; none where they cannot be listed."""
    try:
        return sorted(store.matches(), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    except (HaggisError, OSError):
        return []


def _find_match_players(ctx: typer.Context, words: list[str]) -> list[str]:
    """The players of the match that the first word names, or of the current one."""
    return list(_names_under("players", _read_match(ctx, words[0] if words and ":" not in words[0] else None)))


def _find_match_word(ctx: typer.Context) -> str | None:
    """The word that names the match; where the last option has no value yet, it is left over and no argument."""
    return ctx.params.get("match") or next(iter(ctx.args), None)


def _read_match(ctx: typer.Context, match: str | None) -> dict[str, Any]:
    """The plain keys at the beginning of the match that is named, or of the current one."""
    with suppress(HaggisError, OSError):
        return _read_head(_store(ctx).find(match))
    return {}


def _names_under(key: str, head: dict[str, Any]) -> Iterator[str]:
    names = head.get(key, ())
    for name in names if isinstance(names, list) else ():
        if isinstance(name, str) and name and escape_text(name) == name:
            yield name


def _read_head(path: Path) -> dict[str, Any]:
    """The plain keys at the beginning of a match file; empty if it cannot be read."""
    from tomli import loads

    try:
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES).decode("utf-8-sig", "replace")
        return loads(head.replace("\r\n", "\n").partition("\n[")[0])
    except (OSError, ValueError, RecursionError):  # it is no match file
        return {}


def _load_variant(ctx: typer.Context) -> "Variant | None":
    """The variant that is named, or meant by default; what a plugin prints while it loads is not shown."""
    from haggis_cli.plugins.registry import default_id, load

    with suppress(HaggisError), redirect_stderr(StringIO()):
        return load(ctx.params.get("variant") or default_id())
    return None


# Tab in the shell: the scripts for bash, zsh and fish, and what they get when they ask.
#
# Names in match files are text of unknown origin. The scripts never evaluate what they are given, and what bash would
# evaluate once it stands in its line is quoted here, for the quotation mark that is open there.


# Which command, option or argument the end of a line belongs to, and what may stand there. The types of contexts,
# parameters and items are private to Typer, hence Any.


def find_items(group: Any, program: str, words: list[str], incomplete: str) -> list[Any]:
    """What may stand after these words, each with a `value` and a `help`; nobody's callback is called for it."""
    ctx, words = _enter(group, program, words, None)
    while isinstance(ctx.command, TyperGroup) and words:
        name, command, rest = ctx.command.resolve_command(ctx, words)
        if command is None:
            return []
        ctx, words = _enter(command, name, rest, ctx)
    items: list[Any] = _find_owner(ctx, words, incomplete).shell_complete(ctx, incomplete)
    return items


def _enter(command: Any, name: str | None, words: list[str], parent: Any) -> tuple[Any, list[str]]:
    """The context of a command, and the words that are not its own; those of a command proper are all its own."""
    own, rest = command.split_line(words) if hasattr(command, "split_line") else (words, words)
    return command.make_context(name, list(own), parent=parent, resilient_parsing=True), rest


def _find_owner(ctx: Any, words: list[str], incomplete: str) -> Any:
    """What completes the word: the option before it, the argument whose turn it is, or else the command."""
    if "--" not in words and incomplete.startswith("-"):
        return ctx.command
    params = ctx.command.get_params(ctx)
    options = [param for param in params if param.param_type_name == "option" and not param.is_flag]
    arguments = [param for param in params if param.param_type_name == "argument"]
    for param in options:
        if words and words[-1] in param.opts:
            return param
    for param in arguments:
        if param.nargs == -1 or ctx.get_parameter_source(param.name).name != "COMMANDLINE":
            return param
    return ctx.command


MODE_VARIABLE = "_HAGGIS_COMPLETE"  # complete_bash, complete_zsh, complete_fish
LINE_VARIABLE = "_HAGGIS_LINE"  # the command line up to the cursor
WORD_VARIABLE = "_HAGGIS_WORD"  # bash: the end of it that will be replaced
_NEEDS_ESCAPE = re.compile(r"[^\w@%+=:,./-]")

SCRIPTS = {
    "bash": f"""\
_haggis() {{
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        COMPREPLY+=("$line")
    done < <({MODE_VARIABLE}=complete_bash {LINE_VARIABLE}="${{COMP_LINE:0:COMP_POINT}}" {WORD_VARIABLE}="$2" "$1" 2>/dev/null)
}}
complete -o default -F _haggis haggis
""",
    "zsh": f"""\
#compdef haggis
_haggis() {{
    local line
    local -a values shown
    for line in "${{(@f)$({MODE_VARIABLE}=complete_zsh {LINE_VARIABLE}="${{(j: :)words[1,CURRENT]}}" haggis 2>/dev/null)}}"; do
        [[ -n "$line" ]] || continue
        values+=("${{line%%$'\\t'*}}")
        shown+=("${{line/$'\\t'/  -- }}")
    done
    if (( $#values )); then
        compadd -l -d shown -a values
    else
        _files
    fi
}}
if [[ "$funcstack[1]" == "_haggis" ]]; then
    _haggis "$@"
else
    compdef _haggis haggis
fi
""",
    "fish": f"""\
function __haggis_offered
    set -lx {MODE_VARIABLE} complete_fish
    set -lx {LINE_VARIABLE} (commandline -cp)
    set -l offered (haggis 2>/dev/null)
    if set -q offered[1]
        printf '%s\\n' $offered
    else
        __fish_complete_path (commandline -ct)
    end
end
complete --command haggis --no-files --arguments '(__haggis_offered)'
""",
}
_SCRIPT_FILES = {
    "bash": "~/.local/share/bash-completion/completions/haggis",
    "zsh": "~/.zfunc/_haggis",
    "fish": "~/.config/fish/completions/haggis.fish",
}
_NEXT_STEPS = {
    "bash": "If a new shell offers nothing, add this line to ~/.bashrc:\nsource {file}",
    "zsh": (
        "If a new shell offers nothing, add these lines to ~/.zshrc:\n"
        "fpath+=~/.zfunc\nautoload -Uz compinit && compinit"
    ),
    "fish": "",
}


def find_script(shell: str) -> str:
    """The script for a shell; UsageError for one that is not known."""
    found = SCRIPTS.get(shell.strip().casefold())
    if found is None:
        raise UsageError(f"there is no completion for {shell!r}: name one of {', '.join(SCRIPTS)}")
    return found


def write_script(shell: str) -> str:
    """Put the script where the shell looks for it; what was done, in words. No file of the person's own is changed."""
    text, name = find_script(shell), shell.strip().casefold()
    path = Path(_SCRIPT_FILES[name]).expanduser()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}") from None
    next_step = _NEXT_STEPS[name].format(file=_SCRIPT_FILES[name])
    return f"Written to {_SCRIPT_FILES[name]}; it works in a new shell.\n{next_step}".rstrip()


def print_completions(group: Any, program: str) -> None:
    """Write what may stand at the end of the line that the shell sends; nothing where anything goes wrong."""
    try:
        shell = os.environ[MODE_VARIABLE].removeprefix("complete_")
        lines = find_completions(
            group, program, os.environ.get(LINE_VARIABLE, ""), os.environ.get(WORD_VARIABLE), shell
        )
    except Exception:  # while completing there is nobody to tell
        return
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def find_completions(group: Any, program: str, line: str, word: str | None, shell: str) -> list[str]:
    """What is offered, as the shell's script takes it: a value and what it means, or for bash what to insert."""
    words = split_shell_words(line)
    last = words.pop()
    args = [each.text for each in words[1:]]
    option, equals, begun = last.text.partition("=")
    if equals and option.startswith("--"):
        args.append(option)
        before, incomplete = f"{option}=", begun
    else:
        before, incomplete = "", last.text
    items = find_items(group, program, args, incomplete)
    values = [(f"{before}{item.value}", item.help or "") for item in items if item.value.isprintable()]
    if shell == "bash":
        return [text for value, _ in values if (text := last.text_to_insert(value, word)) is not None]
    return [f"{value}\t{' '.join(means.split())}" if means else value for value, means in values]


class ShellWord:
    """A word of a command line: as it is meant, as it stands there, and the quotation mark that is open at its end."""

    def __init__(self) -> None:
        self.text = self.raw = self.quote = ""

    def text_to_insert(self, value: str, replaced: str | None) -> str | None:
        """What bash is to put for a value in the place of `replaced`, the end of this word; None if it cannot.

        Bash breaks words at `:` and `=`, and completes only what follows.
        """
        if self.quote == "'":
            text = None if "'" in value else value
        elif self.quote:
            text = None if "!" in value else re.sub(r'([\\"$`])', r"\\\1", value)
        else:
            text = _NEEDS_ESCAPE.sub(lambda found: "\\" + found[0], value)
        stands = self.raw[1:] if self.quote and self.raw.startswith(self.quote) else self.raw
        kept = stands.removesuffix(replaced) if replaced is not None else ""
        return text[len(kept) :] if text is not None and text.startswith(kept) else None


def split_shell_words(line: str) -> list[ShellWord]:
    """The words of a command line as a shell sees them, at least one: the last is the one that is being typed."""
    words = [ShellWord()]
    escaped = False
    for char in line:
        word = words[-1]
        if char in " \t\n" and not word.quote and not escaped:
            if word.raw:
                words.append(ShellWord())
            continue
        word.raw += char
        if escaped:
            word.text += char
            escaped = False
        elif char == "\\" and word.quote != "'":
            escaped = True
        elif char == word.quote:
            word.quote = ""
        elif char in "'\"" and not word.quote:
            word.quote = char
        else:
            word.text += char
    return words
