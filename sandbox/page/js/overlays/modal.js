/** Modals that the bot opens: shown, checked, sent. */

import { clickable, h, refill } from "../base/dom.js";
import { spinner } from "../components/button.js";
import { openDialog } from "./dialog.js";
import { modalFields } from "./modal-fields.js";

const FAILED = "The bot did not take it. Close this form and begin again.";

/** Shows the modal of an interaction to the person whose session it is. */
export function openModal(app, session, interaction) {
  const { title, components } = interaction.modal;
  const { nodes, fields } = modalFields(components);
  const problem = h("div", { class: "modal-problem", role: "alert" });
  const submit = h(
    "button",
    { type: "submit", class: "button primary" },
    h("span", { class: "button-label" }, "Submit"),
    spinner(),
  );
  const form = h(
    "form",
    { class: "dialog-body modal-form", novalidate: true, autocomplete: "off" },
    nodes,
    problem,
    h(
      "div",
      { class: "dialog-foot" },
      clickable("button secondary", () => close(), "Cancel"),
      submit,
    ),
  );
  let settled = false;
  let stop = () => {};

  const wait = (waits) => {
    submit.disabled = waits;
    if (waits) submit.setAttribute("aria-busy", "true");
    else submit.removeAttribute("aria-busy");
  };
  const done = () => {
    settled = true;
    close();
  };
  const fail = (sentence) => {
    wait(false);
    refill(problem, sentence);
  };
  const follow = (id) => {
    stop = session.world.interactions.on("change", (one) => {
      if (one.id !== id || one.state === "sent") return;
      if (one.state === "failed") fail(FAILED);
      else done();
    });
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    refill(problem);
    const wrong = fields.filter((field) => !field.check());
    if (wrong.length) {
      wrong[0].focus();
      return;
    }
    wait(true);
    stop();
    try {
      const values = {};
      for (const field of fields) values[field.customId] = field.value();
      const id = await session.interact("submit", { interaction_id: interaction.id, values });
      follow(id);
      const state = session.world.interactions.stateOf(id);
      if (state === "failed") fail(FAILED);
      else if (state !== null && state !== "sent") done();
    } catch (error) {
      fail(error.message);
    }
  });
  const close = openDialog({
    title,
    body: form,
    className: "modal",
    firm: true,
    onClose() {
      stop();
      // If the sandbox no longer knows the modal, there is nothing left to cancel.
      if (!settled) session.ask("cancel", { interaction_id: interaction.id }).catch(() => settled);
    },
  });
  (fields[0] ?? { focus: () => submit.focus() }).focus();
  return close;
}
