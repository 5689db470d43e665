/** The ring around a list's icon that shows its progress. */

import { countsOf } from "./edits.js";

/** Shows icon colour and progress of a list within an element. */
export function showProgress(element, list) {
  const { itemsCount, uncheckedItemsCount } = countsOf(list);
  const done = itemsCount ? 1 - uncheckedItemsCount / itemsCount : 0;
  element.dataset.icon = list.icon;
  element.style.setProperty("--done", `${Math.round(done * 100)}%`);
}
