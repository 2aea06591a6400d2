"""The facts of the game and its rules in short."""

from engines.contract import GameInfo, Guide, SeatInfo
from engines.gods.colours import NAMES

_PITCH = (
    "Four gods, sixty points of energy each, and every round a secret: whom to strike, whom to fear?\n"
    "Promise anything to anyone, in the open or in whispers, and be the last one standing."
)

_RULES = """\
**Aim.** Be the last god standing. RED, BLUE, GREEN and ORANGE begin with **60 EP** each; a god at 0 or less \
is out.

**A round.** All living gods choose in secret up to **three different actions**: *attack* or *defend \
against* another living god, each at most once. Attacking and defending against the same god is fine. You \
may not choose more actions than you have EP. Then everything is revealed and settled at once:
- an attack costs **2**, a defence **1**;
- an attack that its target did not defend against takes **5** from the target;
- an attack that was defended takes nothing, and the **defender** gets **1** back. A defence that met no \
attack is lost.
All sums are made before anybody falls, and the actions of a god that falls count in full. Presets and \
options change all these figures, and the drain below.

**Ready.** The round is settled as soon as every living god is ready, or at the deadline with what is saved \
then; whoever saved nothing does nothing. While others make up their minds you may still change your plan. \
Plans are secret until the round is settled, then all is public, and `/gods history` shows every earlier \
round.

**The end.** The last god wins. If the last ones fall together, the one of them with the most energy wins, \
and equals share a tie. Those who fell earlier do not count.

**Stalemate.** Five quiet rounds in a row, in which nobody's energy changes, are free; each further one \
costs every living god 1 EP until somebody acts.

**Leaving.** A resignation takes effect when the round is settled. If all living gods ask for a draw in the \
same round, the game ends at once as a tie between them.

**Talk.** Say anything to anyone between results, with `/gods say` and `/gods whisper` or by writing to the \
bot in private: `hello` is for everybody, `-bg hello` for BLUE and GREEN alone. Lying is allowed, and \
nothing that is said binds anybody.

**Writing.** `Ab Ag Do`, `attack blue green defend orange`, `none`, `clear`, `ready`, `not ready`."""

_GUIDE = Guide(
    goal=(
        "Be the last god with energy. An attack costs 2 and takes 5 from a god who has not defended against "
        "you; a defence costs 1 and stops one god."
    ),
    picture="Who struck whom in the last round, and a row for each god: its energy and how that came about.",
    turn=(
        "Plan whom you attack and whom you defend against, at most three in all, and say that you are ready. "
        "Nobody sees your plan before all are ready or the time is up. Bargain with the others in private."
    ),
    press="Press **Plan**, switch on what you want, then **Ready**. Bargain by direct messages to me.",
)

INFO = GameInfo(
    key="gods",
    slug="four-gods",
    title="Battle of the Four Gods",
    designer="Ryan Taus",
    year=2018,
    pitch=_PITCH,
    rules=_RULES,
    length="10 to 20 rounds",
    guide=_GUIDE,
    rules_version=1,
    seats=tuple(SeatInfo(name.lower(), name, name[0]) for name in NAMES),
    min_seats=4,
    undo="none",
    min_deadline_hours=1 / 6,
    max_deadline_hours=168,
    playout_bound=5_000,
    hidden=True,
    at_once=True,
    button="Plan",
    seating="order",
)
