/** Notices at the edge of the page, also announced to screen readers. */

import { stamp, label } from "./dom.js";
import { t } from "./language.js";

const noticeMilliseconds = 10_000;
let current;
/** Actions that the Undo shortcut can take back, latest last. */
const undos = [];
const undosMax = 20;

/**
 * Shows a notice with at most one action. An alert, and one that `stays`, stays until it is closed. Other notices go with
 * the next one, or after ten seconds without pointer and focus on them. The action is an undo unless `undoable` is false.
 */
export function notice(
  content, { alert = false, stays = alert, closed = () => {}, action, act, undoable = Boolean(action) } = {},
) {
  const { element, parts } = stamp("notice");
  const focused = document.activeElement;
  const holds = new Set();
  let timer;
  const close = () => {
    if (!element.isConnected) return;
    clearTimeout(timer);
    closed();
    const held = element.contains(document.activeElement);
    element.remove();
    if (current?.element === element) current = undefined;
    if (held) (focused?.isConnected ? focused : document.getElementById("main")).focus();
  };
  parts.text.textContent = content;
  parts.action.hidden = !action;
  parts.action.textContent = action ?? "";
  const take = () => {
    forget(take);
    close();
    act();
  };
  take.again = () => {
    forget(take);
    notice(content, { action, act });
  };
  parts.action.onclick = () => {
    take();
    // A phone has no key for the action before.
    if (undoable) undos.at(-1)?.again?.();
  };
  label(parts.close, t("Close"));
  parts.close.onclick = close;
  element.onkeydown = ({ key }) => {
    if (key === "Escape") close();
  };
  if (!stays) {
    current?.close();
    current = { element, close };
    if (undoable) allowUndo(take);
    const hold = (by, isHeld) => () => {
      if (isHeld) holds.add(by);
      else holds.delete(by);
      clearTimeout(timer);
      if (holds.size === 0) timer = setTimeout(close, noticeMilliseconds);
    };
    hold("", false)();
    [element.onpointerenter, element.onpointerleave] = [hold("pointer", true), hold("pointer", false)];
    [element.onfocusin, element.onfocusout] = [hold("focus", true), hold("focus", false)];
  }
  element.classList.toggle("alert", alert);
  document.getElementById(alert ? "alerts" : "notices").append(element);
}

/** Lets the Undo shortcut take an action back, also once its notice is closed. */
export function allowUndo(act) {
  undos.push(act);
  if (undos.length > undosMax) undos.shift();
}

function forget(act) {
  const index = undos.indexOf(act);
  if (index >= 0) undos.splice(index, 1);
}

/** Undoes the latest action; returns whether there was one. */
export function undo() {
  const act = undos.pop();
  act?.();
  return act !== undefined;
}
