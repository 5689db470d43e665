/** What was deleted from lists on this device, to be offered again where somebody types it. */

const textsMax = 200;
/** What the names of all begin with, for who forgets them. */
export const deletedTextsKey = "before/";

/** Texts that were on a list, the latest first. */
export const deletedTexts = (listId) => JSON.parse(localStorage.getItem(deletedTextsKey + listId) ?? "[]");

/** Remembers texts that are not on a list any more. */
export function rememberDeleted(listId, texts) {
  const all = [...new Set([...texts, ...deletedTexts(listId)])];
  localStorage.setItem(deletedTextsKey + listId, JSON.stringify(all.slice(0, textsMax)));
}
