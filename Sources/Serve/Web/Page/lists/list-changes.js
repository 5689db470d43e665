/** Changes to lists. */

import { listAddress } from "./addresses.js";
import * as api from "./api.js";
import { offerRestore } from "./changes.js";
import { chooseVersion } from "./conflict.js";
import { attempt, explain } from "./errors.js";
import { t } from "./language.js";
import { knownLists, loadCounts, loadLists } from "./lists.js";
import { open, showList } from "./open-list.js";
import * as writes from "./writes.js";

/** Copies a list and returns the copy. */
export async function copyList({ id }, copy) {
  const list = await writes.post(`${listAddress(id)}/copy`, copy);
  await loadLists();
  return list;
}

/** Changes the name, icon or reset rule of a list. */
export async function changeList(seen, change) {
  showList({ ...seen, ...change });
  try {
    showList(await writes.patch(listAddress(seen.id), seen, change));
    await loadLists();
  } catch (error) {
    showList(error.theirs ?? seen);
    if (!error.theirs) return explain(error);
    const choice = await chooseVersion(error.theirs, { ...seen, ...change }, error.fields);
    if (choice === "mine") await changeList(error.theirs, change);
  }
}

/** Deletes a list unless it changed since the confirmation. Returns whether it is gone. */
export async function deleteList(list) {
  return (await attempt(async () => {
    await writes.removeSeen(listAddress(list.id), list, ["name", "itemsCount"]);
    if (open.list?.id === list.id) open.list = null;
    knownLists.delete(list.id);
    await Promise.all([loadLists(), loadCounts()]);
    const like = { type: "checklist", checklistId: list.id };
    offerRestore(t("Deleted “{0}”", list.name), listAddress(list.id), like);
    return true;
  })) ?? false;
}
