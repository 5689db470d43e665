/** Changes to items: shown at once, and reverted with an error if the server refuses them. */

import { itemAddress, listAddress } from "./addresses.js";
import * as api from "./api.js";
import { rememberDeleted } from "./deleted-texts.js";
import { dateFields, dueDay, dueWords, isForApp } from "./due.js";
import { isSent, newDraftId, numberOf, settled } from "./ids.js";
import { t } from "./language.js";
import { load } from "./later.js";
import { allowUndo, notice } from "./notices.js";
import {
  addDraft, addEdits, asAnswered, bringBack, dropDrafts, dropEdits, hasEdits, isShown, removeItems,
  replaceItem, shownItems, withAnswer,
} from "./edits.js";
import { attempt, explain } from "./errors.js";
import { currentList, knownLists } from "./lists.js";
import { leaveGone, loadItems, open, refresh } from "./open-list.js";
import { viewOf } from "./preferences.js";
import { publish } from "./topics.js";
import { acts, perform, settleDraft, settleDrafts } from "./outbox.js";
import * as writes from "./writes.js";

/** The fields that a person edits. */
const ownFields = [
  "text", "notes", "checked", "important", "dueDate", "dueOn", "recurrence", "shouldRemind", "alarms", "repeatEvery",
  "location", "checklistId", "assigneeId", "sectionId", "parentId", "tags", "quantity", "unit", "startDate", "startOn",
];
/** Fields that move when a repeating item is checked or gets another date. */
const movingFields = ["checked", "dueDate", "dueOn"];

// MARK: Items

/** The defaults of a new item. */
const blank = {
  notes: "", checked: false, important: false, dueDate: null, shouldRemind: false, location: null, assigneeId: null,
  sectionId: null, parentId: null, subtasksCount: 0, uncheckedSubtasksCount: 0, tags: [], quantity: null, unit: null,
  startDate: null, startOn: null,
};

/** Fields to send in their turn. A section or parent that is still a draft was refused, and becomes `null`. */
function fieldsToSend(fields) {
  const now = settled(fields);
  for (const name of ["sectionId", "parentId"]) if (now[name] < 0) now[name] = null;
  return now;
}

/** The fields that refer to what no longer exists, by the codes of their refusals. */
const goneFields = { "not-a-member": "assigneeId", "not-a-parent": "parentId", "not-a-section": "sectionId" };

/** Shows an edit of items while an operation waits. */
function showEdit(ids, edit) {
  addEdits(ids, edit);
  return () => dropEdits(ids, edit);
}

/**
 * Adds an item and returns it. A refusal is thrown after the row is removed. The server parses the field `quickAdd`.
 */
export async function addItem(checklistId, fields, id = newDraftId()) {
  const operation = { act: "add", id, checklistId, fields: { ...fields, uid: writes.newUID() }, key: writes.newKey() };
  return (await perform(operation)) ?? draftOf(operation);
}

/**
 * Adds several items by one request. Returns the indices of the refused ones, and why. The others are added.
 */
export async function addItems(checklistId, all, ids) {
  const items = all.map((fields) => ({ ...fields, uid: writes.newUID() }));
  return (await perform({ act: "addAll", ids, checklistId, items, key: writes.newKey() })) ?? { refused: [] };
}

/** Shows drafts until the operation is done. */
function showDrafts(drafts) {
  addDraft(...drafts);
  return () => dropDrafts(drafts.map((draft) => [draft, undefined]));
}

const draftsOf = ({ ids, checklistId, items }) =>
  items.map((fields, index) => ({ ...blank, ...fields, id: ids[index], checklistId, unsaved: true }));

acts.addAll = {
  show: (operation) => showDrafts(draftsOf(operation)),
  async send(operation) {
    const { ids, checklistId, items, key } = operation;
    const drafts = draftsOf(operation);
    const made = new Map();
    const outcome = await addBatch(checklistId, items.map(fieldsToSend), key, made);
    await settleDrafts(new Map([...made].map(([index, item]) =>
      [ids[index], { id: item.id, settle: (seen) => withAnswer(seen, drafts[index], item) }])));
    dropDrafts([...made].map(([index, item]) => [drafts[index], item]));
    return outcome;
  },
};

