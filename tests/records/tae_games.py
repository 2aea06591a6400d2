"""The golden games of TaE: one for each way in which a game can end, with two, three and four players."""

from typing import Any

from engines.record import Entry, Made, Record
from tests.records.making import record_of

_NAMES = ("Ann", "Bob", "Cleo", "Dan")


def tae_games() -> dict[str, Record]:
    """Every golden game of TaE by the path of its files below this folder, without suffix."""
    return {
        "tae/artifacts": _finished(2, _CROWDED, monuments=True),
        "tae/bag": _finished(3, _SWAPPED),
        "tae/wars": _finished(4, _FOUR, monuments=True, open_scores=True),
        "tae/stalemate": _finished(2, "; ".join(["B end; P end"] * 3)),
        "tae/late": _finished(2, _LATE, joining="board"),
        "tae/resignation": _finished(3, _LEFT),
    }


def _finished(seats: int, texts: str, **options: Any) -> Record:
    entries = tuple(_made(text) for text in texts.split("; "))
    return record_of(entries, options, game="tae", code="7AE0", seats=_NAMES[:seats])


def _made(text: str) -> Entry:
    """An action such as ``B bomb I5``."""
    who, _, did = text.partition(" ")
    return Made("BPLX".index(who), did)


_LATE = "B end; P end; B time up; P time up; B end; P end; B end; P end"

_CROWDED = """\
B colony settler J2; B colony scientist C8; P end; B colony merchant C6; B colony settler I2; P \
colony scientist M4; P colony merchant O10; B colony merchant I6; B leader miner O2; P colony \
scientist I10; P leader miner B1; B colony scientist B11; B colony scientist N8; P colony scientist \
L10; P colony merchant H6; B leader merchant F9; B colony scientist O3; P leader settler L1; P \
colony settler E6; B colony settler G3; B colony miner G8; P colony merchant K7; P leader scientist \
C11; B leader miner E10; B colony settler A3; P colony merchant D9; P colony scientist P9; B colony \
scientist G2; B leader settler B10; P colony settler J3; P colony scientist N1; B colony scientist \
B9; B leader merchant J11; P leader settler F11; P leader miner L1; B colony settler I5; B colony \
miner M9; P bomb M1; P bomb L4; B colony merchant O2; B colony scientist F7; P leader miner A11; P \
colony merchant E5; B colony settler A9; B colony settler G10; P colony miner F8; P colony scientist \
J4; B leader miner K4; B colony miner C7; P leader scientist P10; P colony settler F6; B leader \
settler E7; B colony merchant N11; P withdraw scientist; P leader miner N6; B colony miner C4; B \
leader scientist C11; P leader merchant A11; P leader merchant I8; B colony miner D4; B colony \
settler M6; P colony settler D10; P leader miner F2; B colony merchant N9; B leader merchant O8; P \
leader settler H7; P leader miner L1; B leader scientist F11; B leader miner J10; P colony merchant \
K10; P leader miner J11; B reinforce 1; P reinforce 1; B swap k1 u2; B leader settler C2; P leader \
miner A8; P colony merchant D1; B colony scientist L6; B colony settler P8; P colony miner O4; P \
colony miner J9; B leader scientist A11; B colony scientist F11; P colony merchant E4; P leader \
merchant E11; B leader scientist L11; B colony merchant I11; P leader miner I8; P leader miner E7; B \
colony settler P3; B leader miner C11; P colony scientist D6; P leader merchant F2; B colony \
merchant I3; B leader settler B1; P leader scientist A11; P colony miner D3; B leader scientist L1; \
B colony settler B10; P reinforce 5; B reinforce 1; P colony scientist O11; P leader scientist P1; B \
colony scientist D2; B leader miner L5; P leader miner C11; P leader miner K4; B colony merchant E9; \
B leader miner G11; P colony settler H11; P leader merchant I8; B leader scientist F2; B colony \
miner K9; P colony scientist A2; P colony miner E8; B colony miner E3; B colony settler G7; P colony \
miner O6; P colony miner G1; B colony scientist H10; B colony scientist H4; P colony miner B7; P \
leader settler P11; B colony merchant L11; B colony settler M5; P colony settler P6; P colony miner \
M2; B leader settler P10; B reinforce 3; P reinforce 3; B colony settler F4; P colony scientist B5; \
P leader settler A11; B colony merchant O1; B colony merchant C11; P leader merchant P11; B \
reinforce 2; P reinforce 0; P colony scientist K6; B colony settler J10; B colony merchant L2; P \
colony settler C9; P colony merchant K8; B leader scientist I8; B colony miner O5; P leader \
scientist N6; P withdraw settler; B colony scientist D5; B colony settler K3; P colony scientist J1; \
P leader settler A8; B bomb J5; B leader miner P11; P colony merchant H2; P colony settler G6; B \
bomb I6; B colony miner E2; P leader scientist E11; P leader miner L5; B colony scientist A6; B end; \
P leader settler J6; P colony scientist H7; B colony miner P4; B leader settler G11; B reinforce 1; \
P reinforce 1; P colony merchant H8; P colony merchant K2; B leader settler G11; P reinforce 0; B \
reinforce 0; B leader miner K5; P reinforce 1; B reinforce 0; P leader settler E7; P colony miner \
E1; B colony settler I4; B leader scientist K5; B reinforce 1; P reinforce 0; P colony settler D11; \
P colony scientist C2; B swap k2; B colony scientist A10; P colony settler E11; P colony miner L9"""

