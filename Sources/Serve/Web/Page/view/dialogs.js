/** Questions that have to be answered before anything else. */

import { fill, readTemplates, stamp, text } from "./dom.js";
import { t } from "./language.js";

let dialogsMade = 0;

/**
 * Asks something and answers with what was chosen: the `value` of an action, `null` for none.
 *
 * `submit` is called with the form before the dialog closes; whatever it throws is shown, and it stays open. The
 * first action is off while `ready` says that there is nothing to do.
 */
export async function choose({ title, message, body, actions, submit, ready = () => true, closable = true }) {
  await readTemplates("editing");
  const { element, parts } = stamp("dialog");
  const form = element.firstElementChild;
  fill(parts.title, title);
  // One dialog can be opened from another.
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
  // Who goes back to another place does not answer any more.
  const leave = () => closable && element.close();
  addEventListener("hashchange", leave);
  document.body.append(element);
  return new Promise((resolve) => {
    let chosen = null;
    form.onsubmit = async (event) => {
      event.preventDefault();
      const value = event.submitter?.value ?? actions[0].value;
      for (const button of parts.actions.children) button.disabled = true;
      try {
        await submit?.(form.elements);
        chosen = value;
        element.close();
      } catch (error) {
        fill(parts.error, error.message);
        form.querySelector("input")?.focus();
      }
      enable();
    };
    element.oncancel = () => closable;
    element.onclose = () => {
      // Browsers let nobody prevent that Escape closes it the second time.
      if (!closable && chosen === null) return element.showModal();
      removeEventListener("hashchange", leave);
      element.remove();
      resolve(chosen);
    };
    element.showModal();
    (form.querySelector("input:not([data-later])") ?? parts.actions.lastElementChild).focus();
  });
}

/** Asks whether something shall be done, or for what is in `body`; `submit` does it. Answers whether it was. */
export async function ask({ action, danger, cancel = t("Cancel"), ...question }) {
  const yes = { value: "yes", name: action, kind: danger ? "danger primary" : "primary" };
  return (await choose({ ...question, actions: [yes, { value: null, name: cancel }] })) !== null;
}
