/** The dialog for conflicting changes. */

import { choose } from "./dialogs.js";
import { text } from "./dom.js";
import { shownItems } from "./edits.js";
import { dateOf, day, moment, number, t } from "./language.js";
import { me } from "./me.js";
import { fieldNames } from "./field-names.js";
import { memberOf } from "./members.js";
import { sectionsOf } from "./open-list.js";

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

function describe(field, value, { checklistId }) {
  if (value === undefined || value === null || value === "") return t("empty");
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (["dueDate", "startDate"].includes(field)) return moment(value);
  if (["dueOn", "startOn"].includes(field)) return day(dateOf(value));
  if (field === "quantity") return number(value);
  if (field === "tags") return value.join(", ") || t("empty");
  if (field === "sectionId") return sectionsOf(checklistId).find(({ id }) => id === value)?.name ?? t("empty");
  if (field === "parentId") return shownItems().find(({ id }) => id === value)?.text ?? String(value);
  if (Array.isArray(value)) return value.map(({ at, offset }) => offset ?? moment(at)).join(", ") || t("empty");
  if (field === "assigneeId") return memberOf(checklistId, value)?.name ?? String(value);
  if (typeof value === "object") return Object.values(value).filter(Boolean).join(", ");
  return String(value);
}
