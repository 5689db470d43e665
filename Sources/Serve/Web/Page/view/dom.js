/** Templates, and elements with text. */

import { t } from "./language.js";

/** Translates elements with `data-t`: accessible name and placeholder, or the text. */
export function translate(root = document) {
  for (const element of root.querySelectorAll("[data-t]")) {
    const name = element.getAttribute("aria-label");
    if (name) label(element, t(name));
    else element.textContent = t(element.textContent);
    if (element.placeholder) element.placeholder = t(element.placeholder);
  }
  for (const glyph of root.querySelectorAll("svg")) glyph.setAttribute("aria-hidden", "true");
  for (const template of root.querySelectorAll("template")) translate(template.content);
}

/** A copy of a template, with its `data-part` elements by name. */
export function stamp(name) {
  const element = document.getElementById(name).content.firstElementChild.cloneNode(true);
  const parts = {};
  for (const part of element.querySelectorAll("[data-part]")) parts[part.dataset.part] = part;
  return { element, parts };
}

/** Sets the accessible name and the tooltip of an element. */
export function label(element, text) {
  element.setAttribute("aria-label", text);
  if (element.matches("button, a")) element.title = text;
}

/** An element with text. */
export function text(name, content, className = "") {
  const element = document.createElement(name);
  element.textContent = content;
  element.className = className;
  return element;
}

/** A text without case and accents, for searching. */
export const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Sets the text of an element, and hides it if there is none. */
export function fill(element, content) {
  element.textContent = content ?? "";
  element.hidden = !content;
}

/** The address of an icon. */
export const iconAddress = (icon) => `/icons/${icon.toLowerCase().replace(" ", "-")}.svg`;

/** The labels of the icons of lists. */
export const icons = [
  "No icon", "Appointments", "Birthdays", "Chores", "Drinks", "Folder", "Groceries", "Inbox", "Photos", "Trips",
];

/** Announces a text to screen readers. */
export function announce(content) {
  document.getElementById("announcements").textContent = content;
}

/** Sets the children of an element. Those that stay keep their place and focus. */
export function arrange(parent, children) {
  const focused = document.activeElement;
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  let place = parent.firstElementChild;
  for (const child of children) {
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
  if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true });
}

/** Opens a menu below a button. Several buttons can share a menu. */
export function openMenuBy(button, menu, act) {
  button.popoverTargetElement = menu;
  // The menu opens after this handler.
  button.onclick = () => {
    const { bottom, left, right } = button.getBoundingClientRect();
    const room = document.documentElement;
    menu.style.top = `${Math.max(Math.min(bottom + 4, room.clientHeight - 44 * menu.children.length), 4)}px`;
    // Aligned to the side with more room.
    const onTheRight = left < room.clientWidth / 2;
    menu.style.left = onTheRight ? `${left}px` : "auto";
    menu.style.right = onTheRight ? "auto" : `${room.clientWidth - right}px`;
    menu.onclick = ({ target }) => {
      if (target === menu) return;
      menu.hidePopover();
      act(target);
    };
  };
}
