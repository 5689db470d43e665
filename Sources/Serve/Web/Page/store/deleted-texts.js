/** Texts of items that were deleted on this device, for suggestions. */

const textsMax = 200;
/** The prefix of the keys in `localStorage`. */
export const deletedTextsKey = "before/";

/** The deleted texts of a list, latest first. */
export const deletedTexts = (listId) => JSON.parse(localStorage.getItem(deletedTextsKey + listId) ?? "[]");

/** Stores deleted texts of a list. */
export function rememberDeleted(listId, texts) {
  const all = [...new Set([...texts, ...deletedTexts(listId)])];
  localStorage.setItem(deletedTextsKey + listId, JSON.stringify(all.slice(0, textsMax)));
}
