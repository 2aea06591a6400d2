"""What a player may still do in the turn under way: the lines above the panel."""

from __future__ import annotations

from engines.contract import Seat
from engines.reef.actions import Eat
from engines.reef.components import HAND_TILES, WORDS
from engines.reef.counts import NUMBER
from engines.reef.legal_moves import legal
from engines.reef.naming import listed, many
from engines.reef.state import ReefState, shrimps_left


def turn_hints(state: ReefState, seat: Seat) -> str:
    """A line for each thing that is still open, and what hinders the end of the turn."""
    if state.phase != "turn" or seat != state.active:
        return ""
    turn, player = state.turn, state.players[seat]
    lines = []
    if any(isinstance(action, Eat) for action in legal(state, seat)):
        lines.append("Eat a coral: now or not in this turn")
    if turn.play is not None:
        colour = turn.play.colour
        hand, front = player.hand[NUMBER[colour]], player.front[NUMBER[colour]]
        left = min(hand, HAND_TILES - turn.play.from_hand)
        lines.append(f"**Laying {WORDS[colour]}**: {left} more from the hand, {front} from the front")
    plays = 2 - turn.larva_plays
    lines.append(f"Larva plays: {plays or 'none'} left, each takes a cube")
    shrimps = shrimps_left(state, seat)
    lines.append(
        "New shrimp: used"
        if turn.introduced
        else f"New shrimp: once, {many(shrimps, 'shrimp')} behind your screen"
    )
    if sum(player.front):
        lock = ""
        if player.eaten:
            lock = "; a lock: used" if turn.locked else "; a lock: once"
        lines.append(f"Cubes and algae: a tile of your front each, {sum(player.front)} there{lock}")
    if sum(player.cubes):
        lines.append(f"Tiles from the bag: a cube each, {sum(player.cubes)} there")
    bare = sorted(cell for cell, own in state.shrimps.items() if own == seat and cell not in state.polyps)
    if bare:
        lines.append(f"⚠️ Before you collect: the shrimp on {listed(bare)} must leave bare rock")
    else:
        lines.append("Collect a space: ends your turn")
    return "\n".join(f"- {line}" for line in lines)