/** Sends items until all are valid: the server adds all or none, and names the invalid ones and references. */
async function addBatch(checklistId, items, key, made) {
  const refused = new Set();
  let reason;
  for (let attempt = 0; refused.size < items.length; attempt++) {
    const indices = [...items.keys()].filter((index) => !refused.has(index) && !made.has(index));
    if (indices.length === 0) break;
    try {
      const address = `${listAddress(numberOf(checklistId))}/items/batch`;
      const ownKey = attempt ? key.replace('"', `"${attempt}-`) : key;
      const answer = await writes.postNow(address, indices.map((index) => items[index]), undefined, ownKey);
      answer.forEach((item, place) => made.set(indices[place], item));
      break;
    } catch (error) {
      const wrong = (error.errors ?? []).map(({ pointer, code, parameters }) => ({
        index: indices[Number(/^\/(\d+)/.exec(pointer)?.[1])], gone: goneFields[code],
        there: code === "taken" ? parameters.itemId : undefined,
      }));
      if (wrong.length === 0 || wrong.some(({ index }) => index === undefined)) throw error;
      for (const { index, gone, there } of wrong) {
        if (there) {
          made.set(index, await api.read(itemAddress(there), { fresh: true }));
        } else if (gone && items[index][gone] !== null) {
          items[index] = { ...items[index], [gone]: null };
        } else {
          refused.add(index);
          reason ??= error.message;
        }
      }
    }
  }
  return { refused: [...refused].sort((one, other) => one - other), reason };
}

/** The API takes at most 100 operations in a batch. */
const operationsMax = 100;

/**
 * Changes items at an address without a question, by as few requests as there can be: those with `ids`, or all that are
 * there when it is sent. Returns their ids.
 */
export const changeAll = (ids, edit, address) => perform({ act: "actOnAll", ids, edit, address, key: writes.newKey() });

acts.actOnAll = {
  show: ({ ids = [], edit }) => showEdit(ids, edit),
  async send({ ids, edit, address, versions }, keep) {
    const wanted = ids && new Set(ids.map(numberOf));
    // Sent again, it leaves out the items that it has changed the first time, or that others have changed since.
    const now = (await writes.walk(address)).filter(({ id, updatedAt }) =>
      (versions ? versions[id] === updatedAt : wanted?.has(id) ?? true));
    if (!versions) await keep({ versions: Object.fromEntries(now.map(({ id, updatedAt }) => [id, updatedAt])) });
    return sendAll(now.map(({ id }) => id), fieldsToSend(edit));
  },
  async done(ids, _, { hide }) {
    hide();
    await refresh().catch(() => {});
    return ids;
  },
  async failed(error, _, { hide }) {
    hide();
    explain(error);
    await refresh().catch(() => {});
    return [];
  },
};

/** Sends a change of items that may be gone, and returns their ids. */
async function sendAll(ids, body) {
  let left = ids;
  while (left.length > 0) {
    const operations = left.slice(0, operationsMax).map((id) => ({ method: "PATCH", path: itemAddress(id), body }));
    try {
      await writes.postNow("/v1/batch", { operations });
      left = left.slice(operationsMax);
    } catch (error) {
      if (error.status !== 404 || error.operation === undefined) throw error;
      left = left.toSpliced(error.operation, 1);
    }
  }
  return ids;
}

function draftOf({ id, checklistId, fields }) {
  const { quickAdd, timeZone, typedAt, language, ...said } = fields;
  return { ...blank, ...(quickAdd ? { text: quickAdd } : { timeZone }), ...said, id, checklistId, unsaved: true };
}

acts.add = {
  show: (operation) => showDrafts([draftOf(operation)]),
  async send(operation) {
    const { id, checklistId, fields, key } = operation;
    const draft = draftOf(operation);
    const { understood, ...item } = await (fields.quickAdd ? addLine : addFields)(checklistId, fieldsToSend(fields), key);
    await settleDraft(id, item.id, (seen) => withAnswer(seen, draft, item));
    dropDrafts([[draft, item]]);
    return item;
  },
};

