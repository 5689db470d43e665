/** The row of an item. */

import { rights } from "./api.js";
import { fill, label, stamp } from "./dom.js";
import { moment, t } from "./language.js";

/** Makes a row in which an item can be checked, opened to be edited, deleted and moved. */
export function makeItemRow({ check, edit, remove }) {
  const { element, parts } = stamp("item-row");
  let item;
  const update = (now) => {
    if (now === item) return;
    item = now;
    element.classList.toggle("checked", item.checked === true);
    element.classList.toggle("unsaved", item.unsaved === true);
    showLine(parts, item);
    fill(parts.excerpt, [item.notes.split("\n")[0], item.location?.city].filter(Boolean).join(" · "));
    parts.meta.hidden = parts.due.hidden && parts.excerpt.hidden;
    label(parts.remove, t("Delete “{0}”", item.text));
    label(parts.handle, t("Move “{0}”: drag, or use the arrow keys", item.text));
    for (const name of ["open", "remove", "handle"]) parts[name].disabled = item.unsaved === true;
    if (item.unsaved) parts.check.disabled = true;
  };
  parts.check.onchange = () => check(item, parts.check.checked);
  parts.open.onclick = () => edit(item);
  parts.remove.onclick = () => remove(item);
  return { element, update };
}

/** Fills what every row of an item has: check mark, importance, text and due date. */
export function showLine(parts, { text, checked, important, dueDate, shouldRemind }, format = moment) {
  parts.check.checked = checked;
  parts.check.disabled = !rights.write;
  parts.check.setAttribute("aria-label", text);
  parts.marks.hidden = !important;
  parts.text.textContent = text;
  const late = Boolean(!checked && dueDate && Date.parse(dueDate) < Date.now());
  parts.due.hidden = !dueDate;
  parts.due.classList.toggle("overdue", late);
  fill(parts.late, late ? t("Overdue") : "");
  fill(parts.moment, dueDate && format(dueDate));
  parts.reminds.hidden = !shouldRemind || checked;
}
