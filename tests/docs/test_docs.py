from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.generated import DOCS, pages

ROOT = DOCS.parent
PAGES = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CHANGELOG.md", *DOCS.rglob("*.md")]


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.name)
def test_a_generated_page_is_what_the_code_says(path: Path) -> None:
    """The pages of settings, errors and OpenAPI are what `make docs` writes."""
    assert path.read_text(encoding="utf-8") == pages()[path]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    """A link of a page to another one finds it."""
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if not link.startswith("https://") and not (page.parent / link).exists()]

    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_example_is_of_a_kind_that_runs(page: Path) -> None:
    """A fenced block is Python, a console, make targets, JSON, or said to be plain text."""
    kinds = re.findall(r"^```(\w*)$", page.read_text(encoding="utf-8"), re.MULTILINE)

    assert set(kinds) <= {"", "python", "console", "sh", "json", "text"}
    assert kinds[::2] == [kind for kind in kinds[::2] if kind], "an opening fence names its kind"
