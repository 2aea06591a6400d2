/** Line icons, drawn on a grid of 24. */

const NAMESPACE = "http://www.w3.org/2000/svg";

const PATHS = {
  archive: "M4 7h16M6 7v12h12V7M5 4h14v3H5zM10 11h4",
  back: "M14 6l-6 6 6 6",
  chat: "M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-7l-5 4v-4a2 2 0 0 1-2-2z",
  check: "M5 12.5l4.5 4.5L19 7.5",
  close: "M6 6l12 12M18 6L6 18",
  down: "M6 9l6 6 6-6",
  download: "M12 4v11M7.5 11L12 15.5 16.5 11M5 20h14",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  file: "M7 3h7l5 5v13H7zM14 3v5h5",
  flask: "M9 3h6M10 3v6L4.8 18a2 2 0 0 0 1.7 3h11a2 2 0 0 0 1.7-3L14 9V3M8 14h8",
  hash: "M9 4L7 20M17 4l-2 16M4.5 9h16M3.5 15h16",
  help: "M9 9a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 1.8v.5M12 17.5v.1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  lock: "M7 11V8a5 5 0 0 1 10 0v3M5 11h14v9H5z",
  mail: "M4 6h16v12H4zM4 7l8 6 8-6",
  menu: "M4 7h16M4 12h16M4 17h16",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  open: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  plus: "M12 5v14M5 12h14",
  reply: "M9 7L4 12l5 5M4.5 12H14a6 6 0 0 1 6 6v1",
  send: "M4 12l16-8-6 16-3-6.5z",
  slash: "M15 4L9 20",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4",
  thread: "M5 5h14v10h-8l-4 4v-4H5zM9 9h6M9 12h3",
  trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10 11v5M14 11v5",
};

/** The icons of channels, by their type. */
export const PLACE_ICONS = { text: "hash", thread: "thread", forum: "thread", dm: "chat" };

/** An icon by its name; decoration only, so hidden from screen readers. */
export function icon(name, size = 20) {
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("width", size);
  svg.setAttribute("height", size);
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  const path = document.createElementNS(NAMESPACE, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