/** Sends a line for the server to parse. The day in its fields counts if the line names none. */
async function addLine(checklistId, { dueOn, ...fields }, key) {
  const item = await addFields(checklistId, fields, key);
  if (!dueOn || dueDay(item)) return item;
  try {
    return await writes.patchNow(itemAddress(item.id), item, { dueOn, timeZone: fields.timeZone });
  } catch (error) {
    if (error instanceof api.Unreachable) throw error;
    // The item is there, without its day.
    explain(error, item.text);
    return item;
  }
}

/** Sends a new item. If its parent, section or assignee no longer exists, sends it without them. */
async function addFields(checklistId, fields, key) {
  const address = `${listAddress(numberOf(checklistId))}/items`;
  try {
    return await writes.create(address, fields, key, ({ itemId }) => api.read(itemAddress(itemId), { fresh: true }));
  } catch (error) {
    const gone = (error.errors ?? []).flatMap(({ code }) => goneFields[code] ?? []);
    if (gone.length === 0) throw error;
    const without = Object.fromEntries(gone.map((field) => [field, null]));
    return writes.postNow(address, { ...fields, ...without }, undefined, key.replace('"', '"1-'));
  }
}

/**
 * Changes fields of an item as it was `seen`, and returns the item. Offers both versions after a conflict;
 * other refusals go to `again`. `shown` has fields that the server will set; the page shows them at once.
 */
export const changeItem = async (seen, fields, { again, shown } = {}) =>
  (await perform({ act: "change", id: numberOf(seen.id), seen, fields, shown }, { again })) ?? seen;

/** Changes fields of an item as a person edited them, with Undo. `isShown` shows a notice. */
export function editItem(seen, fields, { isShown = false, ...options } = {}) {
  const before = Object.fromEntries(Object.keys(fields).map((field) => [field, seen[field] ?? null]));
  let now;
  const done = changeItem(seen, fields, options).then((item) => {
    now = item;
    return item;
  });
  const act = () => {
    const shown = shownItems().find(({ id }) => id === numberOf(seen.id));
    return changeItem(shown ?? now ?? { ...seen, ...fields, updatedAt: null }, before);
  };
  if (isShown) notice(t("Saved “{0}”", fields.text ?? seen.text), { action: t("Undo"), act });
  else allowUndo(act);
  return done;
}

acts.change = {
  show: ({ id, fields, shown }) => showEdit([id], { ...fields, ...shown }),
  send: async ({ id, seen, fields }) => {
    const now = asAnswered(seen);
    return { seen: now, item: await writes.patchNow(itemAddress(numberOf(id)), now, fieldsToSend(fields)) };
  },
  done({ seen, item }, { fields }, { hide }) {
    // Replaced before the edit is dropped: otherwise rows would briefly show the old state and lose the focus.
    replaceItem(item.id, item, seen);
    hide();
    const moved = fields.checked !== undefined && seen.recurrence ? movingFields : [];
    const ours = [...Object.keys(fields), ...moved];
    const theirs = ownFields.some((field) => !ours.includes(field) && !api.same(item[field], seen[field]));
    if (theirs && !hasEdits(item.id)) {
      notice(t("“{0}” was also changed elsewhere. Both changes are saved.", item.text));
    }
    if ("checklistId" in fields) offerBack(item, seen);
    if (fields.checked) offerDateBack(item, seen);
    return item;
  },
  async failed(error, { id, seen, fields }, { again = explain, hide }) {
    const { theirs, fields: clash, status } = error;
    const choice = theirs && (await (await load("people")).chooseVersion(theirs, { ...seen, ...fields }, clash));
    if (theirs) replaceItem(theirs.id, theirs);
    hide();
    if (choice === "mine") return changeItem(theirs, fields, { again });
    if (status === 404) await offerAgain({ ...seen, ...fields, id: numberOf(id) });
    else if (!theirs) again(error);
    return theirs;
  },
};

/** Shows that an item was moved to another list, with Undo. */
function offerBack(item, { checklistId }) {
  const name = knownLists.get(item.checklistId)?.name ?? "";
  const act = async () => {
    await changeItem(item, { checklistId });
    await refresh();
  };
  notice(t("Moved “{0}” to “{1}”", item.text, name), { action: t("Undo"), act });
}

