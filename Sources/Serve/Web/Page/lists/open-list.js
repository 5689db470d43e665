/** The list that is open, and its items. */

import { itemsAddress } from "./addresses.js";
import * as api from "./api.js";
import { Collection } from "./collection.js";
import { currentList, knownLists, lists, loadCounts, loadLists } from "./lists.js";
import { loadMembers } from "./members.js";
import { loadView, viewOf } from "./preferences.js";
import { publish } from "./topics.js";

/** The list that is open, as last answered, and what its items are searched for. */
export const open = { list: null, query: "" };
/** The items of the open list, as last answered. */
export const items = new Collection(() => publish("items"));

/** Whether the checked items of a list are shown: whatever is looked for is found. */
export const showsChecked = (id) => viewOf(id).showChecked || Boolean(open.query);

/** Opens a list and reads its items. False if it is gone; an answer that comes after somebody left changes nothing. */
export async function openList(id, signal) {
  if (open.list?.id !== id) {
    Object.assign(open, { query: "", list: lists.elements.find((list) => list.id === id) ?? null });
    items.clear();
    publish("items", "lists");
  }
  const loading = loadView(id).then(() => signal.aborted || loadItems(id)).catch(api.orGone);
  const [list] = await Promise.all([currentList(id), loading]);
  if (list && !signal.aborted) {
    showList(list, { opened: true });
    await loadMembers(list).catch(api.orGone);
  }
  return list !== undefined;
}

export async function loadItems(id = open.list?.id) {
  const address = itemsAddress(id, viewOf(id), open.query);
  // What is seen here last is asked for first, the next time.
  if (!open.query) localStorage.setItem("items", address);
  await items.read(address);
}

/** Reads the items in another way; where there is no list for them any more, that is told. */
export const reloadItems = () => loadItems().catch((error) => {
  api.orGone(error);
  return refreshCounts();
});

/** Shows a list as it is now, wherever it stands. */
export function showList(list, { opened = false } = {}) {
  if (opened || open.list?.id === list.id) open.list = list;
  lists.elements = lists.elements.map((element) => (element.id === list.id ? list : element));
  knownLists.set(list.id, list);
  publish("items", "lists");
}

/** Reads what remains of the open list and of all, once everything that was done here has been answered. */
export async function refreshCounts() {
  const { list: seen } = open;
  const [list] = await Promise.all([seen && currentList(seen.id), loadCounts()]);
  if (list) {
    showList(list);
    await loadMembers(list).catch(api.orGone);
  } else if (seen && open.list?.id === seen.id) publish("gone");
}

/** Reads again what may have changed elsewhere. */
export async function refresh() {
  await Promise.all([loadLists(), refreshCounts(), open.list && loadItems().catch(api.orGone)]);
  publish("refresh");
}
