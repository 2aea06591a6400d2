/** The fields of a modal. Each is `{customId, value(), check(), focus()}`; `check` shows what is wrong. */

import { h, uniqueId } from "../base/dom.js";

const PARAGRAPH = 2;

/** `{nodes, fields}` of a modal's components: text inputs, each in a label. */
export function modalFields(components) {
  const made = components.map(field);
  return { nodes: made.map(({ node }) => node), fields: made.map(({ field }) => field) };
}

/** A text input below its label, above its complaint. */
function field({ label, description, component }) {
  const id = uniqueId("modal-field");
  const control = textInput(component, id);
  const complaint = h("span", { class: "field-problem", id: `${id}-problem`, role: "alert" });
  const required = component.required ?? true;
  const mark = required ? h("span", { class: "required", title: "Required" }, "*") : null;
  const node = h(
    "div",
    { class: "field" },
    h("label", { class: "field-label", for: id }, label, mark),
    description ? h("span", { class: "field-description" }, description) : null,
    control,
    complaint,
  );
  control.setAttribute("aria-describedby", `${id}-problem`);
  const low = component.min_length ?? 0;
  const problem = ({ length }) => {
    if (length === 0) return required ? "This field is required." : null;
    return length < low ? `Must be ${low} or more in length.` : null;
  };
  const field = {
    customId: component.custom_id,
    value: () => control.value,
    focus: () => control.focus(),
    check() {
      const found = problem(control.value);
      complaint.textContent = found ?? "";
      node.classList.toggle("unfit", found !== null);
      return found === null;
    },
  };
  return { node, field };
}

function textInput(component, id) {
  const properties = {
    id,
    class: "input",
    placeholder: component.placeholder || null,
    maxlength: component.max_length ?? null,
    name: component.custom_id,
    autocomplete: "off",
  };
  const control =
    component.style === PARAGRAPH
      ? h("textarea", { ...properties, rows: 5 })
      : h("input", { ...properties, type: "text" });
  control.value = component.value ?? "";
  return control;
}
