"""Other people's variants for the tests: packages put into a folder as installers leave them, and real projects."""

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from haggis_cli.plugins import isolation as strangers
from haggis_cli.plugins import registry

COPY = "from dataclasses import replace\nfrom haggis_variants.two_player import TWO_PLAYER\n"
"""The beginning of a module whose variant is made from the two-player game."""


class Site:
    """A folder of installed packages, which this process and its children can be made to see."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def put(self, variant_id: str, source: str | None, *, package: str | None = None) -> None:
        """Install a package with one variant, and a module of this source (None: without the module)."""
        package = package or f"pub-{variant_id}"
        module = f"plugin_{package.replace('-', '_')}"
        if source is not None:
            (self.folder / f"{module}.py").write_text(source, encoding="utf-8")
        installed(self.folder, package, f"[haggis_cli.variants]\n{variant_id} = {module}:V\n")

    def put_project(self, project: Path) -> None:
        """Install a project as people do, without fetching anything."""
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
        command = [*pip, "--disable-pip-version-check", "--target", str(self.folder), str(project)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    @contextmanager
    def seen(self) -> Iterator[None]:
        """In here, the packages of this folder are installed."""
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(self.folder)
            before = set(sys.modules)
            _forget()
            try:
                yield
            finally:
                for name in set(sys.modules) - before:
                    origin = getattr(sys.modules[name], "__file__", None)
                    if origin and Path(origin).is_relative_to(self.folder):
                        del sys.modules[name]
        _forget()


def run_its_tests(project: Path, site: Site, *more: str) -> None:
    """Run a plugin's own tests in a process of their own; the plugin is what was installed."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *more]
    environment = os.environ | {"PYTHONPATH": str(site.folder), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "passed" in done.stdout


def _forget() -> None:
    """Nothing is known of what was installed."""
    importlib.invalidate_caches()
    registry.installed_claims.cache_clear()
    registry._import_variant.cache_clear()
    strangers._third_party_modules.clear()


def installed(folder: Path, name: str, points: str, *, version: str = "1.0", metadata: bool = True) -> Path:
    """A package in a folder, as installers leave it."""
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    if metadata:
        text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n\nName: not this\n"
        (info / "METADATA").write_text(text, encoding="utf-8")
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    return info
