/** Small windows beside the thing that opened them; at phone width, sheets at the bottom. */

const GAP = 6;
let closeOpen = null;

/**
 * Opens `content` beside `anchor`; the answer closes it. Escape, a click elsewhere or another popover close it too,
 * and then `onClose` is called. The focus goes back to the anchor.
 */
export function openPopover(anchor, content, { onClose = null, sheet = false, side = "below" } = {}) {
  closeOpen?.();
  content.classList.add("popover");
  content.classList.toggle("popover-sheet", sheet);
  const dialog = anchor.closest("dialog");
  (dialog ?? document.body).append(content);
  place(anchor, content, side);

  const close = ({ refocus = true } = {}) => {
    if (closeOpen !== close) return;
    closeOpen = null;
    content.remove();
    document.removeEventListener("pointerdown", outside, true);
    document.removeEventListener("keydown", escape, true);
    removeEventListener("resize", again);
    if (refocus && document.activeElement === document.body && anchor.isConnected) anchor.focus();
    onClose?.();
  };
  const outside = (event) => {
    if (!content.contains(event.target) && !anchor.contains(event.target)) close({ refocus: false });
  };
  const escape = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  const again = () => place(anchor, content, side);
  document.addEventListener("pointerdown", outside, true);
  document.addEventListener("keydown", escape, true);
  addEventListener("resize", again);
  closeOpen = close;
  return close;
}

/** Closes whatever popover is open. */
export function closePopovers() {
  closeOpen?.();
}

function place(anchor, content, side) {
  const box = anchor.getBoundingClientRect();
  const width = Math.min(content.offsetWidth, innerWidth - 2 * GAP);
  const height = content.offsetHeight;
  const below = innerHeight - box.bottom - GAP;
  const above = box.top - GAP;
  const up = side === "above" ? above >= height || above > below : below < height && above > below;
  const left = Math.max(GAP, Math.min(box.left, innerWidth - width - GAP));
  const top = up
    ? Math.max(GAP, box.top - GAP - height)
    : Math.min(box.bottom + GAP, innerHeight - height - GAP);
  content.style.setProperty("--at-left", `${left}px`);
  content.style.setProperty("--at-top", `${Math.max(GAP, top)}px`);
  content.style.setProperty("--anchor-width", `${box.width}px`);
}
