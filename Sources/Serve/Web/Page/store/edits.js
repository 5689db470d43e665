/** Unanswered edits: items as they are shown before the server responds. */

import { itemAddress, sortOf } from "./addresses.js";
import * as api from "./api.js";
import { dueKey } from "./due.js";
import { assign, numberOf } from "./ids.js";
import { lists } from "./lists.js";
import { items, open, showsChecked } from "./open-list.js";
import { viewOf } from "./preferences.js";
import { publish } from "./topics.js";

/** Edits by item id. They are dropped when the server responds. */
const edits = new Map();
/** Items that were added and are unanswered, by temporary id. */
const drafts = new Map();
/** Drafts and the items that the server made of them, by temporary id. */
const answered = new Map();

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

/** How often edits and drafts have changed. */
let changesCount = 0;

/** Shows a change of items and drafts, by their ids. */
export function addEdits(ids, change) {
  for (const id of ids.map(numberOf)) edits.set(id, [...(edits.get(id) ?? []), change]);
  changesCount++;
  sortItems();
}

export function dropEdits(ids, change) {
  for (const id of ids.map(numberOf)) {
    const others = (edits.get(id) ?? []).filter((edit) => edit !== change);
    if (others.length) edits.set(id, others);
    else edits.delete(id);
  }
  changesCount++;
  sortItems();
}

export function addDraft(...added) {
  for (const draft of added) drafts.set(draft.id, draft);
  publish("items", "lists");
}

/** Replaces drafts by their items, or removes them. */
export function dropDrafts(pairs) {
  for (const [{ id }, item] of pairs) {
    const draft = drafts.get(id);
    if (!draft) continue;
    drafts.delete(id);
    if (item && edits.has(draft.id)) edits.set(item.id, edits.get(draft.id));
    edits.delete(draft.id);
    if (!item) continue;
    answered.set(draft.id, { draft, item });
    assign(draft.id, item.id);
    if (open.list?.id === item.checklistId) items.add(item);
    count(item, 1);
  }
  changesCount++;
  sortItems();
}

/** Whether an item is being restored. */
export const isShown = (id) => Object.assign({}, ...(edits.get(numberOf(id)) ?? [])).deleted === false;

export const hasEdits = (id) => edits.has(id);

/** The edits of an item and of its parent, which a subtask follows. */
function editOf(item) {
  const own = edits.has(item.id) ? Object.assign({}, ...edits.get(item.id)) : undefined;
  const parentId = numberOf((own && "parentId" in own ? own : item).parentId);
  const above = parentId && edits.get(parentId);
  return above ? { ...followed(Object.assign({}, ...above), parentId), ...own } : own;
}

/** The fields of a subtask that follow its parent. A recurring parent unchecks its subtasks. */
function followed(change, parentId) {
  const names = ["deleted", "checklistId", "sectionId"].filter((name) => name in change);
  const taken = Object.fromEntries(names.map((name) => [name, change[name]]));
  if (change.checked) taken.checked = !items.elements.find(({ id }) => id === parentId)?.recurrence;
  return taken;
}

/** Returns a function that applies the edits to an item, and those of its subtasks to its counts. */
function applying() {
  if (edits.size + drafts.size === 0) return (item) => item;
  const families = new Map();
  const add = ({ parentId, checked }, sign) => {
    if (!parentId) return;
    const [all, unchecked] = families.get(numberOf(parentId)) ?? [0, 0];
    families.set(numberOf(parentId), [all + sign, checked ? unchecked : unchecked + sign]);
  };
  for (const item of items.elements) {
    const edit = editOf(item);
    if (!edit) continue;
    add(item, -1);
    if (!edit.deleted) add({ ...item, ...edit }, 1);
  }
  for (const draft of pending()) if (!editOf(draft)?.deleted) add({ ...draft, ...editOf(draft) }, 1);
  return (item) => {
    const [edit, family] = [editOf(item), families.get(item.id)];
    if (!edit && !family && !item.unsaved) return item;
    const now = { ...item, ...edit };
    if (family) {
      now.subtasksCount = (now.subtasksCount ?? 0) + family[0];
      now.uncheckedSubtasksCount = (now.uncheckedSubtasksCount ?? 0) + family[1];
    }
    return Object.assign(now, {
      checklistId: numberOf(now.checklistId), parentId: numberOf(now.parentId), sectionId: numberOf(now.sectionId),
    });
  };
}

/** Drafts that no response has yet. A list may arrive before the response to the addition. */
function pending() {
  const there = new Set(drafts.size ? items.elements.map(({ uid }) => uid) : []);
  return [...drafts.values()].filter(({ uid }) => !(uid && there.has(uid)));
}

