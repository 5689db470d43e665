/** Modal dialogs. */

import { fill, stamp, text } from "./dom.js";
import { reasonOf } from "./errors.js";
import { number, t } from "./language.js";

let dialogsMade = 0;

/**
 * Shows a dialog and returns the `value` of the chosen action, or `null`. `submit` receives the form before the dialog
 * closes; if it throws, the dialog stays open and shows the error. The first action is disabled unless `ready` returns
 * true.
 */
export async function choose({ title, message, body, actions, submit, ready = () => true, closable = true }) {
  const { element, parts } = stamp("dialog");
  const form = element.firstElementChild;
  fill(parts.title, title);
  // Dialogs can be nested.
  parts.title.id += ++dialogsMade;
  element.setAttribute("aria-labelledby", parts.title.id);
  fill(parts.message, message);
  if (body) parts.body.append(body);
  for (const { value, name, kind } of actions) {
    const button = text("button", name, kind);
    if (value === null) Object.assign(button, { type: "button", onclick: () => element.close() });
    else button.value = value;
    parts.actions.append(button);
  }
  const enable = () => {
    for (const button of parts.actions.children) button.disabled = false;
    parts.actions.firstElementChild.disabled = !ready();
  };
  form.oninput = enable;
  enable();
  // Navigating away cancels the dialog.
  const leave = () => closable && element.close();
  addEventListener("hashchange", leave);
  document.body.append(element);
  return new Promise((resolve) => {
    let chosen = null;
    form.onsubmit = async (event) => {
      event.preventDefault();
      const value = event.submitter?.value ?? actions[0].value;
      // Cancel stays alive.
      for (const button of parts.actions.querySelectorAll("[value]")) button.disabled = true;
      try {
        await submit?.(form.elements);
        chosen = value;
        element.close();
      } catch (error) {
        fill(parts.error, reasonOf(error));
        form.querySelector("input")?.focus();
      }
      enable();
    };
    element.oncancel = () => closable;
    element.onclose = () => {
      // A second Escape closes a dialog although `oncancel` prevents it.
      if (!closable && chosen === null) return element.showModal();
      removeEventListener("hashchange", leave);
      element.remove();
      resolve(chosen);
    };
    element.showModal();
    (form.querySelector("input:not([data-later])") ?? parts.actions.lastElementChild).focus();
  });
}

/** The letters that the API takes in the name of a section or a saved view. */
const shortNameMax = 100;

/** Throws if a name has more than `max` letters. */
export function checkName(name, max) {
  if ([...name].length > max) throw new Error(t("A name has at most {0} letters.", number(max)));
}

/** Asks for a name. Returns it, or `undefined`. */
export async function askName({ name = "", title, action }) {
  const { element, parts } = stamp("name-field");
  parts.name.value = name;
  const read = () => parts.name.value.trim();
  const submit = () => checkName(read(), shortNameMax);
  return (await ask({ title, body: element, action, submit, ready: () => read() !== "" })) ? read() : undefined;
}

/** Shows a dialog with one action and Cancel. Returns whether the action was done. */
export async function ask({ action, danger, cancel = t("Cancel"), ...question }) {
  const yes = { value: "yes", name: action, kind: danger ? "danger primary" : "primary" };
  return (await choose({ ...question, actions: [yes, { value: null, name: cancel }] })) !== null;
}
