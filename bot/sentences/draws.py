"""The promise about what is drawn by lot, and its proof."""

from collections.abc import Sequence
from typing import Final

from bot.sentences.speech import Speech
from bot.service.values.answers import Proof
from bot.service.values.game_summary import GameSummary
from engines.contract import AnyEngine
from engines.wording import shorten

_CONTRIBUTIONS_LIMIT: Final = 500
"""Characters of all contributed texts together."""


def draws_anything(summary: GameSummary, engine: AnyEngine) -> bool:
    """Whether anything is drawn by lot, seats included; of a lobby, as far as is known yet."""
    chosen = sum(seat.person is not None and not seat.drawn for seat in summary.seats)
    waits = summary.status == "lobby"
    by_lot = engine.info.seating == "lot" and (not waits or len(summary.seats) - chosen > 1)
    return summary.draws or by_lot


def seed_lines(summary: GameSummary, speech: Speech) -> list[str]:
    """Lines with the hash of the draw's secret, the players' texts and, after the game, the secret."""
    if summary.commitment is None:
        hashes = ("the secret seed", summary.seed_hash, "The seed", summary.seed)
    else:
        hashes = ("the secret of the draw", summary.commitment, "The secret", summary.secret)
    promised, value, kept, secret = hashes
    lines = [] if value is None else [f"SHA-256 of {promised}: {speech.fixed(value)}"]
    if summary.contributions:
        lines.append(f"By joining, players add to it: {_newest_contributions(summary.contributions, speech)}")
    return lines if secret is None else [*lines, f"{kept}: {speech.fixed(secret)}"]


def _newest_contributions(added: Sequence[str], speech: Speech) -> str:
    """The texts contributed to a draw, in order; if they are too long, the last ones."""
    texts = [speech.fixed(text) for text in added]
    while len(texts) > 2 and len(", ".join(texts)) > _CONTRIBUTIONS_LIMIT:
        texts = ["…", *texts[1 + (texts[0] == "…") :]]
    return shorten(", ".join(texts), _CONTRIBUTIONS_LIMIT)


def proof_lines(proof: Proof) -> list[tuple[str, str]]:
    """The result of a proof of a game's draws: sentences, each as a sign (perhaps empty) and its text."""
    lines = []
    if proof.noted:
        earlier = "Your hash is not the first: what was drawn before play went back is not from there."
        lines.append(("⚠️", earlier))
    if proof.inconsistency is not None:
        return [*lines, ("❌", proof.inconsistency)]
    if proof.summary.seed is None:
        later = "The secret is published when the game is over; then everything can be checked by it."
        return [*lines, ("", later)]
    sound = (
        "The secret has the hash that was published first, and the game's actions, "
        f"{proof.actions} in all, with every draw, come out again as the log has them."
    )
    return [*lines, ("✅", sound)]
