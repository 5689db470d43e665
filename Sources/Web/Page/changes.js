/** Every way of changing something: shown at once, and taken back with the reason when it is refused. */

import * as api from "./api.js";
import { number, t } from "./language.js";
import { notice } from "./notices.js";
import { addDraft, addEdit, dropDraft, dropEdit, hasEdits, replaceItem, shownItems } from "./edits.js";
import { currentList, itemAddress, knownLists, listAddress, loadCounts, loadLists } from "./lists.js";
import { items, loadItems, open, refresh, showList } from "./open-list.js";
import { viewOf } from "./preferences.js";
import { tell } from "./topics.js";

const chooseVersion = async (...versions) => (await import("./conflict.js")).chooseVersion(...versions);

/** What a person changes of an item. */
const ownFields = [
  "text", "notes", "checked", "important", "dueDate", "shouldRemind", "location", "checklistId", "assigneeId",
];

/** Says why something was not done. */
export function explain(error) {
  const { message } = error;
  notice(error instanceof api.Conflict ? message : t("That was not possible. {0}", message), { alert: true });
}

/** Does something that is not shown before it is done, and says so if it is refused. */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    explain(error);
    return undefined;
  }
}

// MARK: Lists

/** Adds a list and answers it. */
export async function addList(draft) {
  const list = await api.post("/v1/checklists", draft);
  await loadLists();
  return list;
}

/** Renames a list or gives it another icon. */
export async function changeList(seen, change) {
  showList({ ...seen, ...change });
  try {
    showList(await api.patch(listAddress(seen.id), seen, change));
    await loadLists();
  } catch (error) {
    showList(error.theirs ?? seen);
    if (!error.theirs) return explain(error);
    const choice = await chooseVersion(error.theirs, { ...seen, ...change }, error.fields);
    if (choice === "mine") await changeList(error.theirs, change);
  }
}

/** Deletes a list as it was seen when the question was asked. Answers whether it is gone. */
export async function deleteList(list) {
  return (await attempt(async () => {
    await api.remove(listAddress(list.id), list, ["name", "itemsCount"]);
    if (open.list?.id === list.id) open.list = null;
    knownLists.delete(list.id);
    await Promise.all([loadLists(), loadCounts()]);
    return true;
  })) ?? false;
}

/** Says that a list is gone, for everybody or for who is here, which nobody can tell, and leaves its place. */
export function leaveGone({ id, name }) {
  notice(t("“{0}” was deleted, or is no longer shared with you.", name), { alert: true });
  knownLists.delete(id);
  if (open.list?.id === id) open.list = null;
  if (`${location.hash}/`.startsWith(`#/lists/${id}/`)) location.replace("#/");
  loadLists();
}

// MARK: Items

let draftsMade = 0;

/** Adds an item to a list, and answers it. Throws the refusal after the row has been taken back. */
export async function addItem(checklistId, fields) {
  // Until it is answered it has a number that no item has.
  const draft = { id: -++draftsMade, notes: "", dueDate: null, location: null, ...fields, checklistId, unsaved: true };
  addDraft(draft);
  try {
    const item = await api.post(`${listAddress(checklistId)}/items`, fields);
    dropDraft(draft, item);
    return item;
  } catch (error) {
    dropDraft(draft);
    throw error;
  }
}

/**
 * Changes fields of an item as it was `seen`, and answers the item as it is then.
 *
 * Where somebody else changed the same fields, both versions are offered. `again` is told of any other refusal.
 */
export async function changeItem(seen, change, again = explain) {
  addEdit(seen.id, change);
  try {
    const item = await api.patch(itemAddress(seen.id), seen, change);
    dropEdit(seen.id, change);
    const theirs = ownFields.some((field) => !(field in change) && !api.same(item[field], seen[field]));
    if (theirs && !hasEdits(seen.id)) {
      notice(t("Somebody else changed “{0}” too. Both changes are kept.", item.text));
    }
    replaceItem(seen.id, item, seen);
    if ("checklistId" in change) offerBack(item, seen);
    return item;
  } catch (error) {
    const { theirs, fields, status } = error;
    const choice = theirs && (await chooseVersion(theirs, { ...seen, ...change }, fields));
    dropEdit(seen.id, change);
    if (theirs) replaceItem(seen.id, theirs);
    if (choice === "mine") return changeItem(theirs, change, again);
    if (status === 404) await offerAgain({ ...seen, ...change });
    else if (!theirs) again(error);
    return theirs ?? seen;
  }
}

/** Says that an item is in another list now, and offers to take it back. */
function offerBack(item, { checklistId }) {
  const name = knownLists.get(item.checklistId)?.name ?? "";
  const act = async () => {
    await changeItem(item, { checklistId });
    await refresh();
  };
  notice(t("Moved “{0}” to “{1}”", item.text, name), { action: t("Undo"), act });
}

