/** The lists, and what is counted over all of them. */

import { listAddress, listsAddress } from "./addresses.js";
import * as api from "./api.js";
import { Collection } from "./collection.js";
import { publish } from "./topics.js";

/** The lists that are looked for: all of them, where nothing is. */
export const lists = new Collection(() => {
  if (!search.query) knownLists.clear();
  for (const list of lists.elements) knownLists.set(list.id, list);
  publish("lists");
});
/** Every list that was read and is not known to be gone, by number, whatever is looked for at present. */
export const knownLists = new Map();
/** What the lists are searched for. */
export const search = { query: "" };
/** What is counted over all lists, as last answered. */
export const counts = { reminders: 0 };

/** A list as it is now; `undefined` if it is gone. */
export const currentList = (id) => api.read(listAddress(id)).catch(api.orGone);

export const loadLists = () => lists.read(listsAddress(search.query));

export async function loadCounts() {
  Object.assign(counts, await api.read("/v1/counts"));
  publish("counts");
}
