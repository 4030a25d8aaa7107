"""What people may write: every language and emoji; nothing that deceives who reads it."""

from __future__ import annotations

import unicodedata

import pytest

from server.running import HUMAN, OPEN, Person, Running, make
from trailmix.server.messages.refusals import No
from trailmix.server.security.plain_text import check_text, likeness, tidy_name

NAMES = (
    *(
        "Ann",
        "Zoë",
        "Jean-Luc",
        "O'Neill",
        "D’Angelo",
        "Ærøskøbing",
        "Łukasz Żółć",
        "Þórður",
        "Ñuñoa",
        "İpek",
    ),
    *("Nguyễn Thị Ánh", "Phạm Ngọc Thạch", "Αλέξανδρος", "Ольга Королёва", "Қуанышбек", "Զարուհի", "გიორგი"),
    *("שָׁלוֹם", "מֹשֶׁה", "يوسف", "مُحَمَّد", "زینب", "ګل", "ܡܪܝܡ", "ދިވެހި"),
    *("अनुष्का", "ज़ोया", "সৌরভ", "ਗੁਰਪ੍ਰੀਤ", "સરદાર", "தமிழ்ச்செல்வி", "శ్రీదేవి", "ಶ್ರೀನಿವಾಸ", "ശ്രീദേവി", "නිමල්"),
    *("สมชาย", "น้ำผึ้ง", "ที่รัก", "ກຸ້ງ", "သူဇာ", "မြို့", "សុខា", "བསྟན་འཛིན", "བསྒྲུབས"),
    *("ሰላም", "山田太郎", "さくら", "ｶﾅ", "김철수", "王小明", "葛󠄀城", "ᠮᠣᠩᠭᠣᠯ", "ᏣᎳᎩ", "ⵜⵉⵔⴰⵙ", "𞤀𞤣𞤤𞤢𞤥"),
    *("Ann 2", "№ 5", "R2-D2", "<b>", "x²", "…", "?", "⛄", "Ann 🏔", "🇨🇭", "👍🏽", "1️⃣", "ℹ️", "❤️", "♥︎", "‼️"),
)
JOINED = (
    *("علی‌رضا", "می‌خواهم", "क्‍ष", "क्‌ष", "ശ്രീ‌മതി", "ක්‍රීඩා"),
    *("👩‍🚀", "👨‍👩‍👧‍👦", "🏳️‍🌈", "❤️‍🔥", "😶‍🌫️", "🏴‍☠️", "🧑🏽‍🤝‍🧑🏻", "🤷🏾‍♀️", "🐻‍❄️"),
)
"""What joiners hold together."""
TEXTS = (
    *NAMES,
    *JOINED,
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f!",
    "\U0001fae8",  # younger than Python's tables
    "Bonjour\u202f! Ça va\u00a0?",
    "漢字　かな",
    "<script>alert('x')</script> & {{x}} \\ %s ☃",
    "a⠀b ⠁",
)
BAD = {
    "text_control": ("a\nb", "a\tb", "a\r\n", "\x00a", "a\x1b[2Jb", "a\x7f", "a\x85", "a\u2028b", "a\u2029b"),
    "text_turning": (
        *("Ann\u202enoT", "\u202dA", "a\u202a", "a\u202bb", "a\u202cb", "\u2066a", "a\u2067"),
        *("a\u2068", "a\u2069", "a\u200e", "\u200fa", "\u061ca"),
    ),
    "text_invisible": (
        *("A\u200bnn", "Ann\ufeff", "A\u00adnn", "A\u2060nn", "A\u180enn", "A\u034fnn"),
        *("\u3164", "\u115f\u1160", "\uffa0", "Ann\ufffc", "ក\u17b4", "a\u2063b", "a\u206ab", "\ufff9a"),
        *("A\u200dnn", "A\u200cnn", "\u200dع", "ع\u200d", "ع\u200c", "ع\u200c\u200cع", "ع\u200d\u200cع"),
        *("👩\u200d", "\u200d🚀", "👩\u200d\u200d🚀", "👩\u200da", "👩\u200c🚀"),
        *("Ann\ufe0f", "A\ufe00nn", "\ufe0fa", " \ufe0fa", "❤\ufe0f\ufe0f", "A\U000e0100"),
        *("A\u180b", "a\U000e0041", "🏴\U000e0067\U000e0062", "a\U000e0061\U000e007f", "\U0001d173a"),
    ),
    "text_unknown": ("a\ue000", "\U000f0000", "a\u0378", "a\uffff", "a\U0010ffff", "a\U000e0200"),
    "text_marks": ("Z" + "\u0301\u0302\u0303\u0304\u0305", "ה" + "\u05b0" * 4, "\u0301a", "o" + "\u20dd" * 4),
    "text_empty": ("", " ", "\u00a0", "\u3000\u2003", "\u2800", "\u2800 \u2800"),
}  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_people_write_as_they_do(text: str) -> None:
    check_text(text)
    check_text(unicodedata.normalize("NFD", text))
    check_text(f"so {text} and {text}")


