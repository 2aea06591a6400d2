/** Dark or light: as the system has it until the person chooses. */

import { icon } from "../base/icons.js";
import { keep, recall } from "../base/storage.js";

const KEY = "turnpost.theme";
const system = matchMedia("(prefers-color-scheme: light)");

/** Sets the theme that was chosen, or the system's; follows the system while nothing is chosen. */
export function beginTheme() {
  apply();
  system.addEventListener("change", apply);
}

/** The switch between dark and light. */
export function wireThemeSwitch(button) {
  const draw = () => {
    const next = current() === "dark" ? "light" : "dark";
    button.replaceChildren(icon(next === "dark" ? "moon" : "sun"));
    button.setAttribute("aria-label", `Switch to the ${next} theme`);
    button.title = `Switch to the ${next} theme`;
  };
  button.addEventListener("click", () => {
    const next = current() === "dark" ? "light" : "dark";
    keep(KEY, next === systemTheme() ? null : next);
    apply();
    draw();
  });
  system.addEventListener("change", draw);
  draw();
}

function systemTheme() {
  return system.matches ? "light" : "dark";
}

function current() {
  return recall(KEY, null) ?? systemTheme();
}

function apply() {
  document.documentElement.dataset.theme = current();
}
