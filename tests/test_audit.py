"""The audit of the packages finds what is not as it should be."""

import runpy
from importlib.metadata import Distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

AUDIT = runpy.run_path(str(Path(__file__).resolve().parent.parent / "script" / "audit"))
SOUND = "Name: deck\nVersion: 1.2\nLicense-Expression: MIT\n"
CARDS = "52 cards\n"
HASH = "sha256=DXw2vG3c87LopkUDHGXWVVOn7Llb19pVsnurD2ILvqY"


@pytest.fixture
def faults(tmp_path):
    """What is found in a package that says this of itself, and has these cards in its box."""

    def faults(metadata=SOUND, cards=CARDS, pin="deck==1.2"):
        packed = tmp_path / "deck-1.2.dist-info"
        packed.mkdir()
        (packed / "METADATA").write_text(f"Metadata-Version: 2.4\n{metadata}")
        (packed / "RECORD").write_text(f"deck.txt,{HASH},9\n")
        if cards is not None:
            (tmp_path / "deck.txt").write_text(cards)
        pins = {"deck": Requirement(pin)} if pin else {}
        return list(AUDIT["faults"](Distribution.at(packed), pins))

    return faults


def test_a_sound_package_has_no_fault(faults):
    assert faults() == []


@pytest.mark.parametrize(
    ("odd", "said"),
    [
        ({"pin": None}, "is in no lock"),
        ({"pin": "deck==1.3"}, "is 1.2, and the lock pins ==1.3"),
        ({"cards": "51 cards\n"}, "deck.txt is not as it was packed"),
        ({"cards": None}, "deck.txt is not there"),
        (
            {"metadata": SOUND + "Requires-Dist: joker-of-the-deck\n"},
            "asks for joker-of-the-deck, which is not there",
        ),
        ({"metadata": SOUND + "Requires-Dist: pytest<1\n"}, "asks for pytest<1, and finds "),
        ({"metadata": SOUND.replace("MIT", "SSPL-1.0")}, "has a licence that nobody has looked at: SSPL-1.0"),
        ({"metadata": "Name: deck\nVersion: 1.2\n"}, "has a licence that nobody has looked at: none"),
    ],
)
def test_each_fault_is_told(faults, odd, said):
    (told,) = faults(**odd)
    assert told.startswith(said)
