/** Changes to many items of the open list, with Undo. */

import { listAddress } from "./addresses.js";
import * as api from "./api.js";
import { rememberDeleted } from "./deleted-texts.js";
import { changeAll, offerRestore } from "./changes.js";
import { ask } from "./dialogs.js";
import { attempt } from "./errors.js";
import { number, t } from "./language.js";
import { notice } from "./notices.js";
import { open, refresh } from "./open-list.js";
import * as writes from "./writes.js";

const checkedAddress = (list) => `${listAddress(list.id)}/items?checked=true`;

/** Unchecks all items, with Undo. */
export async function uncheckItems() {
  const address = checkedAddress(open.list);
  const unchecked = await attempt(async () => {
    const checked = await writes.readAll(address);
    await writes.patchAll(address, { checked: false });
    return checked;
  });
  await refresh();
  if (!unchecked) return;
  const act = () => changeAll(unchecked.map(({ id }) => id), { checked: true });
  const count = unchecked.length;
  notice(count === 1 ? t("Unchecked 1 item") : t("Unchecked {0} items", number(count)), { action: t("Undo"), act });
}

/** Deletes the items at an address, with Undo. */
async function clear(address) {
  const checklistId = open.list.id;
  const cleared = await attempt(async () => {
    const all = await writes.readAll(address);
    if (all.length > 0) await writes.removeAll(address);
    return all;
  });
  await refresh();
  if (!cleared) return;
  rememberDeleted(checklistId, cleared.map(({ text }) => text));
  // The subtasks of a deleted item go along, whether or not the address names them.
  const ids = new Set(cleared.map(({ id }) => id));
  const itemsCount = cleared.reduce((sum, { parentId, subtasksCount }) =>
    sum + (ids.has(parentId) ? 0 : 1 + subtasksCount), 0);
  const message = itemsCount === 1 ? t("Deleted 1 item") : t("Deleted {0} items", number(itemsCount));
  offerRestore(message, address, { type: "items", checklistId, itemsCount });
}

/** Deletes the checked items of the open list. */
export const clearCheckedItems = () => clear(checkedAddress(open.list));

/** Deletes all items after a confirmation. */
export async function clearItems() {
  const title = t("Delete all items in “{0}”?", open.list.name);
  const sure = await ask({ title, action: t("Delete"), danger: true });
  if (sure) await clear(`${listAddress(open.list.id)}/items?`);
}
