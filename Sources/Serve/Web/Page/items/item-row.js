/** The row of an item. */

import { fill, label, openMenuBy, stamp, text } from "./dom.js";
import { amount } from "./arranging.js";
import { dueWords, isForApp, isLate, isToday, startWords } from "./due.js";
import { isoDate, number, t, temperature } from "./language.js";
import { loadRest } from "./later.js";
import { knownLists } from "./lists.js";
import { may, me } from "./me.js";
import { memberOf, membersOf, showInitials } from "./members.js";

/** A quantity after a tap on plus or minus. */
export function stepped(quantity, sign) {
  // Whole steps down never end at nothing.
  const isSmall = quantity < 1 || (sign < 0 && quantity <= 1);
  const by = quantity >= 100 ? 50 : isSmall ? 0.1 : 1;
  return Math.round((quantity + sign * by) * 1000) / 1000;
}

/**
 * Makes a row with buttons to check, edit, delete and move the item, to fold its subtasks and to change its quantity.
 * `kin` tells whether the item is below its parent, and whether its subtasks are folded; they cannot be if that is
 * undefined.
 */
export function makeItemRow({ check, edit, remove, filter, fold, count, kin }) {
  const { element, parts } = stamp("item-row");
  let item;
  let around = [];
  const update = (now) => {
    // A row also depends on members, the caller's role and the time.
    const { checklistId } = now;
    const before = around;
    const { isChild, isFolded } = kin(now);
    const list = knownLists.get(checklistId);
    around = [membersOf(checklistId), list?.role, isLate(now), isoDate(new Date()), isChild, isFolded];
    if (now === item && around.every((one, place) => one === before[place])) return;
    item = now;
    element.classList.toggle("checked", item.checked === true);
    element.classList.toggle("unsaved", item.unsaved === true);
    element.classList.toggle("child", isChild);
    showLine(parts, item);
    fill(parts.excerpt, [item.notes.split("\n")[0], item.location?.city].filter(Boolean).join(" · "));
    fill(parts.weather, "");
    showFamily(parts.family, item, isFolded);
    showAmount(parts, item);
    parts.meta.hidden = ["due", "start", "repeats", "reminds", "tags", "excerpt"].every((part) => parts[part].hidden);
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
  parts.open.onclick = ({ target }) => (target.dataset.tag ? filter(target.dataset.tag) : edit(item));
  parts.family.onclick = () => fold(item);
  const step = (sign) => () => count(item, stepped(item.quantity, sign));
  [parts.less.onclick, parts.more.onclick] = [step(-1), step(1)];
  parts.remove.onclick = () => remove(item);
  return { element, update };
}

/** Shows how many subtasks are done, on the button that folds them. */
function showFamily(button, { text, subtasksCount = 0, uncheckedSubtasksCount = 0 }, isFolded) {
  button.hidden = subtasksCount === 0;
  if (button.hidden) return;
  const counts = [subtasksCount - uncheckedSubtasksCount, subtasksCount].map(number);
  button.firstElementChild.textContent = counts.join("/");
  button.disabled = isFolded === undefined;
  button.setAttribute("aria-expanded", isFolded === false);
  label(button, t("Subtasks of “{0}”: {1} done", text, counts.join("/")));
}

/** Shows the quantity with its buttons. */
function showAmount(parts, item) {
  const isCounted = item.quantity != null;
  parts.amount.hidden = !isCounted;
  if (!isCounted) return;
  parts.quantity.textContent = amount(item);
  parts.less.disabled = item.quantity <= 0.1 || (item.quantity === 1 && !item.unit);
  parts.more.disabled = item.quantity >= quantityMax;
  for (const button of [parts.less, parts.more]) button.hidden = item.checked;
  label(parts.amount, t("Quantity of “{0}”", item.text));
  label(parts.less, t("Decrease “{0}”", item.text));
  label(parts.more, t("Increase “{0}”", item.text));
}

/** Makes the heading of a section. */
export function makeSectionRow({ fold, add, menu, act }) {
  const { element, parts } = stamp("section-row");
  let row;
  parts.fold.onclick = () => fold(row);
  parts.add.onclick = () => add(row.section);
  openMenuBy(parts.more, menu, ({ value }) => act(value, row.section));
  const update = (now) => {
    row = now;
    const { section: { name }, count, isOpen } = row;
    parts.name.textContent = name;
    fill(parts.count, count ? number(count) : "");
    parts.fold.setAttribute("aria-expanded", isOpen);
    label(parts.add, t("Add to “{0}”", name));
    label(parts.more, t("Options for “{0}”", name));
    label(parts.handle, t("Move “{0}”: drag or use the arrow keys", name));
  };
  return { element, update };
}

/** Makes a heading that folds the rows after it; `words` has a placeholder for their number. */
export function makeHeadingRow(words, fold) {
  const { element, parts } = stamp("completed");
  let row;
  parts.fold.onclick = () => fold(row);
  const update = (now) => {
    row = now;
    const { count, isOpen, isFixed } = row;
    parts.name.textContent = words(number(count));
    parts.fold.setAttribute("aria-expanded", isOpen);
    parts.fold.disabled = isFixed;
  };
  return { element, update };
}

/** Shows today's or tomorrow's weather, unless the row shows another item by then. */
export async function showWeather(element, item, current) {
  const matters = item.location?.latitude != null && !item.checked && (isToday(item) || isToday(item, 1));
  const weather = matters ? await (await loadRest()).weatherOf(item) : undefined;
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

const quantityMax = 1_000_000;

/** Fills the parts that all item rows share. */
export function showLine(parts, item, words = dueWords) {
  const { checked, important, shouldRemind, alarms = [], recurrence, repeatsInApp, checklistId } = item;
  parts.check.checked = checked;
  parts.check.disabled = !may("check", knownLists.get(checklistId));
  parts.check.setAttribute("aria-label", item.text);
  parts.check.setAttribute("aria-disabled", isForApp(item, !checked));
  parts.marks.hidden = !important;
  parts.text.textContent = item.text;
  const late = isLate(item);
  const due = words(item);
  parts.due.hidden = !late && !due;
  parts.due.classList.toggle("overdue", late);
  parts.due.classList.toggle("today", !late && !checked && isToday(item));
  fill(parts.late, late ? t("Overdue") : "");
  fill(parts.moment, due);
  fill(parts.start, startWords(item));
  parts.tags.hidden = !item.tags?.length;
  parts.tags.replaceChildren(...(item.tags ?? []).map((tag) => {
    const chip = text("bdi", tag, "tag");
    chip.dataset.tag = tag;
    return chip;
  }));
  parts.repeats.hidden = !recurrence && !repeatsInApp;
  parts.reminds.hidden = checked || !(shouldRemind || alarms.length);
}
