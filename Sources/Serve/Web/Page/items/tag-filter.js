/** The tags of the open list, as buttons that filter it. */

import { tagsOf } from "./arranging.js";
import { arrange, text } from "./dom.js";
import { open } from "./open-list.js";

/** How many tags are offered. */
const tagsMax = 30;
const isSame = (one) => (other) => one.toLowerCase() === other.toLowerCase();

/** Adds a tag to the filter of the open list, or removes it. */
export function toggleTag(tag) {
  const others = open.tags.filter((other) => !isSame(tag)(other));
  open.tags = others.length < open.tags.length ? others : [...others, tag];
}

/** Shows the tags of `items` in an element; `toggle` receives the chosen one. */
export function showTags(element, items, toggle) {
  const all = [...open.tags, ...tagsOf(items).filter((tag) => !open.tags.some(isSame(tag)))].slice(0, tagsMax);
  const chips = new Map([...element.children].map((chip) => [chip.textContent, chip]));
  arrange(element, all.sort().map((tag) => {
    const chip = chips.get(tag) ?? Object.assign(text("button", tag), { onclick: () => toggle(tag), dir: "auto" });
    chip.setAttribute("aria-pressed", open.tags.some(isSame(tag)));
    return chip;
  }));
  element.hidden = all.length === 0;
}
