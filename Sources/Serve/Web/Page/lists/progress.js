/** How much of a list is done, as a ring around its picture, in the colour that the picture gives the list. */

import { countsOf } from "./edits.js";

/** Shows within an element what list it is of. */
export function showProgress(element, list) {
  const { itemsCount, uncheckedItemsCount } = countsOf(list);
  const done = itemsCount ? 1 - uncheckedItemsCount / itemsCount : 0;
  element.dataset.icon = list.icon;
  element.style.setProperty("--done", `${Math.round(done * 100)}%`);
}
