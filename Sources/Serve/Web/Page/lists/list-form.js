/** Dialogs that add, edit, copy and delete a list. */

import { same } from "./api.js";
import { ask, checkName } from "./dialogs.js";
import { iconAddress, icons, stamp, text } from "./dom.js";
import { ownZone } from "./due.js";
import { isoDate, number, t } from "./language.js";
import { countsOf } from "./edits.js";
import { changeList, copyList, createList, deleteList } from "./list-changes.js";
import { readRule, ruleOf, weekdayOf } from "./recurrence.js";
import { showWeekdays, tickedDays } from "./repeat-fields.js";

/** The letters of a list's name that the API takes. */
const nameMax = 200;

/** Adds a list and opens it. */
export async function addList() {
  const { body, draft, name } = listFields({ name: "", icon: "Folder" });
  const ready = () => name() !== "";
  let list = /** @type {any} */ (undefined);
  const submit = async () => {
    list = await createList(draft());
  };
  const isAdded = await ask({ title: t("Add list"), body, action: t("Add"), submit, ready });
  if (isAdded) location.hash = `#/lists/${list.id}/add`;
}

/** Edits name, icon and reset rule of a list. */
export async function editList(list) {
  const { body, draft, name, icon, reset } = listFields(list);
  const ready = () => name() !== list.name || icon() !== list.icon || !same(reset(), list.resetRule);
  if (!(await ask({ title: t("Edit list"), body, action: t("Save"), submit: draft, ready }))) return;
  const change = draft();
  for (const field of Object.keys(change)) if (same(change[field], list[field])) delete change[field];
  await changeList(list, change);
}

/** Copies a list and opens the copy. */
export async function duplicateList(list) {
  const body = stamp("copy-fields").element;
  const field = (name) => body.querySelector(`[name=${name}]`);
  field("name").value = t("{0} (copy)", list.name);
  const ready = () => field("name").value.trim() !== "";
  let copy = /** @type {any} */ (undefined);
  const submit = async () => {
    const draft = { name: field("name").value.trim(), unchecked: field("unchecked").checked };
    copy = await copyList(list, { ...draft, shiftDatesTo: field("day").value || null });
  };
  const done = await ask({ title: t("Duplicate “{0}”", list.name), body, action: t("Duplicate"), submit, ready });
  if (done) location.hash = `#/lists/${copy.id}`;
}

/** Deletes a list after a confirmation, and leaves it. */
export async function removeList(list) {
  const { itemsCount: count } = countsOf(list);
  const message = count === 1 ? t("1 item. Restorable from Trash.")
    : t("{0} items. Restorable from Trash.", number(count));
  if (!(await ask({ title: t("Delete “{0}”?", list.name), message, action: t("Delete"), danger: true }))) return;
  // What the person has seen: the deletion is refused if the list has changed since.
  deleteList({ ...list, ...countsOf(list) });
  if (`${location.hash}/`.startsWith(`#/lists/${list.id}/`)) location.hash = "#/";
}

/** The fields of a list and functions that read them. */
function listFields(list) {
  const { element, parts } = stamp("list-fields");
  const input = element.querySelector("input");
  input.value = list.name;
  const name = () => input.value.trim();
  const icon = () => element.querySelector(":checked").value;
  for (const caption of icons) {
    // The API writes this one with a capital.
    const choice = caption.replace("No icon", "No Icon");
    const [option, radio, picture] = ["label", "input", "img"].map((tag) => document.createElement(tag));
    Object.assign(radio, { type: "radio", name: "icon", value: choice, checked: choice === list.icon });
    Object.assign(picture, { src: iconAddress(choice), alt: "", width: 32, height: 32 });
    option.append(radio, picture, text("span", t(caption)));
    parts.icons.append(option);
  }
  const reset = resetFields(element.querySelector("select"), parts.weekdays, list.resetRule);
  const draft = () => {
    if (!name()) throw new Error(t("Enter a list name."));
    checkName(name(), nameMax);
    const rule = reset();
    return { name: name(), icon: icon(), ...((rule || list.resetRule) && { resetRule: rule }) };
  };
  return { body: element, draft, name, icon, reset };
}

/** Shows the reset rule, and returns a function that reads it. */
function resetFields(select, group, resetRule) {
  const choice = resetRule ? readRule(resetRule.rule) : { kind: "", days: [] };
  const kinds = { "": "", daily: "daily", weekly: "weekly", weekdays: "weekly" };
  const kind = kinds[choice.kind] ?? "other";
  if (kind === "other") select.add(new Option(t("Custom ({0})", resetRule.rule), kind));
  select.value = kind;
  showWeekdays(group, choice.days.length ? choice.days : [weekdayOf(isoDate(new Date()))]);
  const show = () => {
    group.hidden = select.value !== "weekly";
  };
  select.onchange = show;
  show();
  return () => {
    if (!select.value) return null;
    const wanted = { ...choice, kind: select.value, days: tickedDays(group) };
    const rule = ruleOf(wanted);
    const isSame = resetRule && rule === ruleOf({ ...choice, kind });
    return isSame ? resetRule : { rule, timeZone: ownZone };
  };
}
