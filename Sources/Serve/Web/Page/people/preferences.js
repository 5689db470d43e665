/** How somebody wants to see the lists, all of them and each, kept by the service. */

import { membershipAddress, preferencesAddress } from "./addresses.js";
import * as api from "./api.js";
import { isGuest } from "./me.js";
import { publish } from "./topics.js";

/** Ways of sorting items; each is a value of `sort`. */
const sorts = ["position", "checked,dueDate", "checked,-important,dueDate"];

export const preferences = { selectedChecklistId: null, showChecked: true, itemSort: sorts[0] };

/** What is wanted of single lists that were opened, by number; what is `null` is as for all of them. */
const ofLists = new Map();

/** How the items of a list are ordered, and whether the checked ones are shown. */
export function viewOf(listId) {
  const own = ofLists.get(listId);
  return {
    itemSort: [own?.itemSort, preferences.itemSort, ...sorts].find((sort) => sorts.includes(sort)),
    showChecked: own?.showChecked ?? preferences.showChecked,
  };
}

/** Reads what only a person has: nothing for a token that was asked for just now, and is that of a link to a list. */
async function readOwn(address) {
  if (isGuest()) return undefined;
  return api.read(address).catch((error) => {
    if (![403, 404].includes(error.status)) throw error;
  });
}

export async function loadPreferences() {
  Object.assign(preferences, await readOwn(preferencesAddress));
}

/** Reads how a list is wanted, the first time that it is opened. */
export async function loadView(listId) {
  if (ofLists.has(listId)) return;
  const kept = await readOwn(membershipAddress(listId));
  // What was chosen here meanwhile counts.
  if (kept) ofLists.set(listId, { ...kept, ...ofLists.get(listId) });
}

/** Changes something that is kept. */
function keep(work) {
  publish("preferences");
  // Whoever may only read, or is nobody in particular, still sees what was chosen until the page is closed.
  if (api.rights.write && !isGuest()) work().catch(() => {});
}

/** Changes what goes for all lists, at once, and keeps it. */
export function setPreference(change) {
  Object.assign(preferences, change);
  keep(() => api.set(preferencesAddress, change, { kind: "minor" }));
}

/** Changes how one list is shown, at once, and keeps it. */
export function setView(listId, change) {
  ofLists.set(listId, { ...ofLists.get(listId), ...change });
  keep(() => changeMembership(listId, change, { kind: "minor" }));
}

/** Changes how this person has a list, which is nobody else's affair. */
export const changeMembership = (listId, change, options) =>
  api.amend(membershipAddress(listId), ["muted", "itemSort", "showChecked"], change, options);
