/** The rows of a list: items below the headings of their sections, and subtasks below their parents. */

import { shownItems } from "./edits.js";
import { isFolded } from "./folds.js";
import { number, t } from "./language.js";
import { sectionsOf } from "./open-list.js";

/** Puts subtasks among `items` and `others` below their parents in `items`. Folded parents hide them. */
function withSubtasks(items, others, children) {
  const families = new Map();
  const parents = new Map(items.map((item) => [item.id, item]));
  const isChild = ({ parentId }) => parentId && parents.has(parentId);
  for (const item of [...items, ...others]) {
    if (!isChild(item)) continue;
    children.add(item.id);
    families.set(item.parentId, [...(families.get(item.parentId) ?? []), item]);
  }
  if (families.size === 0) return items;
  const family = ({ id }) => (isFolded(`item/${id}`) ? [] : families.get(id) ?? [])
    .sort((one, other) => one.position - other.position);
  return items.flatMap((item) => (children.has(item.id) ? [] : [item, ...family(item)]));
}

/**
 * Arranges open and completed items of a list in its own order. Returns the rows of both, and adds the ids of subtasks
 * that are below their parent to `children`. A filter hides sections without items.
 */
export function arrangeByHand(listId, todo, done, children, isFiltered) {
  const open = withSubtasks(todo, done, children);
  const rest = withSubtasks(done.filter(({ id }) => !children.has(id)), [], children);
  const sections = sectionsOf(listId);
  if (sections.length === 0) return { open, rest };
  const parts = new Map([undefined, ...sections.map(({ id }) => id)].map((id) => [id, []]));
  for (const item of open) parts.get(parts.has(item.sectionId) ? item.sectionId : undefined).push(item);
  const rows = sections.flatMap((section) => {
    const own = parts.get(section.id);
    if (isFiltered && own.length === 0) return [];
    const isOpen = !isFolded(`section/${section.id}`);
    const heading = { id: `section/${section.id}`, isHeading: true, section, count: own.filter(({ checked }) => !checked).length, isOpen };
    return [heading, ...(isOpen ? own : [])];
  });
  return { open: [...parts.get(undefined), ...rows], rest };
}

/** The tags of items with their number, most used first. */
export function tagsOf(items) {
  const counts = new Map();
  for (const { tags = [] } of items) {
    for (const name of tags) {
      const key = name.toLowerCase();
      const { count = 0 } = counts.get(key) ?? {};
      counts.set(key, { name: counts.get(key)?.name ?? name, count: count + 1 });
    }
  }
  return [...counts.values()].sort((one, other) => other.count - one.count).map(({ name }) => name);
}

/** Whether an item has all of some tags. */
export function isTagged({ tags = [] }, wanted) {
  const own = tags.map((tag) => tag.toLowerCase());
  return wanted.every((tag) => own.includes(tag.toLowerCase()));
}

/** The subtasks of a parent that are shown. */
export const subtasksOf = (id) => shownItems().filter(({ parentId }) => parentId === id);

/** A quantity in words: 1.5 kg. */
export const amount = ({ quantity, unit }) =>
  (quantity == null ? "" : unit ? t("{0} {1}", number(quantity), unit) : number(quantity));
