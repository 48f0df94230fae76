"""The page: complete, escaped, the same every time, and written whole or not at all."""

import html
import re
from collections.abc import Callable
from functools import cache

import pytest

from quacks_sim.errors import InputError
from quacks_sim.paths import without_owner
from quacks_sim.report import page_of, save_report
from tests.report.conftest import CLAIMS, NASTY

DATASETS = ("two", "twins", "alone", "swept", "mapped")


@pytest.fixture(scope="session")
def pages(request) -> Callable[[str], str]:
    """Return what gives the page of a dataset by its name, made once."""
    return cache(lambda name: page_of(request.getfixturevalue(name)))


@pytest.fixture(scope="session")
def page(pages) -> str:
    return pages("two")


@pytest.mark.parametrize("name", DATASETS)
def test_every_kind_of_dataset_has_a_page(name, pages):
    text = pages(name)
    assert text.count("<svg") == text.count("</svg>") >= 2
    assert text.count("<table") >= 1
    assert "Telling games" in text


def test_texts_of_a_dataset_are_escaped(page):
    assert NASTY not in page
    assert html.escape("</script><img src=x", quote=True) in page
    assert page.count("<script>") == 1
    assert page.count("</script>") == 1


def test_claims_stand_on_the_page_with_what_the_games_say(pages):
    text = pages("swept")
    found = re.findall(r"<blockquote>(.*?)</blockquote>\s*<p class=\"(.*?)\">(.*?)</p>", text, re.S)
    assert [(kind, words) for _, kind, words in found] == [
        ("verdict agrees", "the games agree"),
        ("verdict disagrees", "the games disagree"),
        ("verdict", "no single number decides"),
    ]
    for (said, _, _), claim in zip(found, CLAIMS, strict=True):
        assert f"<p>{html.escape(claim['claim'], quote=False)}</p>" in html_unquoted(said)
        assert f"<footer>{html.escape(claim['source'], quote=False)}</footer>" in html_unquoted(
            said
        )
    assert NASTY not in text


def html_unquoted(text: str) -> str:
    """Return HTML with plain quotes, however they were escaped."""
    return text.replace("&#34;", '"').replace("&#39;", "'")


def test_a_dataset_without_claims_has_no_place_for_them(page):
    assert "What others say" not in page


def test_a_map_is_drawn_in_shapes_and_keeps_its_colours_on_a_dark_page(pages):
    assert 'class="paper as-drawn"' in pages("mapped")
    assert "<image" not in pages("mapped")
    assert "as-drawn" not in pages("two").partition("</style>")[2]


def test_the_page_names_no_other_file(page):
    for place in re.findall(r'(?:src|href)="([^"]*)"', page):
        assert place.startswith("#"), place
    assert "@import" not in page
    assert not re.findall(r"url\((?!#|\"#)", page)


def test_ids_are_unique_and_all_references_exist(page):
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'href="#([^"]+)"', page)) | set(re.findall(r"url\(#([^)]+)\)", page))
    assert used <= set(ids)


def test_the_numbers_are_those_of_the_dataset(two, page):
    result = two.results()[0]
    share = result["balanced"].win_share.mean
    assert f'data-value="{share}"' in page
    assert f"quacks replay {without_owner(two.path)} --game " in page
    assert two.manifest["command"] in html.unescape(page)


def test_equal_datasets_give_equal_pages(two, page):
    assert page_of(two) == page


def test_a_page_is_not_overwritten_unasked(two, tmp_path):
    path = save_report(two, tmp_path / "new" / "page.html")
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")
    with pytest.raises(InputError, match="already there"):
        save_report(two, path)
    assert save_report(two, path, overwrite=True) == path
    assert [each.name for each in path.parent.iterdir()] == ["page.html"]


@pytest.mark.parametrize(("name", "cause"), [("page.pdf", "cannot be written as"), (".", "cannot")])
def test_a_page_is_an_html_file(two, tmp_path, name, cause):
    with pytest.raises(InputError, match=cause):
        save_report(two, tmp_path / name)


def test_a_dataset_whose_strategies_cannot_be_played_has_a_page_without_games(two, monkeypatch):
    def refuse(cell, **allowed):
        raise InputError("the plug-in is gone", "restore it")

    monkeypatch.setattr(two, "match", refuse)
    assert "Telling games" not in page_of(two)
