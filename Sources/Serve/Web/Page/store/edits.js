/** Edits that are on their way: items as a person sees them, before the service has answered. */

import { sortOf } from "./addresses.js";
import * as api from "./api.js";
import { dueKey } from "./due.js";
import { lists } from "./lists.js";
import { items, open, showsChecked } from "./open-list.js";
import { viewOf } from "./preferences.js";
import { publish } from "./topics.js";

/** Changes that were made here and not yet answered, by item: shown at once, dropped when refused. */
const edits = new Map();
/** Items that were added here and not yet answered. */
const drafts = new Set();
/** What has become of drafts, by their numbers: each as it was added, and the item that was answered. */
const answered = new Map();

/** The number by which the service knows an item, as soon as it does. */
export const numberOf = (id) => answered.get(id)?.item.id ?? id;

/** What was added here under a number, as it was answered, or else as it was added. */
export const addedAs = (id) => answered.get(id)?.item ?? [...drafts].find((draft) => draft.id === id);

/** An item as it was seen; where that was a draft which is answered by now, with what the service made of it. */
export function asAnswered(seen) {
  const { draft, item } = answered.get(seen.id) ?? {};
  return item ? withAnswer(seen, draft, item) : seen;
}

/** What was seen of a draft, with what its answer says of all that nobody had changed by then. */
export function withAnswer(seen, draft, item) {
  const own = Object.keys(item).filter((field) => field in draft && !api.same(seen[field], draft[field]));
  const changed = Object.fromEntries(own.map((field) => [field, seen[field]]));
  return { ...item, ...changed, id: item.id, updatedAt: undefined };
}

export function addEdit(draftOrId, change) {
  const id = numberOf(draftOrId);
  edits.set(id, [...(edits.get(id) ?? []), change]);
  sortItems();
}

export function dropEdit(draftOrId, change) {
  const id = numberOf(draftOrId);
  const others = (edits.get(id) ?? []).filter((edit) => edit !== change);
  if (others.length) edits.set(id, others);
  else edits.delete(id);
  sortItems();
}

export function addDraft(draft) {
  drafts.add(draft);
  publish("items", "lists");
}

/** Puts what became of a draft in its place, or takes it away. */
export function dropDraft(draft, item) {
  drafts.delete(draft);
  if (item && edits.has(draft.id)) edits.set(item.id, edits.get(draft.id));
  if (item) answered.set(draft.id, { draft, item });
  edits.delete(draft.id);
  if (item && open.list?.id === item.checklistId) items.add(item);
  if (item) count(item, 1);
  sortItems();
}

/** Whether what was done here to an item leaves it there, whatever was answered. */
export const isShown = (id) => Object.assign({}, ...(edits.get(numberOf(id)) ?? [])).deleted === false;

export const hasEdits = (id) => edits.has(id);

/** An item as a person sees it: as last answered, with what was changed here since. */
function shown(item) {
  const own = edits.get(item.id);
  return own ? Object.assign({}, item, ...own) : item;
}

/** Items that were added here and are in no answer yet, be it one that overtook that to the addition. */
function pending() {
  const there = new Set(drafts.size ? items.elements.map(({ uid }) => uid) : []);
  return [...drafts].filter(({ uid }) => !(uid && there.has(uid)));
}

/** The items of the open list as they are seen, without those that are deleted or to be hidden, unless they `stay`. */
export function shownItems(stay = () => false) {
  const id = open.list?.id;
  const all = showsChecked(id);
  return [...inOrder(), ...pending()].map(shown).filter((item) =>
    !item.deleted && item.checklistId === id && (all || !item.checked || stay(item)));
}

/** How many items a list has and how many remain, with the edits that are on their way. */
export function countsOf(list) {
  let { itemsCount, uncheckedItemsCount } = list;
  for (const draft of pending()) {
    const { checklistId, checked, deleted } = shown(draft);
    if (deleted || checklistId !== list.id) continue;
    itemsCount++;
    if (!checked) uncheckedItemsCount++;
  }
  for (const item of edits.size ? items.elements : []) {
    if (item.checklistId !== list.id || !edits.has(item.id)) continue;
    const now = shown(item);
    const here = !now.deleted && now.checklistId === list.id;
    itemsCount += here - 1;
    uncheckedItemsCount += (here && !now.checked) - !item.checked;
  }
  return { itemsCount: Math.max(itemsCount, 0), uncheckedItemsCount: Math.max(uncheckedItemsCount, 0) };
}

/** Puts an item as answered in the place of what was known or `seen` of it, or takes it away. */
export function replaceItem(id, item, seen) {
  const known = items.elements.find((element) => element.id === id) ?? seen;
  if (known) count(known, -1);
  if (known && item) count(item, 1);
  items.elements = items.elements.flatMap((element) => (element !== known ? element : item ?? []));
  sortItems();
}

/** Shows an item again that was taken away. */
export function bringBack(item) {
  if (items.elements.some(({ id }) => id === item.id) || drafts.has(item)) return;
  if (open.list?.id === item.checklistId) items.add(item);
  count(item, 1);
  sortItems();
}

/** Puts items as they are elsewhere in their places, or takes them away; what is not loaded yet stays so. */
export function placeItems(entries) {
  // What is read later has them.
  if (!items.loaded) return;
  const known = new Map(items.elements.map((item) => [item.id, item]));
  const now = new Map(known);
  for (const { id, item } of entries) {
    if (item?.checklistId !== open.list?.id) now.delete(id);
    else if (!api.same(item, now.get(id)) && !(now.get(id)?.updatedAt > item.updatedAt)) now.set(id, item);
  }
  if (now.size === known.size && items.elements.every((item) => now.get(item.id) === item)) return;
  items.elements = [...now.values()];
  sortItems();
  while (!items.complete && items.elements.length > 0 && !known.has(items.elements.at(-1).id)) items.elements.pop();
  publish("items", "lists");
}

/** Counts an item in or out of its list, wherever the list is known. */
function count({ checklistId, checked }, sign) {
  for (const list of new Set([open.list, ...lists.elements])) {
    if (list?.id !== checklistId) continue;
    list.itemsCount += sign;
    if (!checked) list.uncheckedItemsCount += sign;
  }
}

/** Puts what is loaded in order. */
function sortItems() {
  items.elements = inOrder();
  publish("items", "lists");
}

/** What is loaded, ordered as the service would, so that an edit moves its item at once. */
function inOrder() {
  const keys = sortOf(viewOf(open.list?.id)).split(",").map((key) => ({ name: key.replace("-", ""), sign: key[0] === "-" ? -1 : 1 }));
  const compare = ([, one], [, other]) => {
    for (const { name, sign } of keys) {
      const [a, b] = name === "dueDate" ? [dueKey(one), dueKey(other)] : [one[name], other[name]];
      if (a === b) continue;
      if (a === null || b === null) return a === null ? 1 : -1;
      return a < b ? -sign : sign;
    }
    return one.id - other.id;
  };
  return items.elements.map((item) => [item, shown(item)]).sort(compare).map(([item]) => item);
}
