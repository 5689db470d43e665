/** How somebody wants to see the lists, kept by the service. */

import * as api from "./api.js";
import { isGuest } from "./me.js";
import { tell } from "./topics.js";

/** Ways of sorting items; each is a value of `sort`. */
const sorts = ["position", "checked,dueDate", "checked,-important,dueDate"];

export const preferences = { selectedChecklistId: null, showChecked: true, itemSort: sorts[0] };

export async function loadPreferences() {
  if (isGuest()) return;
  const kept = await api.read("/v1/preferences").catch((error) => {
    // A token that was asked for just now may be that of a link to a list.
    if (![403, 404].includes(error.status)) throw error;
  });
  if (kept) Object.assign(preferences, kept, { itemSort: sorts.find((sort) => sort === kept.itemSort) ?? sorts[0] });
}

/** Changes how things are shown, at once, and keeps it. */
export function setPreference(change) {
  Object.assign(preferences, change);
  tell("preferences");
  // Whoever may only read, or is nobody in particular, still sees what was chosen until the page is closed.
  if (api.rights.write && !isGuest()) api.set("/v1/preferences", change).catch(() => {});
}
