/** Unanswered edits: items as they are shown before the server responds. */

import { sortOf } from "./addresses.js";
import * as api from "./api.js";
import { dueKey } from "./due.js";
import { lists } from "./lists.js";
import { items, open, showsChecked } from "./open-list.js";
import { viewOf } from "./preferences.js";
import { publish } from "./topics.js";

/** Edits by item id. They are dropped when the server responds. */
const edits = new Map();
/** Items that were added and are unanswered. */
const drafts = new Set();
/** Drafts and the items that the server made of them, by temporary id. */
const answered = new Map();

/** The server's id of an item, once it is known. */
export const numberOf = (id) => answered.get(id)?.item.id ?? id;

/** An added item by its temporary id: as the server returned it, or else the draft. */
export const addedAs = (id) => answered.get(id)?.item ?? [...drafts].find((draft) => draft.id === id);

/** An item as it was seen. For an answered draft, with the fields that the server set. */
export function asAnswered(seen) {
  const { draft, item } = answered.get(seen.id) ?? {};
  return item ? withAnswer(seen, draft, item) : seen;
}

/** A draft as it was seen, with the server's fields where the person changed nothing. */
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

/** Replaces a draft by its item, or removes it. */
export function dropDraft(draft, item) {
  drafts.delete(draft);
  if (item && edits.has(draft.id)) edits.set(item.id, edits.get(draft.id));
  if (item) answered.set(draft.id, { draft, item });
  edits.delete(draft.id);
  if (item && open.list?.id === item.checklistId) items.add(item);
  if (item) count(item, 1);
  sortItems();
}

/** Whether an item is being restored. */
export const isShown = (id) => Object.assign({}, ...(edits.get(numberOf(id)) ?? [])).deleted === false;

export const hasEdits = (id) => edits.has(id);

/** An item with its edits applied. */
function shown(item) {
  const own = edits.get(item.id);
  return own ? Object.assign({}, item, ...own) : item;
}

/** Drafts that no response has yet. A list may arrive before the response to the addition. */
function pending() {
  const there = new Set(drafts.size ? items.elements.map(({ uid }) => uid) : []);
  return [...drafts].filter(({ uid }) => !(uid && there.has(uid)));
}

/** The items to show: without deleted ones, and without checked ones if these are hidden, unless they `stay`. */
export function shownItems(stay = () => false) {
  const id = open.list?.id;
  const all = showsChecked(id);
  return [...inOrder(), ...pending()].map(shown).filter((item) =>
    !item.deleted && item.checklistId === id && (all || !item.checked || stay(item)));
}

/** The counts of a list with the edits applied. */
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

/** Replaces an item by the server's version, or removes it. */
export function replaceItem(id, item, seen) {
  const known = items.elements.find((element) => element.id === id) ?? seen;
  if (known) count(known, -1);
  if (known && item) count(item, 1);
  items.elements = items.elements.flatMap((element) => (element !== known ? element : item ?? []));
  sortItems();
}

/** Shows a removed item again. */
export function bringBack(item) {
  if (items.elements.some(({ id }) => id === item.id) || drafts.has(item)) return;
  if (open.list?.id === item.checklistId) items.add(item);
  count(item, 1);
  sortItems();
}

/** Applies items that were changed elsewhere. Those on pages that were not read stay unread. */
export function placeItems(entries) {
  // The first page will have them.
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

/** Adds an item to the counts of its list, or subtracts it. */
function count({ checklistId, checked }, sign) {
  for (const list of new Set([open.list, ...lists.elements])) {
    if (list?.id !== checklistId) continue;
    list.itemsCount += sign;
    if (!checked) list.uncheckedItemsCount += sign;
  }
}

/** Sorts the loaded items. */
function sortItems() {
  items.elements = inOrder();
  publish("items", "lists");
}

/** The loaded items in the server's order, so that an edit moves its item at once. */
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
