"""Play by e-mail: mails carried out, keys, codes, invitations, and doors that are closed.

Revision ID: 0027
Revises: 0026
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import UtcDateTime

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    with op.batch_alter_table("identities") as identities:
        identities.add_column(sa.Column("closed_at", UtcDateTime(), nullable=True))
    op.create_table(
        "mails_received",
        sa.Column("cause", sa.String(100), nullable=False),
        sa.Column("sender_hash", sa.String(32), nullable=False),
        sa.Column("received_at", UtcDateTime(), nullable=False),
        sa.Column("answered", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("cause", name=op.f("pk_mails_received")),
    )
    op.create_index(op.f("ix_mails_received_received_at"), "mails_received", ["received_at"])
    op.create_index(
        op.f("ix_mails_received_sender_hash_received_at"), "mails_received", ["sender_hash", "received_at"]
    )
    op.create_table(
        "mail_keys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("made_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail_keys")),
    )
    op.create_table(
        "address_codes",
        sa.Column("id", _ID, nullable=False),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("address", sa.String(255), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("cause", sa.String(100), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("used_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint("purpose IN ('link', 'join', 'act')", name=op.f("ck_address_codes_purpose")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_address_codes_player_id_players")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_address_codes")),
        sa.UniqueConstraint("cause", name=op.f("uq_address_codes_cause")),
    )
    for column in ("address", "player_id", "created_at"):
        op.create_index(op.f(f"ix_address_codes_{column}"), "address_codes", [column])
    op.create_table(
        "mail_invitations",
        sa.Column("id", _ID, nullable=False),
        sa.Column("address_hash", sa.String(32), nullable=False),
        sa.Column("inviter_id", sa.BigInteger(), nullable=True),
        sa.Column("game_id", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("cause", sa.String(100), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.CheckConstraint(
            "status IN ('sent', 'held', 'accepted', 'refused')", name=op.f("ck_mail_invitations_status")
        ),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_mail_invitations_game_id_games")),
        sa.ForeignKeyConstraint(
            ["inviter_id"], ["players.id"], name=op.f("fk_mail_invitations_inviter_id_players")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail_invitations")),
        sa.UniqueConstraint("cause", name=op.f("uq_mail_invitations_cause")),
    )
    for column in ("address_hash", "inviter_id", "game_id", "created_at"):
        op.create_index(op.f(f"ix_mail_invitations_{column}"), "mail_invitations", [column])


def downgrade() -> None:
    """Nobody plays by mail any more, and what was to be mailed is given up.

    Whoever was known by an address alone stays in their seats, where nothing reaches them.
    """
    op.execute("DELETE FROM outbox WHERE kind IN ('mail', 'mail_code', 'mail_invitation', 'door_closed')")
    op.execute("DELETE FROM identities WHERE kind = 'mail'")
    for table in ("mail_invitations", "address_codes", "mail_keys", "mails_received"):
        op.drop_table(table)
    with op.batch_alter_table("identities") as identities:
        identities.drop_column("closed_at")
