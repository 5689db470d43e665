/** The row of an item. */

import { fill, label, stamp } from "./dom.js";
import { dueWords, isForApp, isLate, isToday } from "./due.js";
import { isoDate, number, t, temperature } from "./language.js";
import { knownLists } from "./lists.js";
import { may, me } from "./me.js";
import { memberOf, membersOf, showInitials } from "./members.js";
import { weatherOf } from "./weather.js";

/** Makes a row with buttons to check, edit, delete and move the item. */
export function makeItemRow({ check, edit, remove }) {
  const { element, parts } = stamp("item-row");
  let item;
  let around = [];
  const update = (now) => {
    // A row also depends on members, the caller's role and the time.
    const { checklistId } = now;
    const before = around;
    around = [membersOf(checklistId), knownLists.get(checklistId)?.role, isLate(now), isoDate(new Date())];
    if (now === item && around.every((one, place) => one === before[place])) return;
    item = now;
    element.classList.toggle("checked", item.checked === true);
    element.classList.toggle("unsaved", item.unsaved === true);
    showLine(parts, item);
    fill(parts.excerpt, [item.notes.split("\n")[0], item.location?.city].filter(Boolean).join(" · "));
    fill(parts.weather, "");
    parts.meta.hidden = ["due", "repeats", "reminds", "excerpt"].every((part) => parts[part].hidden);
    showWho(parts.who, item);
    showWeather(parts.weather, item, () => item);
    label(parts.remove, t("Delete “{0}”", item.text));
    label(parts.handle, t("Move “{0}”: drag or use the arrow keys", item.text));
    parts.handle.disabled = item.unsaved === true;
  };
  parts.check.onchange = () => {
    const { checked } = parts.check;
    if (isForApp(item, checked)) parts.check.checked = false;
    check(item, checked);
  };
  parts.open.onclick = () => edit(item);
  parts.remove.onclick = () => remove(item);
  return { element, update };
}

/** Makes the heading that folds completed items. */
export function makeCompletedRow(fold) {
  const { element, parts } = stamp("completed");
  parts.fold.onclick = fold;
  const update = ({ count, isOpen, isFixed }) => {
    parts.name.textContent = t("Completed ({0})", number(count));
    parts.fold.setAttribute("aria-expanded", isOpen);
    parts.fold.disabled = isFixed;
  };
  return { element, update };
}

/** Shows today's or tomorrow's weather, unless the row shows another item by then. */
export async function showWeather(element, item, current) {
  const matters = item.location?.latitude != null && !item.checked && (isToday(item) || isToday(item, 1));
  const weather = matters ? await weatherOf(item) : undefined;
  if (!weather || current() !== item) return;
  const high = weather.temperatureMax ?? weather.temperatureMean;
  const shown = [weather.icon, t(weather.condition ?? "")].map((sign) => [sign, Number.isFinite(high) && temperature(high)]);
  const [seen, said] = shown.map((parts) => parts.filter(Boolean).join(" "));
  fill(element, seen);
  element.setAttribute("aria-label", said);
}

/** Shows the assignee, or else the last editor if that is another person. */
function showWho(element, { checklistId, assigneeId, changedById = 1 }) {
  const assignee = memberOf(checklistId, assigneeId);
  const author = memberOf(checklistId, changedById);
  const other = author?.personId === me.person?.id ? undefined : author;
  element.classList.toggle("author", !assignee);
  const words = assignee ? t("Assigned to {0}", assignee.name) : other && t("Last edited by {0}", other.name);
  showInitials(element, assignee ?? other, words);
}

/** Fills the parts that all item rows share. */
export function showLine(parts, item, words = dueWords) {
  const { text, checked, important, shouldRemind, alarms = [], recurrence, repeatsInApp, checklistId } = item;
  parts.check.checked = checked;
  parts.check.disabled = !may("check", knownLists.get(checklistId));
  parts.check.setAttribute("aria-label", text);
  parts.check.setAttribute("aria-disabled", isForApp(item, !checked));
  parts.marks.hidden = !important;
  parts.text.textContent = text;
  const late = isLate(item);
  const due = words(item);
  parts.due.hidden = !late && !due;
  parts.due.classList.toggle("overdue", late);
  parts.due.classList.toggle("today", !late && !checked && isToday(item));
  fill(parts.late, late ? t("Overdue") : "");
  fill(parts.moment, due);
  parts.repeats.hidden = !recurrence && !repeatsInApp;
  parts.reminds.hidden = checked || !(shouldRemind || alarms.length);
}
