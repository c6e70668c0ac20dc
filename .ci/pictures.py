"""Makes the pictures of the documentation with the program itself: terminals as SVG, pages of `serve` as PNG.

Usage: python .ci/pictures.py FOLDER

Needs the extras `pdf` and `serve`, and Chromium or Chrome.
"""

import json
import os
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.text import Text

EXAMPLE = Path(__file__).parents[1] / "examples/matches/two-player-known-hands.toml"
COMMANDS = {
    "show": ["show"],
    "judge": ["judge", "4r", "4g", "5r", "5b"],
    "log": ["log", "--round", "3"],
    "review": ["review", "--round", "3", "--seconds", "5"],
}
"""What is shown as a terminal."""
PAGES = {"score": "/m/{}/score", "record": "/m/{}/record", "match": "/m/{}", "board": "/m/{}/board"}
"""What is shown as a page of a phone, but for the board."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


def make_pictures(folder: Path) -> None:
    """Write every picture into a folder; `result.png` is also the picture of README.md."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as home:
        variables = {
            **os.environ,
            "HAGGIS_HOME": home,
            "HAGGIS_CACHE": f"{home}/cache",
            "HAGGIS_LOCKS": f"{home}/locks",
        }
        variables |= {"FORCE_COLOR": "1", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}
        variables.pop("NO_COLOR", None)
        finished = "2026-11-23-ailsa-hamish"
        _haggis(variables, "import", str(EXAMPLE), "--as", finished)
        _haggis(variables, "sheet", finished, "-o", str(folder / "result.png"), "--force")
        _haggis(variables, "new", "--like", finished, "--points", "250", "--name", "friday")
        for entries in (
            ["Ailsa: out 8, cards 12, bet little", "Hamish: bet baby"],
            ["hamish: out 6", "ailsa: cards 23"],
        ):
            _haggis(variables, "score", *entries)
        for name, words in COMMANDS.items():
            words = [*words, finished] if "--round" in words else words
            _draw_terminal(folder / f"{name}.svg", words, _haggis(variables, *words))
        _take_pages(folder, variables, dict.fromkeys(PAGES, "friday") | {"match": finished})


def _haggis(variables: dict[str, str], *words: str) -> str:
    """What a command prints; its exit code may say that a play is illegal."""
    done = subprocess.run(
        [sys.executable, "-m", "haggis_cli", *words], env=variables, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode > 1:
        sys.exit(f"haggis {' '.join(words)}: {done.stderr}")
    return done.stdout


def _draw_terminal(file: Path, words: list[str], text: str) -> None:
    console = Console(record=True, width=80, file=StringIO())
    console.print(f"$ haggis {' '.join(words)}", style="bold", highlight=False)
    console.print(Text.from_ansi(text))
    file.write_text(console.export_svg(title="haggis", unique_id=file.stem), encoding="utf-8")


def _take_pages(folder: Path, variables: dict[str, str], matches: dict[str, str]) -> None:
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        sys.exit("the pictures of pages need Chromium or Chrome")
    server = subprocess.Popen(
        [sys.executable, "-m", "haggis_cli", "serve", "--port", "0", "--json"],
        env=variables, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8",
    )  # fmt: skip
    try:
        assert server.stdout
        address = json.loads(server.stdout.readline())["address"]
        with TemporaryDirectory() as profile:
            shot = [browser, "--headless", "--no-sandbox", f"--user-data-dir={profile}"]
            shot += ["--hide-scrollbars", "--force-prefers-reduced-motion"]
            subprocess.run([*shot, "--dump-dom", address], capture_output=True, check=True)  # the key becomes a cookie
            for name, path in PAGES.items():
                size = "1280,720" if name == "board" else "375,760"
                options = [
                    f"--window-size={size}",
                    "--force-device-scale-factor=2",
                    f"--screenshot={folder / name}.png",
                ]
                page = address.partition("/k/")[0] + path.format(matches[name])
                subprocess.run([*shot, *options, page], capture_output=True, check=True)
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    make_pictures(Path(sys.argv[1]))
