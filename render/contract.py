"""The contract between a game's renderer and everything that shows pictures."""

from collections.abc import Hashable, Mapping
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from PIL import Image

from engines.contract import Seat, Value, View

ThemeName: TypeAlias = Literal["light", "dark"]


class Frame(Value, frozen=True, kw_only=True):
    """Everything about a picture that is not the game's view. Hashable: with the view it names a picture."""

    code: str
    """The game's public code, for the header."""
    players: tuple[str, ...]
    """The display name of the person in each seat."""
    recent_events: str = ""
    """What alt texts and text boards tell of the last events, as clauses; a picture does not show it."""
    theme: ThemeName = "dark"
    perspective: Seat | None = None
    """The seat from whose side the board is drawn; None: the game's default side."""
    hand: bool = False
    """Draw, and describe in the alt text, only the viewer's hand, where the game has hands."""
    choices: tuple[str, ...] = ()
    """Places that may be picked now (`Pick.at`): each is ringed and bears its name."""
    chosen: tuple[str, ...] = ()
    """Places that were picked on the way here."""
    changed: tuple[str, ...] = ()
    """Places that have changed since the viewer last looked (`render.changes`): each is ringed, and the last
    action is not marked then."""
    preview: bool = False
    """The position is a proposal that only its mover sees: the picture says so."""
    suggested: bool = False
    """With `preview`: it is what a computer would have done in a game that is over."""
    width: int = 1000
    """The width of the picture in pixels."""

    def person(self, seat: Seat) -> str:
        """The display name of the person in a seat; empty where nobody is named."""
        return self.players[seat] if seat < len(self.players) else ""


ViewT_contra = TypeVar("ViewT_contra", bound=View, contravariant=True)


class Renderer(Protocol, Generic[ViewT_contra]):
    """How one game looks: the four functions of its module. They keep no state but caches of what never
    changes, and are safe to call from several threads.
    """

    def draw(self, view: ViewT_contra, frame: Frame) -> Image.Image:
        """The picture, `frame.width` pixels wide."""

    def alt(self, view: ViewT_contra, frame: Frame) -> str:
        """Alt text: the position in words, at most 1,024 characters."""

    def text(self, view: ViewT_contra, frame: Frame) -> str:
        """The board in fixed-width characters and words for screen readers, at most 2,500 characters."""

    def seen(self, view: ViewT_contra) -> Mapping[str, Hashable]:
        """The contents of each place of the picture, by the name under which `draw` rings it if it is in
        `Frame.changed`; places that differ between two views of a game have changed.
        """


AnyRenderer: TypeAlias = Renderer[Any]
