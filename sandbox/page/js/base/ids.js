/** Ids are strings of digits that grow with time; too long for numbers. */

/** Negative, zero or positive as `a` is earlier than, the same as, or later than `b`; null is before all. */
export function compareIds(a, b) {
  const left = a ?? "";
  const right = b ?? "";
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : Number(left > right);
}

/** Whether `a` is later than `b`. */
export function isLater(a, b) {
  return compareIds(a, b) > 0;
}

/** The latest of some ids, or null. */
export function latest(ids) {
  let found = null;
  for (const id of ids) if (id && isLater(id, found)) found = id;
  return found;
}
