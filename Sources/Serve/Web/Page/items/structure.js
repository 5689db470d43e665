/** Changes to the structure of the open list: its order, its sections and subtasks. */

import { listAddress } from "./addresses.js";
import { allowUndo, notice } from "./notices.js";
import { ask, askName } from "./dialogs.js";
import { addItem, changeAll, changeItem, moveItem } from "./changes.js";
import { announce } from "./dom.js";
import { shownItems } from "./edits.js";
import { explain } from "./errors.js";
import { number, t } from "./language.js";
import { items, open, sectionsOf } from "./open-list.js";
import { sections } from "./sections.js";

// MARK: Moving

/** Rows are made anew for each edit. */
const indexIn = (rows, { id }) => rows.findIndex((row) => row.id === id);

/**
 * Where a row can go: the `others` without it and its subtasks, its `index` among them, and the indexes that it can
 * get as `slots`. A section moves among the sections.
 */
export function movesOf(element, shown, children) {
  const rows = shown.filter(({ tags, isHeading }) => !(isHeading && tags));
  if (element.section) {
    const all = rows.filter(({ section }) => section);
    const others = all.filter(({ id }) => id !== element.id);
    return { others, index: indexIn(all, element), slots: [...all.keys()] };
  }
  // A draft has no position on the server yet.
  if (element.isHeading || element.checked || element.unsaved) return undefined;
  const others = rows.filter(({ id, parentId }) => id !== element.id && !(children.has(id) && parentId === element.id));
  const isDone = ({ id, checked }) => id === "completed" || (checked && !children.has(id));
  const end = others.some(isDone) ? others.findIndex(isDone) : others.length;
  const isSlot = (index) => index <= end && (children.has(element.id) || !children.has(others[index]?.id));
  return { others, index: indexIn(rows, element), slots: [...Array(end + 1).keys()].filter(isSlot) };
}

/** Moves a row to one of its slots, with Undo. */
export function moveRow(element, index, others, children) {
  if (element.section) return sections.move(element.section.id, others[index]?.section.id, open.list.id, sectionsOf(open.list.id));
  const [above, below] = [others[index - 1], others[index]];
  const isIn = (row) => row !== undefined && children.has(row.id);
  const isBelowParent = isIn(below) || above?.id === element.parentId;
  const parentId = !children.has(element.id) ? null : isIn(above) ? above.parentId : isBelowParent ? above?.id ?? null : null;
  const heading = others.slice(0, index).findLast(({ section }) => section);
  const sectionId = heading?.section.id ?? null;
  const from = placeOf(element);
  const to = { parentId, sectionId: parentId ? from.sectionId : sectionId, ...neighbours(others, index, parentId, children) };
  if (heading && !heading.isOpen && above === heading) to.before = siblingsOf(to, element)[0];
  moveTo(element, to);
  const section = to.sectionId !== from.sectionId && heading ? heading.section.name : undefined;
  const siblings = siblingsOf(to, element);
  const place = to.before ? siblings.findIndex(({ id }) => id === to.before.id) : siblings.length;
  // Without sections, the pages that were not read have siblings, too.
  const isPart = !items.complete && !to.parentId && !to.sectionId;
  const where = section ? t("Moved “{0}” to “{1}”", element.text, section)
    : t("Moved “{0}” to {1} of {2}", element.text, number(place + 1), number(isPart ? items.total : siblings.length + 1));
  const now = { ...element, parentId: to.parentId, sectionId: to.sectionId };
  notice(where, { action: t("Undo"), act: () => moveTo(now, from) });
  return undefined;
}

/** The siblings around a slot that the server knows. */
function neighbours(others, index, parentId, children) {
  const isSibling = (row) => !row.isHeading && !row.unsaved && (parentId ? row.parentId === parentId : !children.has(row.id));
  const ends = (row) => row.isHeading || (row.checked && !parentId);
  const first = (rows) => {
    const stop = rows.findIndex(ends);
    return (stop < 0 ? rows : rows.slice(0, stop)).find(isSibling);
  };
  return { before: first(others.slice(index)), after: first(others.slice(0, index).reverse()) };
}

