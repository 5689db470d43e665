/** What was deleted from lists on this device, to be offered again where somebody types it. */

const textsMax = 200;
/** What the names of all begin with, for who forgets them. */
export const beforeKey = "before/";

/** Texts that were on a list, the latest first. */
export const textsBefore = (listId) => JSON.parse(localStorage.getItem(beforeKey + listId) ?? "[]");

/** Remembers texts that are not on a list any more. */
export function rememberTexts(listId, texts) {
  const all = [...new Set([...texts, ...textsBefore(listId)])];
  localStorage.setItem(beforeKey + listId, JSON.stringify(all.slice(0, textsMax)));
}