@pytest.mark.parametrize(("key", "text"), [(key, text) for key, texts in BAD.items() for text in texts])
def test_what_deceives_is_refused_with_the_reason(key: str, text: str) -> None:
    with pytest.raises(No) as refused:
        check_text(text)
    assert refused.value.message.key == f"bad_option.{key}"
    assert refused.value.why("en").endswith(".")


def test_no_text_at_all_fails_in_another_way() -> None:
    for first in range(0, 0x110000, 7):  # with some of everything
        for text in (chr(first), f"a{chr(first)}b"):
            try:
                check_text(text)
            except No as no:
                assert no.code == "bad_option"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"),
        ("Ann", "Ａｎｎ"),
        ("Zoë", "Zoe\u0308"),
        ("Straße", "STRASSE"),
        ("①", "1"),
        ("ﬁn", "fin"),
        ("علی‌رضا", "علیرضا"),
        ("葛󠄀城", "葛城"),
        ("Ann  B", "Ann\u00a0B"),
    ],
)
def test_names_that_look_the_same_are_the_same(one: str, other: str) -> None:
    assert likeness(tidy_name(one)) == likeness(tidy_name(other))


def test_names_that_differ_differ() -> None:
    assert len({likeness(tidy_name(name)) for name in NAMES}) == len(NAMES)


# --- at a table


def join(server: Running, host: Person, name: str) -> Person:
    body = {"name": name, "invite": host.invite}
    return Person(server, host.table, Person(server, host.table).post("./join", body)["token"])


def test_names_of_all_languages_sit_at_tables(server: Running) -> None:
    for name in NAMES:
        host = make(server, {"kind": "human", "name": f" {name} "}, OPEN)[0]
        assert host.get(".")["chairs"][0]["name"] == unicodedata.normalize("NFC", name)


def test_names_are_kept_without_joiners(server: Running) -> None:
    """Replays cannot hold them; what they join is a name all the same."""
    for name, kept in (("علی‌رضا", "علیرضا"), ("👩‍🚀 Ann", "👩🚀 Ann"), ("🏴‍☠️", "🏴☠️")):
        host = make(server, {"kind": "human", "name": name}, OPEN)[0]
        assert host.get(".")["chairs"][0]["name"] == kept


def test_a_name_that_deceives_gets_no_chair(server: Running) -> None:
    (host,) = make(server, {"kind": "human", "name": "Ann"}, OPEN, OPEN)
    stranger = Person(server, host.table)
    for name, key in (
        ("A\u200bnn", "text_invisible"),
        ("\u2067Ann", "text_turning"),
        ("A" + "\u0301" * 20, "text_marks"),
        ("\u2800", "text_empty"),
        ("ANN", "name_taken"),
        ("Ａｎｎ", "name_taken"),
    ):
        answer = stranger.ask("POST", "./join", {"name": name, "invite": host.invite})
        assert (answer.status_code, answer.json()["key"]) == (422, f"bad_option.{key}"), name
    assert [chair["name"] for chair in host.get(".")["chairs"]] == ["Ann", None, None]
    join(server, host, "Anna")


def test_a_remark_that_deceives_is_not_said(server: Running) -> None:
    ann, _ = make(server, HUMAN, HUMAN)
    for n, (key, texts) in enumerate(BAD.items()):
        text = next(text for text in texts if text)
        answer = ann.ask("POST", "./chat", {"t": "chat", "id": str(n), "text": text})
        assert (answer.status_code, answer.json()["key"]) == (422, f"bad_option.{key}")
    assert ann.get("./chat") == []
    for n, text in enumerate(TEXTS):
        ann.post("./chat", {"t": "chat", "id": f"good {n}", "text": text})
    assert [remark["text"] for remark in ann.get("./chat")] == list(TEXTS)[-100:]  # word for word
