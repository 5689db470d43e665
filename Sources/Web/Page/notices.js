/** Messages at the edge of the page, said to those who listen too. */

import { stamp, label } from "./dom.js";
import { t } from "./language.js";

const noticeMilliseconds = 10_000;
let current;

/**
 * Says something, and offers one thing to do about it.
 *
 * An alert stays until it is closed. Any other notice gives way to the next, or goes after ten seconds in which
 * neither pointer nor focus was on it. What it offers is to take something back, unless it is not `undoable`.
 */
export function notice(content, { alert = false, action, act, undoable = Boolean(action) } = {}) {
  const { element, parts } = stamp("notice");
  const focused = document.activeElement;
  let timer;
  const close = () => {
    if (!element.isConnected) return;
    clearTimeout(timer);
    const held = element.contains(document.activeElement);
    element.remove();
    if (current?.element === element) current = undefined;
    if (held) (focused?.isConnected ? focused : document.getElementById("main")).focus();
  };
  const start = () => {
    timer = setTimeout(close, noticeMilliseconds);
  };
  parts.text.textContent = content;
  parts.action.hidden = !action;
  parts.action.textContent = action ?? "";
  const take = () => {
    close();
    act();
  };
  parts.action.onclick = take;
  label(parts.close, t("Close"));
  parts.close.onclick = close;
  element.onkeydown = ({ key }) => {
    if (key === "Escape") close();
  };
  if (!alert) {
    current?.close();
    current = { element, close, act: take, undoable };
    start();
    element.onpointerenter = element.onfocusin = () => clearTimeout(timer);
    element.onpointerleave = element.onfocusout = start;
  }
  element.classList.toggle("alert", alert);
  document.getElementById(alert ? "alerts" : "notices").append(element);
}

/** Takes back what the present notice offers to take back. */
export function undo() {
  if (!current?.undoable) return false;
  current.act();
  return true;
}
