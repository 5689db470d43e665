/** Elements from the templates of `index.html`, and elements that are filled with text and nothing else. */

import { t } from "./language.js";

/** Translates what `data-t` marks in the page and its templates: name and placeholder, or the text. */
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

/** A copy of a template's element, and those within that have `data-part`, by that name. */
export function stamp(name) {
  const element = document.getElementById(name).content.firstElementChild.cloneNode(true);
  const parts = {};
  for (const part of element.querySelectorAll("[data-part]")) parts[part.dataset.part] = part;
  return { element, parts };
}

/** Names an element for those who do not see it, and for the mouse that rests on it. */
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

/** A text without case and accents, as people look for it. */
export const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Puts text into an element, and hides it when there is none. */
export function fill(element, content) {
  element.textContent = content ?? "";
  element.hidden = !content;
}

/** Adds the templates of another file to those of the page, once. */
export async function readTemplates(name) {
  readings[name] ??= (async () => {
    const answer = await fetch(`/assets/${name}.html`);
    if (!answer.ok) throw new Error(`${answer.status}`);
    const file = await answer.text();
    const templates = new DocumentFragment();
    templates.append(...new DOMParser().parseFromString(file, "text/html").querySelectorAll("template"));
    translate(templates);
    document.body.append(templates);
  })().catch(() => {
    delete readings[name];
    throw new Error(t("This couldn’t be loaded. Check your connection and try again."));
  });
  await readings[name];
}

const readings = {};

/** The address of an icon's picture. */
export const iconAddress = (icon) => `/icons/${icon.toLowerCase().replace(" ", "-")}.svg`;

/** The ten icons that a list can have. */
export const icons = [
  "No Icon", "Appointments", "Birthdays", "Chores", "Drinks", "Folder", "Groceries", "Inbox", "Photos", "Trips",
];

/** Says something to those who listen, and nothing to those who look. */
export function announce(content) {
  document.getElementById("announcements").textContent = content;
}

/** Leaves an element's children as they are where they need not change, so that focus stays where it is. */
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

/** Opens a menu below its button, and does what is chosen in it. Many buttons can have the same menu. */
export function openMenuBy(button, menu, act) {
  button.popoverTargetElement = menu;
  // The menu opens after this.
  button.onclick = () => {
    const { bottom, left, right } = button.getBoundingClientRect();
    const room = document.documentElement;
    menu.style.top = `${Math.max(Math.min(bottom + 4, room.clientHeight - 44 * menu.children.length), 4)}px`;
    // It lies to that side of its button where there is more room.
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
