/** Finds items in all lists. */

import * as api from "./api.js";
import { fill, folded, text } from "./dom.js";
import { dueWords } from "./due.js";
import { shownItems } from "./edits.js";
import { knownLists } from "./lists.js";

const itemsFoundMax = 12;
/** The pause in typing after which the server is asked. */
const searchMilliseconds = 150;
/** In Chinese characters and kana one character is enough. */
const enough = (typed) => typed.length > 1 || /[^\u0000-\u024f]/.test(typed);

/** The items whose text, notes or tags have a text. Offline, those of the open list. */
export async function findItems(typed, signal) {
  if (!enough(typed)) return [];
  await new Promise((resolve) => setTimeout(resolve, searchMilliseconds));
  signal.throwIfAborted();
  const address = `/v1/items?q=${encodeURIComponent(typed)}&sort=checked,dueDate&limit=${itemsFoundMax}`;
  return api.readOnce(address, { signal }).catch((error) => {
    signal.throwIfAborted();
    if (!(error instanceof api.Unreachable)) throw error;
    return shownItems().filter((item) => folded(item.text).includes(folded(typed))).slice(0, itemsFoundMax);
  });
}

/** The list and the date of an item. */
export const aboutItem = (item) =>
  [knownLists.get(item.checklistId)?.name, (item.dueDate ?? item.dueOn) && dueWords(item)].filter(Boolean).join(" · ");

export const addressOfItem = ({ id, checklistId }) => `#/lists/${checklistId}/items/${id}`;

let asking = new AbortController();

/** Shows the items that have the text of the sidebar's search below the lists. */
export async function showFound(typed) {
  asking.abort();
  const { signal } = (asking = new AbortController());
  const list = document.getElementById("found");
  const found = typed.trim() ? await findItems(typed.trim(), signal).catch(() => []) : [];
  if (signal.aborted) return;
  list.hidden = found.length === 0;
  list.replaceChildren(...found.map((item) => {
    const row = document.createElement("li");
    const link = Object.assign(document.createElement("a"), { href: addressOfItem(item) });
    link.append(text("bdi", item.text, item.checked ? "checked" : ""), text("span", aboutItem(item), "hint"));
    row.append(link);
    return row;
  }));
  if (found.length > 0) fill(document.getElementById("no-lists"), "");
}