/** Shows the next date of a repeating item, with Undo. */
function offerDateBack(item, seen) {
  if (!seen.recurrence || item.checked || api.same(dateFields(item), dateFields(seen))) return;
  const act = () => changeItem(item, dateFields(seen)).then(() => publish("refresh"));
  notice(t("Next: {0}", dueWords(item, "long")), { action: t("Undo"), act });
}

/** Shows that an item was deleted, and offers to add it again if its list exists. */
async function offerAgain(item) {
  const [before, list] = [open.list?.id, knownLists.get(item.checklistId)];
  replaceItem(item.id, null);
  const there = await currentList(item.checklistId);
  // The person may have left the list since.
  if (!there && list && open.list?.id === before) leaveGone(list);
  publish("refresh");
  if (!there) return;
  const { checklistId, text } = item;
  const fields = [...ownFields, "timeZone"].filter((field) => field !== "checklistId" && item[field] !== undefined);
  const again = Object.fromEntries(fields.map((field) => [field, item[field]]));
  notice(t("“{0}” was deleted elsewhere.", text), {
    alert: true,
    action: t("Add again"),
    act: async () => {
      await attempt(() => addItem(checklistId, again));
      publish("refresh");
    },
  });
}

/**
 * Checks or unchecks an item; `undoable` shows a notice with Undo. Checking a repeating item moves it to its next date;
 * unchecking before the response restores the date.
 */
export function checkItem(item, checked, { undoable = !viewOf(item.checklistId).showChecked } = {}) {
  if (isForApp(item, checked)) {
    notice(t("Only the app that created this repeating item can check it off."));
    return item;
  }
  if (!checked && item.recurrence) return changeItem(item, { checked, ...dateFields(item) });
  if (!item.recurrence) {
    const family = checked ? shownItems().filter((other) => other.parentId === item.id && !other.checked) : [];
    const act = async () => {
      const all = [item, ...family].map((one) => changeItem({ ...one, checked }, { checked: !checked }));
      await Promise.all(all);
      publish("refresh");
    };
    if (checked && undoable) notice(t("Checked “{0}”", item.text), { action: t("Undo"), act });
    else allowUndo(act);
  }
  return changeItem(item, { checked });
}

/** Shows what an action on an item returned, or why it failed. */
const onItem = {
  done: (item, { item: seen }) => replaceItem(item.id, item, seen),
  failed: (error, { item }) => (error.status === 404 ? offerAgain(item) : explain(error)),
};

/** Skips a repeating item to its next date. */
export const skipItem = (item) => perform({ act: "skip", id: numberOf(item.id), item, key: writes.newKey() });

acts.skip = {
  ...onItem,
  show: ({ id }) => showEdit([id], { unsaved: true }),
  send({ id, item, key }) {
    const address = itemAddress(numberOf(id));
    return postExpecting(`${address}/skip`, { expect: dateFields(asAnswered(item)) }, address, key);
  },
  done(now, { item }) {
    replaceItem(now.id, now, item);
    offerDateBack(now, item);
  },
};

/** Sends a change that expects a state of the item. In another state it was made before, or by another person. */
const postExpecting = (path, body, address, key) => writes.postNow(path, body, address, key).catch((error) => {
  if (error.status !== 412) throw error;
  return api.read(address, { fresh: true });
});

/** What an operation expects of a field of its item: sent again, what it had before the first time. */
async function expectationOf({ id, expect }, keep, field) {
  const from = expect ?? { [field]: (await api.read(itemAddress(numberOf(id)), { fresh: true }))[field] };
  if (!expect) await keep({ expect: from });
  return from;
}

/** Snoozes an item, by its id, until a moment. */
export const snoozeItem = (id, until) => perform({ act: "snooze", id, until, key: writes.newKey() });

acts.snooze = {
  async send(operation, keep) {
    const { id, until, key } = operation;
    const address = itemAddress(numberOf(id));
    // Nothing is left to do after it.
    if (Date.parse(until) <= Date.now()) return undefined;
    return postExpecting(`${address}/snooze`, { until, expect: await expectationOf(operation, keep, "snoozedUntil") }, address, key);
  },
  failed: (error) => explain(error),
};

/** Cancels the snooze of an item. */
export const wakeItem = (item) => perform({ act: "wake", id: numberOf(item.id), item });

