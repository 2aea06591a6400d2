/** At phone width servers and channels are a drawer. */

import { icon } from "../base/icons.js";
import { mark } from "./people.js";

/** Lets `button` open and close `sidebar`; a choice in it closes it. */
export function wireDrawer(app, button, sidebar) {
  const page = document.getElementById("page");
  const set = (open) => {
    page.classList.toggle("sidebar-open", open);
    button.setAttribute("aria-expanded", String(open));
  };
  const draw = () => {
    const { pings, unread } = app.session.summary();
    button.replaceChildren(icon("menu"), ...[mark(pings, unread)].filter(Boolean));
  };
  button.addEventListener("click", () => set(!page.classList.contains("sidebar-open")));
  sidebar.addEventListener("click", (event) => event.target.closest(".channel[data-channel]") && set(false));
  document.getElementById("veil").addEventListener("click", () => set(false));
  document.addEventListener("keydown", (event) => event.key === "Escape" && set(false));
  app.on("person", () => set(false));
  app.on("unread", draw);
  app.on("place", draw);
  draw();
}