/** Says that an item is gone, and offers to add it again as it was to be, where its list is still there. */
async function offerAgain(item) {
  const [before, list] = [open.list?.id, knownLists.get(item.checklistId)];
  replaceItem(item.id, null);
  const there = await currentList(item.checklistId);
  // Whoever was at the list may have been told, and led away, meanwhile.
  if (!there && list && open.list?.id === before) leaveGone(list);
  tell("refresh");
  if (!there) return;
  const { checklistId, text, notes, checked, important, dueDate, shouldRemind, location, assigneeId } = item;
  const again = { text, notes, checked, important, dueDate, shouldRemind, location, assigneeId };
  notice(t("“{0}” was deleted elsewhere meanwhile.", text), {
    alert: true,
    action: t("Add it again"),
    act: async () => {
      await attempt(() => addItem(checklistId, again));
      tell("refresh");
    },
  });
}

/** Checks or unchecks an item. With `undoable` it can be brought back, as where a checked one goes. */
export function checkItem(item, checked, { undoable = !viewOf(item.checklistId).showChecked } = {}) {
  if (checked && undoable) {
    const act = async () => {
      await changeItem({ ...item, checked }, { checked: false });
      tell("refresh");
    };
    notice(t("Checked “{0}”", item.text), { action: t("Undo"), act });
  }
  return changeItem(item, { checked });
}

/** Takes an item away; it is deleted when the notice with the way back is gone. */
export function deleteItem(item) {
  const edit = { deleted: true };
  const address = itemAddress(item.id);
  const bringBack = () => dropEdit(item.id, edit);
  addEdit(item.id, edit);
  // Its version is wanted at once when the page is left before the notice is gone.
  api.read(address).catch(() => {});
  const closed = async (leaving) => {
    try {
      await api.remove(address, item, ownFields, { keepalive: leaving });
      replaceItem(item.id, null);
      bringBack();
    } catch (error) {
      bringBack();
      if (!error.theirs) return explain(error);
      replaceItem(item.id, error.theirs);
      notice(t("“{0}” was changed elsewhere meanwhile, so it was not deleted.", item.text), { alert: true });
    }
  };
  notice(t("Deleted “{0}”", item.text), { action: t("Undo"), act: bringBack, closed });
}

/** Places an item at an index among those that are shown, and offers to put it back where it was. */
export async function moveItem(item, index) {
  const order = shownItems().filter(({ unsaved }) => !unsaved);
  const was = order.findIndex(({ id }) => id === item.id);
  const others = order.toSpliced(was, 1);
  const [before, after] = [others[index], others[index - 1]];
  if (!before && !after) return;
  const rest = items.elements.filter(({ id }) => id !== item.id);
  const neighbour = rest.findIndex(({ id }) => id === (before ?? after).id);
  const moved = items.elements.find(({ id }) => id === item.id);
  items.elements = rest.toSpliced(before ? neighbour : neighbour + 1, 0, moved);
  tell("items");
  const where = t("“{0}” is now {1} of {2}", item.text, number(index + 1), number(order.length));
  notice(where, { action: t("Undo"), act: () => moveItem(item, was) });
  const address = itemAddress(item.id);
  try {
    const place = before ? { before: before.id } : { after: after.id };
    replaceItem(item.id, await api.post(`${address}/move`, place, address));
  } catch (error) {
    if (error.status === 404) return offerAgain(item);
    explain(error);
    await loadItems();
  }
}

// MARK: Many items

const checkedAddress = (list) => `${listAddress(list.id)}/items?checked=true`;

/** Unchecks whatever is checked of the open list, which is used again; that can be taken back. */
export async function uncheckItems() {
  const address = checkedAddress(open.list);
  const unchecked = await attempt(async () => {
    const checked = await api.readAll(address);
    await api.patchAll(address, { checked: false });
    return checked;
  });
  await refresh();
  if (!unchecked) return;
  // Their versions of before are no longer.
  const seen = unchecked.map((item) => ({ ...item, checked: false, updatedAt: null }));
  const act = () => Promise.all(seen.map((item) => changeItem(item, { checked: true })));
  notice(t("Unchecked: {0}", number(unchecked.length)), { action: t("Undo"), act });
}

/** Takes the checked items of the open list away; they are deleted when the notice with the way back is gone. */
export async function clearCheckedItems() {
  const { list } = open;
  const address = checkedAddress(list);
  const cleared = await attempt(() => api.readAll(address));
  if (!cleared) return;
  const edit = { deleted: true };
  for (const { id } of cleared) addEdit(id, edit);
  const bringBack = () => {
    for (const { id } of cleared) dropEdit(id, edit);
  };
  const closed = async (leaving) => {
    const ids = cleared.map(({ id }) => id);
    const alone = leaving ? !shownItems().some(({ checked }) => checked) : undefined;
    await attempt(() => api.removeThese(address, ids, itemAddress, { keepalive: leaving, alone }));
    await refresh();
    bringBack();
  };
  notice(t("Cleared: {0}", number(cleared.length)), { action: t("Undo"), act: bringBack, closed });
}

/** Deletes all items of the open list. */
export async function clearItems() {
  await attempt(() => api.removeAll(`${listAddress(open.list.id)}/items`));
  await refresh();
}
