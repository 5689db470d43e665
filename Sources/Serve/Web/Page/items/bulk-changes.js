/** Changes to many items of the open list, with Undo. */

import { listAddress, pageSize } from "./addresses.js";
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
import { newKey, walk } from "./writes.js";

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
  const address = `${listAddress(list.id)}/items?checked=`;
  const unchecking = changeAll(ids, { checked: false }, `${address}true`);
  const act = async () => changeAll(ids ?? (await unchecking), { checked: true }, `${address}false`);
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

/** Takes added items back. */
export const clearAdded = (checklistId, ids) =>
  perform({ act: "clear", checklistId, where: "", ids, areAdded: true, key: newKey() });

function offerClearedBack(operation, count, seen = []) {
  const undo = { act: "restoreCleared", cleared: { ...operation, count }, all: seen, key: newKey() };
  offerRestore(count === 1 ? t("Deleted 1 item") : t("Deleted {0} items", number(count)), undo);
}

acts.clear = {
  show({ ids = [] }) {
    const edit = { deleted: true };
    addEdits(ids, edit);
    return () => dropEdits(ids, edit);
  },
  async send({ checklistId, where, ids, areAdded, count, found, key }, keep) {
    const address = `${listAddress(numberOf(checklistId))}/items?${where}`;
    // Items that the server has refused have no ids.
    const wanted = ids && new Set(ids.map(numberOf).filter(isSent));
    const isKnown = areAdded || count > pageSize;
    // Sent again, it deletes no items that match only since.
    const now = found ?? (isKnown ? wanted && [...wanted]
      : (await walk(address)).map(({ id }) => id).filter((id) => wanted?.has(id) ?? true));
    if (now && !found) await keep({ found: now });
    const ranges = now && rangesOf(now.toSorted((one, other) => one - other));
    if (ranges === "") return { deleted: 0 };
    const isNarrow = areAdded || ranges?.length < idsMax;
    const { content } = await api.send("DELETE", isNarrow ? `${address}&ids=${ranges}` : address, { about: key });
    // After a lost answer nothing is left to delete.
    return { deleted: content.deleted || (now?.length ?? 0) };
  },
  async done({ deleted }, operation, { hide }) {
    removeItems((operation.ids ?? []).map(numberOf));
    hide();
    if (deleted !== operation.count && !operation.areAdded) offerClearedBack(operation, deleted);
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
  send(operation, keep) {
    const { checklistId, count: itemsCount, key } = operation.cleared;
    return restoreFrom(key, { type: "items", checklistId: numberOf(checklistId), itemsCount }, operation, keep);
  },
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
