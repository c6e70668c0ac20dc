"""Which command, option or argument the end of a line belongs to, and what may stand there."""

from typing import Any

from typer.core import TyperGroup

# The types of contexts, parameters and items are private to Typer, hence Any.


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
