"""Languages: every catalogue speaks the same ones, and each says all that English says."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

import pytest

from trailmix.engine.words import ENGLISH, files, texts_of

ROOT = Path(__file__).resolve().parents[1]
CATALOGUES = sorted(
    file.parent for top in ("src/trailmix", "web/src") for file in (ROOT / top).rglob(f"words.{ENGLISH}.toml")
)
TRANSLATED = [
    (folder, language) for folder in CATALOGUES for language in files(folder) if language != ENGLISH
]
PAGE = ROOT / "web" / "src" / "words"


def gaps(text: str) -> set[str]:
    """The gaps of a sentence; a word that depends on a number (`{n:hiker|hikers}`) fills one, too."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def faults(folder: Path, language: str) -> list[str]:
    """What is wrong with a language of a catalogue, compared with English."""
    english, other = (texts_of(files(folder)[name]) for name in (ENGLISH, language))
    lacking = [f"{key} is missing" for key in english.keys() - other.keys()]
    unknown = [f"{key} is not asked for" for key in other.keys() - english.keys()]
    both = english.keys() & other.keys()
    uneven = [f"{key} has other gaps" for key in both if gaps(english[key]) != gaps(other[key])]
    return sorted(lacking + unknown + uneven)


def test_there_are_catalogues() -> None:
    there = {str(folder.relative_to(ROOT)) for folder in CATALOGUES}
    assert {"src/trailmix/engine", "src/trailmix/server", "src/trailmix/games/alpina"} <= there
    assert {"web/src/words", "web/src/games/alpina"} <= there


def test_all_catalogues_speak_the_same_languages() -> None:
    spoken = {str(folder.relative_to(ROOT)): set(files(folder)) for folder in CATALOGUES}
    assert {name: languages for name, languages in spoken.items() if languages != set(files(PAGE))} == {}


def test_every_language_says_what_english_says() -> None:
    wrong = {(folder.name, language): faults(folder, language) for folder, language in TRANSLATED}
    assert {where: what for where, what in wrong.items() if what} == {}


@pytest.mark.parametrize("language", files(PAGE))
def test_every_language_has_its_name_on_the_page(language: str) -> None:
    assert f"language.{language}" in texts_of(files(PAGE)[ENGLISH])


def test_faults_are_found(tmp_path: Path) -> None:
    (tmp_path / "words.en.toml").write_text(
        'a = "{n} hikers of {name}"\nb = "Yes"\n[c]\nd = "{n:hiker|hikers}"'
    )
    (tmp_path / "words.de.toml").write_text(
        'a = "{name}: {n} Wanderer"\nb = "Ja"\n[c]\nd = "{n:einer|viele}"'
    )
    (tmp_path / "words.fr.toml").write_text('a = "{n} randonneurs"\ne = "Oui"\n[c]\nd = "{n:un|tous}"')
    assert set(files(tmp_path)) == {"en", "de", "fr"}
    assert faults(tmp_path, "de") == []
    assert faults(tmp_path, "fr") == ["a has other gaps", "b is missing", "e is not asked for"]