/** The items to show: without deleted ones, and without checked ones if these are hidden, unless they `stay`. */
export function shownItems(stay = (_item) => false) {
  const id = open.list?.id;
  const all = showsChecked(id);
  const shown = applying();
  order(shown);
  return [...items.elements, ...pending()].map(shown).filter((item) =>
    !item.deleted && item.checklistId === id && (all || !item.checked || stay(item)));
}

/** The counts of a list with the edits applied. */
export function countsOf(list) {
  let { itemsCount, uncheckedItemsCount } = list;
  for (const draft of pending()) {
    const { checklistId, checked, deleted } = { ...draft, ...editOf(draft) };
    if (deleted || numberOf(checklistId) !== list.id) continue;
    itemsCount++;
    if (!checked) uncheckedItemsCount++;
  }
  for (const item of edits.size ? items.elements : []) {
    const edit = item.checklistId === list.id && editOf(item);
    if (!edit) continue;
    const now = { ...item, ...edit };
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
  items.elements = items.elements.flatMap((element) => {
    if (element === known) return item ?? [];
    return known && element.parentId === id ? afterParent(element, known, item) : element;
  });
  sortItems();
}

/** Removes items that the server has deleted. */
export function removeItems(ids) {
  const gone = new Set(ids);
  for (const item of items.elements) if (gone.has(item.id)) countInList(item, -1);
  items.elements = items.elements.filter(({ id }) => !gone.has(id));
  sortItems();
}

/** A subtask after its parent was changed from `seen`; the server changes both at once. */
function afterParent(subtask, seen, parent) {
  countInList(subtask, -1);
  if (!parent) return [];
  const { checklistId, sectionId } = parent;
  const now = { ...subtask, checklistId, sectionId };
  api.outdate(itemAddress(subtask.id));
  if (parent.completionsCount > (seen.completionsCount ?? 0)) now.checked = false;
  else if (parent.checked && !seen.checked) now.checked = true;
  countInList(now, 1);
  return api.same(now, subtask) ? subtask : now;
}

/** Shows removed items again. */
export function bringBack(all) {
  const known = new Set(items.elements.map(({ id }) => id));
  for (const item of all) {
    if (known.has(numberOf(item.id)) || drafts.has(item.id)) continue;
    if (open.list?.id === item.checklistId) items.add(item);
    count(item, 1);
  }
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

/** Adds an item to the counts of its list and parent, or subtracts it. */
function count(item, sign) {
  const { checked, parentId } = item;
  countInList(item, sign);
  const index = parentId ? items.elements.findIndex(({ id }) => id === parentId) : -1;
  if (index >= 0) {
    const parent = { ...items.elements[index] };
    parent.subtasksCount += sign;
    if (!checked) parent.uncheckedSubtasksCount += sign;
    items.elements = items.elements.with(index, parent);
    // Its `ETag` has changed, too.
    api.outdate(itemAddress(parentId));
  }
}

function countInList({ checklistId, checked }, sign) {
  for (const list of new Set([open.unchanged, ...lists.elements])) {
    if (list?.id !== checklistId) continue;
    list.itemsCount += sign;
    if (!checked) list.uncheckedItemsCount += sign;
  }
}

/** Sorts the loaded items, and shows them. */
function sortItems() {
  order();
  publish("items", "lists");
}

/** What the order of the loaded items was last computed for. */
let ordered = {};

/** Puts the loaded items in the server's order, so that an edit moves its item at once. */
function order(shown) {
  const sort = sortOf(viewOf(open.list?.id));
  const isKnown = ordered.elements === items.elements && ordered.sort === sort && ordered.changesCount === changesCount;
  if (!isKnown) items.elements = inOrder(sort, shown ?? applying());
  ordered = { elements: items.elements, sort, changesCount };
}

function inOrder(sort, shown) {
  const keys = sort.split(",").map((key) => ({ name: key.replace("-", ""), sign: key[0] === "-" ? -1 : 1 }));
  const all = items.elements.map((item) => [item, shown(item)]);
  const parents = new Map(all.some(([, { parentId }]) => parentId) ? all.map(([, item]) => [item.id, item]) : []);
  const parentOf = (item) => parents.get(item.parentId) ?? item;
  const compare = ([, one], [, other]) => {
    for (const { name, sign } of keys) {
      if (name === "position" && parents.size > 0) {
        // A subtask comes right after its parent; without it, by its own position.
        const [above, below] = [parentOf(one), parentOf(other)];
        if (above !== below) return above.position - below.position || above.id - below.id;
        if (above === one || below === other) return above === one ? -1 : 1;
      }
      const [a, b] = name === "dueDate" ? [dueKey(one), dueKey(other)] : [one[name], other[name]];
      if (a === b) continue;
      if (a === null || b === null) return a === null ? 1 : -1;
      return a < b ? -sign : sign;
    }
    return one.id - other.id;
  };
  const isInOrder = all.every((one, index) => index === 0 || compare(all[index - 1], one) < 0);
  return isInOrder ? items.elements : all.sort(compare).map(([item]) => item);
}