/** The open siblings of an item below a parent or in a section. */
const siblingsOf = ({ parentId, sectionId }, { id }) => shownItems().filter((item) =>
  item.id !== id && !item.unsaved && (parentId ? item.parentId === parentId
    : !item.checked && !item.parentId && (item.sectionId ?? null) === sectionId));

/** The parent, section and neighbours of an item. */
function placeOf(item) {
  const place = { parentId: item.parentId ?? null, sectionId: item.sectionId ?? null };
  const siblings = siblingsOf(place, item);
  const index = siblings.findIndex(({ position }) => position > item.position);
  return { ...place, before: siblings[index], after: index < 0 ? siblings.at(-1) : siblings[index - 1] };
}

function moveTo(item, { parentId, sectionId, before, after }) {
  const change = {};
  if (parentId !== (item.parentId ?? null)) change.parentId = parentId;
  if (parentId === null && sectionId !== (item.sectionId ?? null)) change.sectionId = sectionId;
  if (Object.keys(change).length > 0) changeItem(item, change);
  if (before || after) moveItem({ ...item, ...change }, before, after);
}

// MARK: Subtasks

/** Makes an item a subtask of the one above it, or the reverse. Returns whether that is possible. */
export function indent(item, isIn, rows, children) {
  const index = indexIn(rows, item);
  if (item.checked) return false;
  if (!isIn) {
    const parent = shownItems().find(({ id }) => id === item.parentId);
    if (!parent || !children.has(item.id)) return false;
    setParent(item, null, parent.position + 0.5);
    announce(t("“{0}” is no longer a subtask", item.text));
    return true;
  }
  const above = rows[index - 1];
  const parent = children.has(above?.id) ? rows.find(({ id }) => id === above.parentId) : above;
  const isParent = parent && !parent.isHeading && !parent.checked && !item.recurrence && !item.subtasksCount;
  if (!isParent || children.has(item.id)) return false;
  setParent(item, parent.id, Number.MAX_SAFE_INTEGER);
  announce(t("“{0}” is now a subtask of “{1}”", item.text, parent.text));
  return true;
}

function setParent(item, parentId, position) {
  const from = placeOf(item);
  changeItem(item, { parentId }, { shown: { position } });
  allowUndo(() => moveTo({ ...item, parentId }, from));
}

/** Adds a subtask to an item. */
export const addSubtask = ({ id, checklistId }, text) =>
  addItem(checklistId, { text, parentId: id }).catch((error) => explain(error, text));

// MARK: Sections

/** Adds a section to the open list. */
export async function addSection() {
  const name = await askName({ title: t("Add section"), action: t("Add") });
  const listId = open.list.id;
  if (!name) return;
  const id = sections.add({ name }, listId);
  allowUndo(() => sections.remove(id, listId));
}

export async function renameSection(section) {
  const name = await askName({ title: t("Rename section"), action: t("Save"), name: section.name });
  if (name && name !== section.name) sections.rename(section, name, open.list.id);
}

/** Deletes a section after a confirmation; Undo brings it back with its items. */
export async function removeSection({ id, name }) {
  const message = t("Its items stay on the list, without a section.");
  const sure = await ask({ title: t("Delete “{0}”?", name), message, action: t("Delete"), danger: true });
  if (!sure) return;
  const listId = open.list.id;
  const all = sectionsOf(listId);
  const before = all[all.findIndex((one) => one.id === id) + 1]?.id;
  const ids = items.elements.filter(({ sectionId }) => sectionId === id).map((item) => item.id);
  sections.remove(id, listId);
  notice(t("Deleted “{0}”", name), {
    action: t("Undo"), act() {
      const sectionId = sections.add({ name }, listId, before);
      if (ids.length > 0) changeAll(ids, { sectionId }, `${listAddress(listId)}/items?`);
    },
  });
}
