"""Tab in the shell: the scripts for bash, zsh and fish, and what they get when they ask.

Names in match files are text of unknown origin. The scripts never evaluate what they are given, and what bash would
evaluate once it stands in its line is quoted here, for the quotation mark that is open there.
"""

import os
import re
import sys
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

from haggis_cli.support.errors import StoreError, UsageError

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
        raise UsageError(f"there is no completion for {shell!r}: the shells are {', '.join(SCRIPTS)}")
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


def print_script_and_exit(shell: str) -> None:
    """`--show-completion SHELL`."""
    typer.echo(find_script(shell), nl=False)
    raise typer.Exit


def install_script_and_exit(shell: str) -> None:
    """`--install-completion SHELL`."""
    typer.echo(write_script(shell))
    raise typer.Exit
