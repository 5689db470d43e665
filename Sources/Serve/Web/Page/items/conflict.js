/** The dialog for conflicting changes. */

import { offsetWords } from "./alarm-fields.js";
import { choose } from "./dialogs.js";
import { text } from "./dom.js";
import { shownItems } from "./edits.js";
import { dateOf, day, moment, number, t, weekdayName } from "./language.js";
import { me } from "./me.js";
import { fieldNames } from "./field-names.js";
import { memberOf } from "./members.js";
import { sectionsOf } from "./open-list.js";
import { readRule, weekdays } from "./recurrence.js";

/** Shows both versions of the conflicting fields, and returns "mine" or "theirs". */
export async function chooseVersion(theirs, mine, fields) {
  const body = document.createElement("dl");
  for (const field of fields) {
    body.append(text("dt", t(fieldNames[field] ?? field)));
    for (const [whose, version] of [[t("Theirs"), theirs], [t("Yours"), mine]]) {
      const value = text("bdi", describe(field, version[field], theirs));
      const line = document.createElement("dd");
      line.append(text("span", whose, "hint"), value);
      body.append(line);
    }
  }
  const author = memberOf(theirs.checklistId, theirs.changedById);
  const other = author?.personId === me.person?.id ? undefined : author;
  const choice = await choose({
    title: t("Conflict in “{0}”", theirs.text ?? theirs.name),
    message: other ? t("You and {0} both edited this. Keep which?", other.name)
      : t("This was also edited elsewhere. Keep which?"),
    body, closable: false,
    actions: [{ value: "mine", name: t("Keep mine"), kind: "primary" }, { value: "theirs", name: t("Keep theirs") }],
  });
  return choice ?? "theirs";
}

function describe(field, value, theirs) {
  const { checklistId } = theirs;
  if (value === undefined || value === null || value === "") return t("empty");
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (["dueDate", "startDate"].includes(field)) return moment(value);
  if (["dueOn", "startOn"].includes(field)) return day(dateOf(value));
  if (field === "quantity") return number(value);
  if (field === "tags") return value.join(", ") || t("empty");
  if (field === "sectionId") return sectionsOf(checklistId).find(({ id }) => id === value)?.name ?? t("empty");
  if (field === "parentId") return shownItems().find(({ id }) => id === value)?.text ?? String(value);
  if (field === "recurrence") return ruleWords(value.rule);
  if (field === "repeatEvery") return offsetWords(value, true);
  const isTimed = !theirs.dueOn;
  if (Array.isArray(value)) {
    return value.map(({ at, offset }) => (offset ? offsetWords(offset, isTimed) : moment(at))).join(", ") || t("empty");
  }
  if (field === "assigneeId") return memberOf(checklistId, value)?.name ?? String(value);
  if (typeof value === "object") return Object.values(value).filter(Boolean).join(", ");
  return String(value);
}

/** A recurrence rule in words. */
function ruleWords(rule) {
  const { unit, interval, days, count, until } = readRule(rule);
  const units = { DAILY: t("days"), WEEKLY: t("weeks"), MONTHLY: t("months"), YEARLY: t("years") };
  const often = interval > 1 ? `${t("Every")} ${number(interval)} ${units[unit]}`
    : { DAILY: t("Every day"), WEEKLY: t("Every week"), MONTHLY: t("Every month"), YEARLY: t("Every year") }[unit];
  const on = days.map((name) => weekdayName(weekdays.indexOf(name), "short")).join(", ");
  const end = count ? `× ${number(count)}` : until && `– ${day(dateOf(until))}`;
  return [often, on, end].filter(Boolean).join(" ");
}
