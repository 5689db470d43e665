/** View preferences, for all lists and for each, stored by the server. */

import { membershipAddress, preferencesAddress } from "./addresses.js";
import * as api from "./api.js";
import { loadRest } from "./later.js";
import { isGuest } from "./me.js";
import { rights } from "./session.js";
import { publish } from "./topics.js";

/** Values of the `sort` parameter. */
const sorts = ["position", "checked,dueDate", "checked,-important,dueDate"];

export const preferences = { selectedChecklistId: null, showChecked: true, itemSort: sorts[0] };

/** Preferences of opened lists by id; `null` fields follow the general ones. */
const ofLists = new Map();
const choicesOfLists = new Map();

/** Sort order of a list, and whether it shows checked items. */
export function viewOf(listId) {
  const own = { ...ofLists.get(listId), ...choicesOfLists.get(listId) };
  return {
    itemSort: [own.itemSort, preferences.itemSort, ...sorts].find((sort) => sorts.includes(sort)),
    showChecked: own.showChecked ?? preferences.showChecked,
  };
}

/** Reads a resource that guests do not have, from the cache first if the server is slow. */
async function readOwn(address, take) {
  if (isGuest()) return;
  await api.readSoon(address, take).catch((error) => {
    if (![403, 404].includes(error.status)) throw error;
  });
}

/** Choices made since the page was opened, which count more than a response. */
let choices = {};

export const loadPreferences = () => readOwn(preferencesAddress, (kept) => {
  Object.assign(preferences, kept, choices);
  publish("preferences");
});

/** Reads the preferences of a list when it is first opened. `changed` is called if a late response differs. */
export async function loadView(listId, changed = () => {}) {
  if (ofLists.has(listId)) return;
  await readOwn(membershipAddress(listId), (kept) => {
    const before = viewOf(listId);
    const isLate = ofLists.has(listId);
    ofLists.set(listId, kept);
    if (isLate && !api.same(before, viewOf(listId))) changed();
  });
}

/** Stores a preference. A guest's or read-only caller's choice lasts until the page is closed. */
const keep = (operation) => rights.write && !isGuest() && loadRest().then(({ perform }) => perform({ ...operation, minor: true }));

/** Shows a choice of preferences. It counts more than a response, also after the server has it. */
export function choosePreferences(fields) {
  choices = { ...choices, ...fields };
  Object.assign(preferences, fields);
  publish("preferences");
}

/** Shows a choice of how a list is displayed. */
export function chooseView(listId, fields) {
  choicesOfLists.set(listId, { ...choicesOfLists.get(listId), ...fields });
  publish("preferences");
}

/** Changes a preference of all lists. */
export function setPreference(fields) {
  choosePreferences(fields);
  keep({ act: "preferences", fields, key: Math.random() });
}

/** Changes a preference of one list. */
export function setView(listId, fields) {
  chooseView(listId, fields);
  keep({ act: "view", id: listId, fields, key: Math.random() });
}