acts.wake = {
  ...onItem,
  show: ({ id }) => showEdit([id], { snoozedUntil: null }),
  async send({ id, item }) {
    const address = itemAddress(numberOf(id));
    const read = () => api.read(address, { fresh: true });
    const now = await read();
    // Another person may have snoozed it again.
    if (!api.same(now.snoozedUntil, item.snoozedUntil)) return now;
    await writes.deleteNow(`${address}/snooze`);
    return read();
  },
};

/** Deletes an item, with Undo from the trash. */
export function deleteItem(seen) {
  const id = numberOf(seen.id);
  rememberDeleted(seen.checklistId, [seen.text]);
  perform({ act: "remove", id, seen });
  offerRestore(t("Deleted “{0}”", seen.text), { act: "restore", id, seen, key: writes.newKey() });
}

acts.remove = {
  show: ({ id }) => showEdit([id], { deleted: true }),
  send: ({ id, seen }) => writes.removeNow(itemAddress(numberOf(id)), asAnswered(seen), ownFields),
  done(_, { id }) {
    // The person may have undone the deletion meanwhile.
    if (!isShown(id)) replaceItem(numberOf(id), null);
  },
  failed(error, { id, seen }, { hide }) {
    if (error.theirs) replaceItem(numberOf(id), error.theirs);
    hide();
    if (!error.theirs) return explain(error);
    return notice(t("“{0}” was changed elsewhere and wasn’t deleted.", seen.text), { alert: true });
  },
};

acts.restore = {
  show({ id, seen }) {
    const hide = showEdit([id], { deleted: false });
    bringBack([seen]);
    return hide;
  },
  async send(operation, keep) {
    const { id, seen } = operation;
    const { checklistId, text: name } = asAnswered(seen);
    const address = itemAddress(numberOf(id));
    const read = () => api.read(address, { fresh: true });
    // An earlier page may have restored it already.
    const there = api.trashIdOf(address) === undefined && (await read().catch(api.orGone));
    if (there) return there;
    await restoreFrom(address, { type: "items", checklistId, itemsCount: 1, name }, operation, keep);
    return read();
  },
  done(item) {
    // A response may have removed it meanwhile.
    replaceItem(item.id, item);
    bringBack([item]);
  },
  failed(error, { id }) {
    replaceItem(numberOf(id), null);
    explain(error);
  },
};

/**
 * Restores the trash entry of an address, or what else names its deletion. If another tab deleted it, that is the newest
 * entry that matches `like`.
 */
export async function restoreFrom(address, like, { key, trashId }, keep) {
  const isLike = (entry) => Object.keys(like).every((name) => entry[name] === like[name]);
  const id = trashId ?? api.trashIdOf(address)
    ?? Math.max(...(await writes.walk("/v1/trash?")).filter(isLike).map((entry) => entry.id), 0);
  if (id && !trashId) await keep({ trashId: id });
  const restored = id && (await writes.postNow(`/v1/trash/${id}/restore`, {}, undefined, key).catch(api.orGone));
  // Sent again, it is gone because it was restored the first time.
  if (!restored && !trashId) throw new Error(t("It’s no longer in the trash."));
}

/** Moves an item between two siblings; one of them can be missing. */
export async function moveItem(item, before, after) {
  const place = before ? { before: before.id } : { after: after.id };
  // Between its neighbours, until the server returns the position.
  const ends = [after?.position ?? before.position - 2, before?.position ?? after.position + 2];
  const position = (ends[0] + ends[1]) / 2;
  await perform({ act: "move", id: item.id, item, place, position, key: writes.newKey() });
}

acts.move = {
  show: ({ id, position }) => showEdit([id], { position }),
  async send(operation, keep) {
    const { id, place, key } = operation;
    const address = itemAddress(numberOf(id));
    const expect = await expectationOf(operation, keep, "position");
    return postExpecting(`${address}/move`, { ...settled(place), expect }, address, key);
  },
  done: (item) => replaceItem(item.id, item),
  async failed(error, { item }) {
    if (error.status === 404) return offerAgain(item);
    explain(error);
    return loadItems();
  },
};

/** Shows that something was deleted, with Undo by an operation. */
export const offerRestore = (message, operation) => notice(message, { action: t("Undo"), act: () => perform(operation) });
