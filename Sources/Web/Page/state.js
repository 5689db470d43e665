/** What the page knows of the service's content, and the edits that are on their way there. */

import * as api from "./api.js";

// MARK: Being told

const listeners = new Map();

/** Calls a view whenever a topic changed, until its signal says that the view is gone. */
export function when(topic, listener, signal) {
  const all = listeners.get(topic) ?? new Set();
  listeners.set(topic, all.add(listener));
  signal?.addEventListener("abort", () => all.delete(listener));
}

/** Says that topics changed: items, lists, counts, preferences or, for all else, refresh; or that the open list is
 *  gone. Tells each view once. */
export function tell(...topics) {
  const told = new Set(topics.flatMap((topic) => [...(listeners.get(topic) ?? [])]));
  for (const listener of told) listener();
}

// MARK: Collections

const pageSize = 1000;
const keyOf = ({ id, itemId }) => id ?? itemId;

/** Pages of a collection as they arrive: what was read so far, how much there is, and where it goes on. */
export class Collection {
  elements = [];
  total = 0;
  loaded = false;
  #added = [];
  #next;
  #stop = new AbortController();
  #told;

  constructor(told) {
    this.#told = told;
  }

  /** Reads the first page, in place of whatever was read or is being read. */
  async read(address) {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#added = [];
    await this.#take(`${address}${address.includes("?") ? "&" : "?"}limit=${pageSize}`, []);
  }

  /** Whether everything has been read. */
  get complete() {
    return this.#next === undefined;
  }

  /** Reads the next page, if there is one and it is not on its way. */
  async more() {
    const next = this.#next;
    this.#next = undefined;
    if (next) await this.#take(next, this.elements);
    return next !== undefined;
  }

  /** Adds what was made here, even where a page that is on its way does not have it yet. */
  add(element) {
    this.elements = [...this.elements, element];
    this.#added.push(element);
  }

