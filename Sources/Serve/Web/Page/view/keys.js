/** Keyboard shortcuts. Single keys can be turned off, and do nothing while typing. */

import { doLater } from "./later.js";
import { undo } from "./notices.js";

/** Whether single-key shortcuts are on. */
export const hasKeys = () => localStorage.getItem("keys") !== "off";

/** Turns single-key shortcuts on or off, on this device. */
export const setKeys = (isOn) => localStorage.setItem("keys", isOn ? "on" : "off");

/** Focuses the first visible element of the selectors, and returns whether there was one. */
function focusFirst(...selectors) {
  const found = selectors.map((selector) => document.querySelector(selector)).find((one) => one?.checkVisibility());
  found?.focus();
  return found !== undefined;
}

/** Actions of single keys; each returns whether it did something. */
const singles = {
  "?": () => (doLater("showKeys", "more")(), true),
  n: () => focusFirst(".composer input", "#add-list"),
  l: () => (doLater("addList", "more")(), true),
  "/": () => focusFirst("main [type=search]", "#search-lists"),
  z: undo,
};

/** Starts listening. */
export function listenToKeys() {
  addEventListener("keydown", (event) => {
    const { target, key, altKey, shiftKey } = event;
    const withControl = event.ctrlKey || event.metaKey;
    if (event.defaultPrevented || event.isComposing || altKey) return;
    if (withControl && key.toLowerCase() === "k" && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      doLater("showPalette", "more")();
      return;
    }
    if (target.matches("input:not([type=checkbox]), textarea, select, dialog *")) return;
    const act = withControl ? key === "z" && !shiftKey && undo : hasKeys() && Object.hasOwn(singles, key) && singles[key];
    if (act && act()) event.preventDefault();
  });
}
