/** Changes to many items of the open list, with Undo. */

import { listAddress } from "./addresses.js";
import * as api from "./api.js";
import { changeAll, offerRestore, restoreFrom } from "./changes.js";
import { rememberDeleted } from "./deleted-texts.js";
import { ask } from "./dialogs.js";
import { addEdits, bringBack, countsOf, dropEdits, removeItems, shownItems } from "./edits.js";
import { explain } from "./errors.js";
import { isSent, numberOf } from "./ids.js";
import { number, t } from "./language.js";
import { notice } from "./notices.js";
import { items, open, refresh, showsChecked } from "./open-list.js";
import { acts, perform } from "./outbox.js";
import { rangesOf } from "./ranges.js";
import { newKey } from "./writes.js";

/** The letters of ids in an address. Longer ones are left out: all that match are meant. */
const idsMax = 4000;

/** The items that match as the person sees them; `undefined` unless all of them are loaded. */
const seenItems = (matches) =>
  (items.loaded && items.isWhole && showsChecked(open.list.id) && !open.query ? shownItems().filter(matches) : undefined);

const checkedCount = ({ itemsCount, uncheckedItemsCount }) => itemsCount - uncheckedItemsCount;

/** Unchecks all items, with Undo. */
export function uncheckItems() {
  const { list } = open;
  const count = checkedCount(countsOf(list));
  const ids = seenItems(({ checked }) => checked)?.map(({ id }) => id);
  const unchecking = changeAll(ids, { checked: false }, `${listAddress(list.id)}/items?checked=true`);
  const act = async () => changeAll(ids ?? (await unchecking), { checked: true });
  notice(count === 1 ? t("Unchecked 1 item") : t("Unchecked {0} items", number(count)), { action: t("Undo"), act });
}

/** Deletes the items that match, with Undo. */
function clear(where, matches, count) {
  const { list } = open;
  const seen = seenItems(matches);
  rememberDeleted(list.id, (seen ?? items.elements.filter(matches)).map(({ text }) => text));
  const operation = { act: "clear", checklistId: list.id, where, ids: seen?.map(({ id }) => id), count, key: newKey() };
  offerClearedBack(operation, count, seen);
  perform(operation);
}

const addressOf = ({ checklistId, where, ids }) => {
  const ranges = ids && rangesOf(ids.map(numberOf).filter(isSent).sort((one, other) => one - other));
  return `${listAddress(numberOf(checklistId))}/items?${where}${ranges?.length < idsMax ? `&ids=${ranges}` : ""}`;
};

function offerClearedBack(operation, count, seen = []) {
  const undo = { act: "restoreCleared", cleared: operation, all: seen, key: newKey() };
  offerRestore(count === 1 ? t("Deleted 1 item") : t("Deleted {0} items", number(count)), undo);
}

acts.clear = {
  show({ ids = [] }) {
    const edit = { deleted: true };
    addEdits(ids, edit);
    return () => dropEdits(ids, edit);
  },
  async send(operation) {
    const address = addressOf(operation);
    // Items that the server has refused have no ids.
    return address.endsWith("ids=") ? { deleted: 0 } : (await api.send("DELETE", address)).content;
  },
  async done({ deleted }, operation, { hide }) {
    removeItems((operation.ids ?? []).map(numberOf));
    hide();
    if (deleted !== operation.count) offerClearedBack(operation, deleted);
    await refresh().catch(() => {});
  },
  failed: (error) => explain(error),
};

acts.restoreCleared = {
  show({ all }) {
    const [ids, edit] = [all.map(({ id }) => id), { deleted: false }];
    addEdits(ids, edit);
    bringBack(all);
    return () => dropEdits(ids, edit);
  },
  send: ({ cleared, key }) => restoreFrom(
    addressOf(cleared), { type: "items", checklistId: numberOf(cleared.checklistId), itemsCount: cleared.count }, key),
  done: () => refresh().catch(() => {}),
  async failed(error, { all }, { hide }) {
    removeItems(all.map(({ id }) => numberOf(id)));
    hide();
    explain(error);
  },
};

/** Deletes the checked items of the open list. */
export const clearCheckedItems = () => clear("checked=true", ({ checked }) => checked, checkedCount(countsOf(open.list)));

/** Deletes all items after a confirmation. */
export async function clearItems() {
  const title = t("Delete all items in “{0}”?", open.list.name);
  const sure = await ask({ title, action: t("Delete"), danger: true });
  if (sure) clear("", () => true, countsOf(open.list).itemsCount);
}
