/** Times in words, in the reader's own language and time zone. */

const format = (options) => new Intl.DateTimeFormat(undefined, options);

const STYLES = {
  t: format({ timeStyle: "short" }),
  T: format({ timeStyle: "medium" }),
  d: format({ dateStyle: "short" }),
  D: format({ dateStyle: "long" }),
  f: format({ dateStyle: "long", timeStyle: "short" }),
  F: format({ dateStyle: "full", timeStyle: "short" }),
  s: format({ dateStyle: "short", timeStyle: "short" }),
  S: format({ dateStyle: "short", timeStyle: "medium" }),
};

const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: "always" });

/** Unit, its length in seconds, and from how many seconds on it is used. */
const UNITS = [
  ["year", 31_557_600, 345 * 86_400],
  ["month", 2_629_800, 26 * 86_400],
  ["day", 86_400, 22 * 3600],
  ["hour", 3600, 45 * 60],
  ["minute", 60, 45],
  ["second", 1, 0],
];

/** “in 3 hours”, “2 minutes ago”. */
export function relative(moment, now = Date.now()) {
  const seconds = (moment - now) / 1000;
  const [unit, length] = UNITS.find(([, , from]) => Math.abs(seconds) >= from);
  return RELATIVE.format(Math.sign(seconds) * Math.round(Math.abs(seconds) / length), unit);
}

/** A moment in one of the styles of Discord's timestamps: t T d D f F s S R. */
export function styled(moment, style) {
  return style === "R" ? relative(moment) : (STYLES[style] ?? STYLES.f).format(moment);
}

/** “12:31” today, “Yesterday 12:31”, else date and time. */
export function shortMoment(moment) {
  const days = daysAgo(moment);
  if (days === 0) return STYLES.t.format(moment);
  if (days === 1) return `Yesterday ${STYLES.t.format(moment)}`;
  return STYLES.s.format(moment);
}

/** “Today”, “Yesterday”, or the date. */
export function dayName(moment) {
  return ["Today", "Yesterday"][daysAgo(moment)] ?? STYLES.D.format(moment);
}

/** Whether two moments fall on one calendar day. */
export function sameDay(a, b) {
  return a.toDateString() === b.toDateString();
}

function daysAgo(moment) {
  const midnight = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  return Math.round((midnight(new Date()) - midnight(moment)) / 86_400_000);
}

/** Keeps every relative time on the page true. */
export function keepTicking() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-relative]")) {
      const text = relative(Number(node.dataset.relative));
      if (node.textContent !== text) node.textContent = text;
    }
  }, 1000);
}
