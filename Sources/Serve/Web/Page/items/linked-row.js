/** The row of an item outside of its list, which links there. */

import { checkItem } from "./changes.js";
import { fill, stamp, text } from "./dom.js";
import { isForApp } from "./due.js";
import { addressOfItem } from "./search.js";
import { showLine, showWeather } from "./item-row.js";
import { knownLists } from "./lists.js";

/** Makes a row; `words` says when the item is due. `changed` receives the item at once, and as the server has answered. */
export function makeLinkedRow(words, changed) {
  const { element, parts } = stamp("item-row");
  // It has no buttons to delete or move the item.
  const link = text("a", "", "open");
  link.append(...parts.open.childNodes);
  parts.open.replaceWith(link);
  for (const name of ["remove", "handle", "family", "amount"]) parts[name].remove();
  parts.check.tabIndex = 0;
  let item;
  const update = (now) => {
    item = now;
    showLine(parts, item, words);
    element.classList.toggle("checked", item.checked);
    link.href = addressOfItem(item);
    const list = knownLists.get(item.checklistId);
    // The colour of the list.
    element.dataset.icon = list?.icon ?? "";
    fill(parts.excerpt, list?.name);
    fill(parts.weather, "");
    showWeather(parts.weather, item, () => item);
  };
  parts.check.onchange = async () => {
    const before = item;
    const { checked } = parts.check;
    const checking = checkItem(before, checked, { undoable: true });
    if (!isForApp(before, checked)) {
      update({ ...before, checked });
      changed?.(item, false);
    }
    const answer = await checking;
    update(answer);
    changed?.(answer, true);
  };
  return { element, parts, update };
}
