/** The tags of the open list, as buttons that filter it, in a row above its items. */

import { tagsOf } from "./arranging.js";
import { arrange, stamp, text } from "./dom.js";
import { open } from "./open-list.js";

/** How many tags are offered. */
const tagsMax = 30;
const isSame = (one) => (other) => one.toLowerCase() === other.toLowerCase();

/** Adds a tag to the filter of the open list, or removes it. */
export function toggleTag(tag) {
  const others = open.tags.filter((other) => !isSame(tag)(other));
  open.tags = others.length < open.tags.length ? others : [...others, tag];
}

/** The row with the tags of items, or none without tags. */
export function tagsRow(items) {
  const all = [...open.tags, ...tagsOf(items).filter((tag) => !open.tags.some(isSame(tag)))].slice(0, tagsMax);
  return all.length ? [{ id: "tags", isHeading: true, tags: all.sort() }] : [];
}

/** Makes the row; `toggle` receives the chosen tag. */
export function makeTagsRow(toggle) {
  const { element, parts } = stamp("tags-row");
  const chips = new Map();
  const make = (tag) => {
    const chip = Object.assign(text("button", tag, "filter"), { onclick: () => toggle(tag), dir: "auto", tabIndex: -1 });
    chips.set(tag, chip);
    return chip;
  };
  const update = ({ tags }) => arrange(parts.tags, tags.map((tag) => {
    const chip = chips.get(tag) ?? make(tag);
    chip.setAttribute("aria-pressed", open.tags.some(isSame(tag)));
    return chip;
  }));
  return { element, update };
}
