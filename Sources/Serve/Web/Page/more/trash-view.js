/** The trash, latest deletion first. */

import * as api from "./api.js";
import { attempt } from "./errors.js";
import { ask } from "./dialogs.js";
import { fill, label, stamp, text } from "./dom.js";
import { moment, momentInText, number, t } from "./language.js";
import { knownLists } from "./lists.js";
import { isGuest } from "./me.js";
import { refresh } from "./open-list.js";
import { keepFresh, openPlace, showCollection } from "./place.js";
import * as writes from "./writes.js";

/** Shows the trash in `main`. */
export async function showTrash(main, signal) {
  const parts = await openPlace(main, t("Trash"), signal, "trash");
  const empty = text("button", t("Empty trash…"), "danger");
  parts.later.before(empty);
  const load = showCollection(parts, {
    addressOf: () => "/v1/trash",
    key: ({ id }) => id,
    make: () => makeTrashRow(() => load()),
    empty: t("The trash is empty."),
    changed: ({ elements }) => {
      empty.hidden = elements.length === 0 || isGuest();
    },
  });
  empty.hidden = true;
  empty.onclick = () => removeForGood("/v1/trash", t("Empty trash?"), load);
  await keepFresh(load, signal);
}

/** Deletes an address for good after a confirmation. */
async function removeForGood(address, title, load) {
  if (!(await ask({ title, message: t("This can’t be undone."), action: t("Delete"), danger: true }))) return;
  await attempt(() => writes.removeAll(address));
  await load();
}

function makeTrashRow(load) {
  const { element, parts } = stamp("trash-row");
  const update = ({ id, type, checklistId, name, itemsCount, deletedAt, expiresAt }) => {
    const address = `/v1/trash/${id}`;
    const others = type === "items" ? itemsCount - 1 : itemsCount;
    parts.name.textContent = others > 0 ? t("{0} and {1} more", name, number(others)) : name;
    const from = type === "items" ? knownLists.get(checklistId)?.name : t("List");
    fill(parts.about, [from, moment(deletedAt), t("Kept until {0}", momentInText(expiresAt))].filter(Boolean).join(" · "));
    label(parts.restore, t("Restore “{0}”", name));
    label(parts.remove, t("Delete “{0}”", name));
    parts.restore.onclick = async () => {
      await attempt(() => writes.post(`${address}/restore`));
      await refresh();
    };
    // Guests can restore but not delete for good.
    parts.remove.hidden = isGuest();
    parts.remove.onclick = () => removeForGood(address, t("Delete “{0}”?", name), load);
  };
  return { element, update };
}
