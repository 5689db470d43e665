/** The lists and the counts over all of them. */

import { listAddress, listsAddress } from "./addresses.js";
import * as api from "./api.js";
import { Collection } from "./collection.js";
import { overlaid } from "./overlays.js";
import { publish } from "./topics.js";

/** The lists that match the search. */
export const lists = new Collection(() => {
  if (!search.query) knownLists.clear();
  for (const list of lists.elements) knownLists.set(list.id, list);
  publish("lists");
});
/** Every list that was read and not deleted, by id, also outside the search. */
export const knownLists = new (class extends Map {
  get(id) {
    return super.has(id) ? overlaid("list", id, super.get(id)) : undefined;
  }
})();
/** The search text. */
export const search = { query: "" };
/** The latest counts. */
export const counts = { reminders: 0 };

/** Reads a list; `undefined` if it was deleted. */
export const currentList = (id) => api.read(listAddress(id)).catch(api.orGone);

export const loadLists = () => lists.read(listsAddress(search.query));

const countsAddress = "/v1/counts";

const takeCounts = (now) => {
  Object.assign(counts, now);
  publish("counts");
};

export const loadCounts = async () => takeCounts(await api.read(countsAddress));

/** The same at the start of the page, from the cache first if the server is slow. */
export const loadCountsSoon = () => api.readSoon(countsAddress, takeCounts);
