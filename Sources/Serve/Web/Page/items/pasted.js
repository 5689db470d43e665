/** Pasted and shared lists: reads their lines, and shows many of them before they are added. */

import { clearAdded } from "./bulk-changes.js";
import { addItems } from "./changes.js";
import { choose } from "./dialogs.js";
import { text } from "./dom.js";
import { newDraftId } from "./ids.js";
import { number, t } from "./language.js";
import { notice } from "./notices.js";

/** The API takes at most 1,000 items in a request. */
const linesMax = 1000;
/** More lines are shown before they are added. */
const unseenLinesMax = 5;
const textMax = 1000;

/** Characters that no text keeps: controls, marks of direction and order, and spaces without width. */
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/** A bullet or a number. ASCII bullets and numbers need a space behind them. */
const bullet = /^\s*(?:(?:[-*+–]|\(?\d{1,3}[.)])\s+|[•·◦‣○●▪▫■□◆◇★☆⁃∙]\s*)/u;
const box = /^\s*(?:\[([ xX✓]?)\]\s+|([☐☑☒✓✔✅])\s*)/u;
const amountInColumn = /^(\d{1,6}(?:[.,]\d{1,3})?)\s*(\p{L}{0,20})$/u;

/** The lines of a pasted text that are not empty, cleaned; columns stay apart by tabs. */
const cleanLines = (pasted) => pasted.replace(/\r\n?/g, "\n").replace(invisible, "").split("\n")
  .map((line) => line.replace(bullet, "").trim()).filter((line) => line.replace(box, "") !== "");

/** The fields of a cleaned line: its text, the check mark, and a quantity or notes from a second column. */
function fieldsOf(line) {
  const [, ticked, sign] = box.exec(line) ?? [];
  const columns = line.replace(box, "").split("\t").map((column) => column.trim()).filter(Boolean);
  const fields = { checked: /[xX✓]/.test(ticked ?? "") || (sign !== undefined && sign !== "☐") };
  const [first = "", second, ...others] = columns;
  const quantity = (column) => {
    const [, digits, unit] = amountInColumn.exec(column ?? "") ?? [];
    return digits && { quantity: Number(digits.replace(",", ".")), ...(unit && { unit }) };
  };
  const [before, after] = [columns.length > 1 && quantity(first), quantity(second)];
  if (after) return { ...fields, text: first, ...after, notes: others.join("\n") };
  if (before) return { ...fields, text: second, ...before, notes: others.join("\n") };
  return { ...fields, text: first, notes: columns.slice(1).join("\n") };
}

const addedWords = (count) => (count === 1 ? t("Added 1 item") : t("Added {0} items", number(count)));
const addWords = (count) => (count === 1 ? t("Add 1 item") : t("Add {0} items", number(count)));

/** Adds lines to a list by one request, after a look at them if they are many. `place` has fields of every item. */
export async function addPasted(pasted, listId, place) {
  const lines = cleanLines(pasted);
  if (lines.length > unseenLinesMax) return showLines(lines, listId, place, {});
  return addLines(lines, listId, place);
}

/** Shows lines in a field where they can be corrected, and adds them. */
async function showLines(lines, listId, place, { title, message }) {
  const field = Object.assign(document.createElement("textarea"), { rows: 10, value: lines.join("\n"), dir: "auto" });
  field.className = "pasted";
  const label = text("label", "");
  label.append(text("span", t("One item a line")), field);
  let button;
  const read = () => cleanLines(field.value);
  const ready = () => {
    const { length } = read();
    if (button) button.textContent = addWords(length);
    return length > 0 && length <= linesMax;
  };
  const choosing = choose({
    title: title ?? addWords(lines.length), message, body: label, ready,
    actions: [{ value: "add", name: addWords(lines.length), kind: "primary" }, { value: null, name: t("Cancel") }],
  });
  button = label.closest("form").querySelector(".actions .primary");
  button.focus();
  if ((await choosing) === null) return;
  await addLines(read(), listId, place);
}

/** Adds cleaned lines, with Undo. */
async function addLines(lines, listId, place) {
  const ids = lines.map(newDraftId);
  const tooLong = (line) => line.length > textMax;
  const adding = addItems(listId, lines.map((line) => ({ ...fieldsOf(line), ...place })), ids);
  notice(addedWords(lines.length), { action: t("Undo"), act: () => clearAdded(listId, ids) });
  const { refused, reason } = await adding;
  if (refused.length === 0) return;
  const failed = refused.map((index) => lines[index]);
  const title = failed.length === 1 ? t("Couldn’t add 1 item") : t("Couldn’t add {0} items", number(failed.length));
  const message = failed.some(tooLong) ? t("An item has at most {0} letters.", number(textMax)) : reason;
  await showLines(failed, listId, place, { title, message });
}

/** Asks to which of `lists` a shared text is added, and adds a line each. */
export async function addShared(shared, lists) {
  if (lists.length === 0) return;
  const field = Object.assign(document.createElement("textarea"), { rows: 5, dir: "auto", value: shared });
  field.className = "pasted";
  const list = document.createElement("select");
  list.append(...lists.map(({ id, name }) => new Option(name, id)));
  const body = document.createElement("div");
  for (const [name, control] of [[t("List"), list], [t("One item a line"), field]]) {
    const label = text("label", "");
    label.append(text("span", name), control);
    body.append(label);
  }
  const choosing = choose({
    title: t("Add to a list"), body, ready: () => cleanLines(field.value).length > 0,
    actions: [{ value: "add", name: t("Add"), kind: "primary" }, { value: null, name: t("Cancel") }],
  });
  body.closest("form").querySelector(".actions .primary").focus();
  if ((await choosing) === null) return;
  const id = Number(list.value);
  await addLines(cleanLines(field.value), id, {});
  location.hash = `#/lists/${id}`;
}
