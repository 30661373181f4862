"""The house rules that the build can check: layers, names, and a domain that reads no clock."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ownwords

PACKAGE = Path(ownwords.__file__).parent
PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"
NAMELESS = {"utils", "common", "core", "helpers", "base", "manager", "service"}
CLOCK_READERS = {"now", "today", "utcnow"}


def lint_imports(root: Path) -> subprocess.CompletedProcess[str]:
    """Run the contracts over the package at `root/src/ownwords`."""
    program = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    command = [sys.executable, "-c", program]
    environment = os.environ | {"PYTHONPATH": str(root / "src")}
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def copy_of_the_house(tmp_path: Path) -> Path:
    """A copy of the package and its contracts, to break."""
    shutil.copytree(PACKAGE, tmp_path / "src" / "ownwords", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PYPROJECT, tmp_path)
    return tmp_path


def test_every_import_points_inwards() -> None:
    """All contracts hold on the package as it is."""
    outcome = lint_imports(PACKAGE.parents[1])
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


def test_a_folder_that_nobody_placed_fails_the_build(copy_of_the_house: Path) -> None:
    """A new package has to be given its place among the layers."""
    stranger = copy_of_the_house / "src" / "ownwords" / "stranger"
    stranger.mkdir()
    (stranger / "__init__.py").touch()
    outcome = lint_imports(copy_of_the_house)
    assert outcome.returncode == 1, outcome.stdout + outcome.stderr
    assert "stranger" in outcome.stdout


@pytest.mark.parametrize(
    ("ring", "line"),
    [
        ("domain", "import time"),
        ("domain", "import ownwords.actions"),
        ("actions", "import pydantic"),
        ("actions", "import sqlite3"),
        ("storage", "import ownwords.web"),
        ("rest", "import ownwords.storage"),
        ("client", "import ownwords.domain"),
    ],
)
def test_an_import_that_points_outwards_fails_the_build(copy_of_the_house: Path, ring: str, line: str) -> None:
    """Each contract bites: one forbidden import is enough."""
    folder = copy_of_the_house / "src" / "ownwords" / ring
    folder.mkdir(exist_ok=True)
    (folder / "__init__.py").touch()
    (folder / "intruder.py").write_text(f"{line}\n")
    outcome = lint_imports(copy_of_the_house)
    assert outcome.returncode == 1, outcome.stdout + outcome.stderr
    assert "intruder" in outcome.stdout


def test_nothing_goes_by_a_name_that_says_nothing() -> None:
    """No file or folder is called utils, common, core, helpers, base, manager or service."""
    assert [str(path) for path in PACKAGE.rglob("*") if path.stem in NAMELESS] == []


def test_the_domain_reads_no_clock() -> None:
    """`datetime` may be reckoned with in the domain, but nothing there asks what time it is."""
    readings = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in (PACKAGE / "domain").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in CLOCK_READERS
    ]
    assert readings == []