_SWAPPED = """\
B swap r1 k1 u1; B swap g2 r1 k1 u1; P swap g1 r1 u1; P swap r2 u1; L swap g2 r1; L swap r1 u1; B \
swap r1 k2 u2; B swap k2 u1; P swap k1 u1; P swap g1 r2 k1 u1; L swap g1 r1 u1; L swap g1 r1 k1 u2; \
B swap r1 k1; B colony merchant B11; P swap g1 r1 k2; P swap g1 r1 k1 u1; L swap g1 r2; L swap r1 \
u2; B swap g2 r1; B swap g1 r1 k1; P swap k2 u1; P swap u3; L swap r2 k2; L swap u3; B swap u1; B \
swap g1 r3; P leader merchant P3; P swap r1 k1 u1; L swap k1; L leader merchant K10; B swap g1 r3; B \
swap u3; P swap g1 k3; P swap r1; L swap r4 k1; L swap g2 r2; B swap g4 r1; B swap r3 k1 u2; P swap \
g1 u2; P swap g1 r1 u1; L leader scientist F9; L leader settler C8; B leader settler P9; B withdraw \
settler; P bomb F1; P bomb G1; L withdraw scientist; L colony settler C5"""

_FOUR = """\
L colony scientist I6; L leader miner J11; X leader merchant F2; X leader miner B3; B colony \
scientist C5; B leader merchant C6; P colony merchant L10; P colony miner P4; L leader merchant J6; \
L leader merchant B5; L reinforce 2; B reinforce 1; X leader scientist N6; X colony miner O7; B \
leader settler P1; B colony merchant C1; P leader settler F9; P bomb E10; L leader merchant I5; L \
leader miner G3; X leader scientist C8; X leader scientist N9; B colony settler P3; B leader \
scientist G10; P colony settler G4; P colony scientist F6; L leader miner N6; L leader settler O10; \
X withdraw miner; X leader scientist D5; B colony merchant P11; B colony settler F4; P colony miner \
A7; P colony scientist I2; L colony merchant D6; L colony miner B7; X colony settler J8; X colony \
scientist C3; B colony merchant L8; B colony scientist J2; P colony miner E3; P leader settler M5; L \
leader settler A8; L leader scientist P9; X swap k1; X leader settler A2; B colony settler E6; B \
colony scientist L11; P end; L colony settler G5; L colony scientist K5; X leader miner J3; X colony \
settler G6; B colony settler L4; B leader scientist C8; P end; L colony merchant I8; L leader \
settler M11; X leader settler G10; X colony merchant J7; B colony miner N4; B colony merchant J1; P \
colony settler K3; P colony scientist A3; L swap g2 u1; L leader miner I3; X reinforce 0; L \
reinforce 0; X leader merchant B9; X leader scientist J6; B colony scientist O8; B leader merchant \
N6; P leader scientist G3; P leader scientist F7; L colony merchant M6; L colony settler D5; X \
colony merchant C11; X colony scientist O11; B colony miner J9; B bomb H8; P colony scientist A2; P \
colony settler F5; P build 1 F4; L leader scientist N8; L leader scientist O2; X leader merchant P9; \
X colony settler A6; B colony scientist A9; B leader settler L1; P leader miner G3; P leader \
scientist F2; L leader settler F7; L colony scientist H10; X leader miner P8; X colony settler E7; B \
leader merchant A10; B withdraw settler; P colony merchant P1; P colony miner H1; L leader miner \
K10; L colony merchant G11; X colony scientist L7; X leader merchant J11; B colony miner M7; B \
leader settler H11; B reinforce 0; X reinforce 0; P colony miner M8; P leader miner N9; X reinforce \
0; P reinforce 1; L leader settler M11; L colony scientist C10; X colony settler H6; X reinforce 0; \
P reinforce 3; X leader scientist D10; B leader merchant I10; B colony merchant I4; P colony miner \
F8; P colony miner G8; L colony settler D11; L colony merchant D2; X colony scientist K2; X leader \
settler N6; X reinforce 0; P reinforce 1; B leader miner L2; B leader scientist A1; P colony settler \
N11; P leader miner K6; L colony scientist C6; L leader scientist B10; L reinforce 0; X reinforce 1; \
X colony settler D1; X end; B leader scientist L1; B colony settler G3; P colony settler I3; P \
colony scientist H7; L colony scientist B6; L colony settler B9; X colony merchant N2; X leader \
miner N9; B leader merchant P8; B colony scientist H3; P reinforce 1; B reinforce 1; P leader \
settler A8; P colony scientist P7; L colony scientist N1; L colony merchant J10; X colony merchant \
B11; X colony miner H9; B colony settler J5; B colony miner I9; P leader miner L6; P colony settler \
N8; P reinforce 0; X reinforce 0; L colony scientist A10; L leader merchant B5; X leader settler C8; \
X reinforce 1; P reinforce 1; X colony settler L2; B colony settler L3; B leader merchant N9; P \
colony miner I1; P colony merchant G10; L leader miner H4; L leader scientist I10; X colony settler \
E11; X leader settler K10; L reinforce 0; X reinforce 1; B leader merchant P9; B colony scientist \
E9; P leader miner C8; L reinforce 0; P reinforce 0; P bomb O4; L leader scientist C8; P reinforce \
0; L reinforce 0; L colony settler E5; X colony merchant I2; X withdraw scientist; B colony miner \
F1; B leader miner D9; P leader settler N9; P leader settler A1; L colony scientist L5; L colony \
miner C4; X leader miner K6; X colony settler C8; B leader settler N9; B colony scientist N10; P \
colony settler F9; P colony miner L9; P combat merchant; B reinforce 1; X reinforce 0; L colony \
scientist J3; X reinforce 4; L reinforce 1; L colony miner D7; X colony settler O2; X colony miner \
N3"""

_LEFT = "L resign; B leader merchant I6; B end; P leader merchant I8; B resign"