  async #take(address, before) {
    const { signal } = this.#stop;
    try {
      const { elements, total, next } = await api.page(address, { signal });
      if (signal.aborted) return;
      const known = new Map(this.elements.map((element) => [keyOf(element), element]));
      const all = new Map(before.map((element) => [keyOf(element), element]));
      for (const element of [...elements, ...this.#added]) {
        const ours = known.get(keyOf(element));
        // An answer that was overtaken by that to a change is not news.
        all.set(keyOf(element), ours?.updatedAt > element.updatedAt ? ours : element);
      }
      Object.assign(this, { elements: [...all.values()], total, loaded: true });
      this.#next = next;
      this.#told();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

/** The lists that are looked for: all of them, where nothing is. */
export const lists = new Collection(() => {
  if (!state.listQuery) knownLists.clear();
  for (const list of lists.elements) knownLists.set(list.id, list);
  tell("lists");
});
/** Every list that was read and is not known to be gone, by number, whatever is looked for at present. */
export const knownLists = new Map();
/** The items of the open list, as last answered. */
export const items = new Collection(() => tell("items"));

export const state = {
  /** The list that is open, as last answered. */
  list: null,
  listQuery: "",
  itemQuery: "",
  preferences: { selectedChecklistId: null, showChecked: true, itemSort: "position" },
  counts: { reminders: 0 },
};

export const listAddress = (id) => `/v1/checklists/${id}`;
export const itemAddress = (id) => `/v1/items/${id}`;

/** For reads of what may be gone: answers nothing then. */
export function orGone(error) {
  if (error.status !== 404) throw error;
}

/** A list as it is now; `undefined` if it is gone. */
export const currentList = (id) => api.read(listAddress(id)).catch(orGone);

// MARK: Reading

export const loadLists = () => lists.read(`/v1/checklists?q=${encodeURIComponent(state.listQuery)}`);

export async function loadCounts() {
  state.counts = await api.read("/v1/counts");
  tell("counts");
}

export async function loadPreferences() {
  const kept = await api.read("/v1/preferences").catch(orGone);
  if (kept) state.preferences = { ...kept, itemSort: sorts.includes(kept.itemSort) ? kept.itemSort : sorts[0] };
}

/** Opens a list and reads its items. False if it is gone. */
export async function openList(id) {
  if (state.list?.id !== id) {
    Object.assign(state, { itemQuery: "", list: lists.elements.find((list) => list.id === id) ?? null });
    Object.assign(items, { elements: [], loaded: false });
    tell("items", "lists");
  }
  const [list] = await Promise.all([currentList(id), loadItems(id).catch(orGone)]);
  if (list) showList(list, { opened: true });
  return list !== undefined;
}

export async function loadItems(id = state.list?.id) {
  const { itemSort, showChecked } = state.preferences;
  const query = new URLSearchParams({ sort: itemSort, q: state.itemQuery });
  if (!showChecked) query.set("checked", "false");
  await items.read(`${listAddress(id)}/items?${query}`);
}

/** Shows a list as it is now, wherever it stands. */
export function showList(list, { opened = false } = {}) {
  if (opened || state.list?.id === list.id) state.list = list;
  lists.elements = lists.elements.map((element) => (element.id === list.id ? list : element));
  knownLists.set(list.id, list);
  tell("items", "lists");
}

/** Reads what remains of the open list and of all, once everything that was done here has been answered. */
export async function refreshCounts() {
  const { list: seen } = state;
  const [list] = await Promise.all([seen && currentList(seen.id), loadCounts()]);
  if (list) showList(list);
  else if (seen && state.list?.id === seen.id) tell("gone");
}

/** Reads again what may have changed elsewhere. */
export async function refresh() {
  await Promise.all([loadLists(), refreshCounts(), state.list && loadItems().catch(orGone)]);
  tell("refresh");
}

// MARK: Edits on their way

/** Changes that were made here and not yet answered, by item: shown at once, dropped when refused. */
const edits = new Map();
/** Items that were added here and not yet answered. */
const drafts = new Set();

export function addEdit(id, change) {
  edits.set(id, [...(edits.get(id) ?? []), change]);
  sortItems();
}

export function dropEdit(id, change) {
  const others = (edits.get(id) ?? []).filter((edit) => edit !== change);
  if (others.length) edits.set(id, others);
  else edits.delete(id);
  sortItems();
}

export function addDraft(draft) {
  drafts.add(draft);
  tell("items", "lists");
}

/** Puts what became of a draft in its place, or takes it away. */
export function dropDraft(draft, item) {
  drafts.delete(draft);
  if (item && state.list?.id === item.checklistId) items.add(item);
  if (item) count(item, 1);
  sortItems();
}

export const hasEdits = (id) => edits.has(id);

/** An item as a person sees it: as last answered, with what was changed here since. */
function shown(item) {
  const own = edits.get(item.id);
  return own ? Object.assign({}, item, ...own) : item;
}

/** The items of the open list as they are seen, without those that are deleted or to be hidden. */
export function shownItems() {
  const { showChecked } = state.preferences;
  return [...items.elements.map(shown), ...drafts].filter((item) =>
    !item.deleted && item.checklistId === state.list?.id && (showChecked || !item.checked));
}

/** How many items a list has and how many remain, with the edits that are on their way. */
export function countsOf(list) {
  let { itemsCount, uncheckedItemsCount } = list;
  for (const draft of drafts) {
    if (draft.checklistId !== list.id) continue;
    itemsCount++;
    uncheckedItemsCount++;
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

/** Counts an item in or out of its list, wherever the list is known. */
function count({ checklistId, checked }, sign) {
  for (const list of new Set([state.list, ...lists.elements])) {
    if (list?.id !== checklistId) continue;
    list.itemsCount += sign;
    if (!checked) list.uncheckedItemsCount += sign;
  }
}

/** Ways of sorting items; each is a value of `sort`. */
const sorts = ["position", "checked,dueDate", "checked,-important,dueDate"];

/** Orders what is loaded as the service would, so that an edit moves its item at once. */
function sortItems() {
  const { itemSort } = state.preferences;
  const keys = itemSort.split(",").map((key) => ({ name: key.replace("-", ""), sign: key[0] === "-" ? -1 : 1 }));
  const compare = ([, one], [, other]) => {
    for (const { name, sign } of keys) {
      const [a, b] = [one[name], other[name]];
      if (a === b) continue;
      if (a === null || b === null) return a === null ? 1 : -1;
      return a < b ? -sign : sign;
    }
    return one.id - other.id;
  };
  if (itemSort !== "position") {
    items.elements = items.elements.map((item) => [item, shown(item)]).sort(compare).map(([item]) => item);
  }
  tell("items", "lists");
}
