/** The open list and its items. */

import { itemsAddress, listAddress } from "./addresses.js";
import * as api from "./api.js";
import { Collection } from "./collection.js";
import { isSent } from "./ids.js";
import { currentList, knownLists, lists, loadCounts, loadLists } from "./lists.js";
import { loadMembers } from "./members.js";
import { t } from "./language.js";
import { notice } from "./notices.js";
import { overlaid } from "./overlays.js";
import { loadView, viewOf } from "./preferences.js";
import { publish } from "./topics.js";

let openedList = null;

/** The open list with the fields that operations change, the search text, and the tags that shown items must have. */
export const open = {
  query: "", tags: [],
  get list() {
    return openedList && overlaid("list", openedList.id, openedList);
  },
  set list(list) {
    openedList = list;
  },
  /** The open list as the server returned it. */
  get unchanged() {
    return openedList;
  },
};
/** Its items as the server returned them. */
export const items = new Collection(() => publish("items"));

/** Whether checked items are shown; a search always includes them. */
export const showsChecked = (id) => viewOf(id).showChecked || Boolean(open.query);

/** The sections of a list, with the pending changes applied. */
export function sectionsOf(listId) {
  const list = open.list?.id === listId ? open.list : knownLists.get(listId);
  const sections = list?.sections ?? [];
  return overlaid("sections", listId, sections);
}

/** Opens a list and reads its items. Returns false if it does not exist. Does nothing once `signal` aborts. */
export async function openList(id, signal) {
  if (open.list?.id !== id) {
    Object.assign(open, { query: "", tags: [], list: knownLists.get(id) ?? overlaid("lists", undefined, []).find((list) => list.id === id) ?? null });
    items.clear();
    if (!isSent(id)) items.loaded = true;
    publish("items", "lists");
  }
  // The server does not know a new list yet.
  if (!isSent(id)) return open.list !== null;
  const loading = loadView(id, reloadItems).then(() => signal.aborted || loadItems(id)).catch(api.orGone);
  let list;
  let isOpened = false;
  const take = async (now) => {
    list = now;
    if (!isOpened || signal.aborted) return;
    showList(list, { opened: true });
    await loadMembers(list).catch(api.orGone);
  };
  const failed = (error) => error.status === 404 && publish("gone");
  await Promise.all([api.readSoon(listAddress(id), take, { signal, failed }).catch(api.orGone), loading]);
  isOpened = true;
  if (list) await take(list);
  return list !== undefined;
}

export async function loadItems(id = open.list?.id) {
  if (!isSent(id)) return;
  const address = itemsAddress(id, viewOf(id), open.query);
  // `early.js` sends this request first at the next start.
  if (!open.query) localStorage.setItem("items", address);
  await items.read(address);
}

/** Reads the items again, for example after the sort order changed. */
export const reloadItems = () => loadItems().catch((error) => {
  api.orGone(error);
  return refreshCounts();
});

/** Replaces a list in all views. */
export function showList(list, { opened = false } = {}) {
  if (opened || open.list?.id === list.id) open.list = list;
  lists.elements = lists.elements.map((element) => (element.id === list.id ? list : element));
  knownLists.set(list.id, list);
  publish("items", "lists");
}

/** Reads the counts of the open list and over all lists. */
export async function refreshCounts() {
  const seen = isSent(open.list?.id) ? open.list : undefined;
  const [list] = await Promise.all([seen && currentList(seen.id), loadCounts()]);
  if (list) {
    showList(list);
    await loadMembers(list).catch(api.orGone);
  } else if (seen && open.list?.id === seen.id) publish("gone");
}

/** Reads everything that is shown again. */
export async function refresh() {
  await Promise.all([loadLists(), refreshCounts(), open.list && loadItems().catch(api.orGone)]);
  publish("refresh");
}

/** Shows that a list was deleted or is no longer shared, and leaves it. */
export function leaveGone({ id, name }) {
  notice(t("“{0}” was deleted, or is no longer shared with you.", name), { alert: true });
  knownLists.delete(id);
  if (open.list?.id === id) open.list = null;
  if (`${location.hash}/`.startsWith(`#/lists/${id}/`)) location.replace("#/");
  loadLists();
}
