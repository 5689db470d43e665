/** Changes to lists, to a person's order and display of them, and to their members. */

import { listAddress, listsAddress, membershipAddress, preferencesAddress } from "./addresses.js";
import * as api from "./api.js";
import { offerRestore, restoreFrom } from "./changes.js";
import { countsOf } from "./edits.js";
import { explain } from "./errors.js";
import { assign, newDraftId, numberOf } from "./ids.js";
import { t } from "./language.js";
import { load } from "./later.js";
import { cacheAnswer } from "./local-data.js";
import { knownLists, lists, loadCounts, loadLists } from "./lists.js";
import { allowUndo, notice } from "./notices.js";
import { leaveGone, open, showList } from "./open-list.js";
import { acts, perform, settleDraft } from "./outbox.js";
import { overlay } from "./overlays.js";
import { choosePreferences, chooseView } from "./preferences.js";
import { create, newKey, newUID, orChanged, patchAsIs, patchNow, removeNow, walk } from "./writes.js";

const isAt = (id) => `${location.hash}/`.startsWith(`#/lists/${id}/`);

// MARK: Adding

/** How long adding a list waits for the server before the list is opened without its answer. */
const patienceMilliseconds = 800;

/** Adds a list, or a copy of one, and returns it: the server's, or a draft if the server does not answer soon. */
export async function createList(fields, copyOf) {
  const named = copyOf ? fields : { ...fields, uid: newUID() };
  const operation = { act: "addList", id: newDraftId(), fields: named, copyOf, key: newKey() };
  const adding = perform(operation);
  let isOpened = false;
  // A refusal that comes first is the caller's; a later one is shown.
  adding.catch((error) => isOpened && explain(error, fields.name));
  const draft = new Promise((resolve) => setTimeout(() => resolve(operation), patienceMilliseconds));
  const list = (await Promise.race([adding, draft])) ?? operation;
  isOpened = true;
  return list;
}

acts.addList = {
  show({ id, fields, copyOf }) {
    const like = knownLists.get(copyOf);
    const counts = like ? countsOf(like) : { itemsCount: 0, uncheckedItemsCount: 0 };
    const draft = { icon: like?.icon, ...fields, ...counts, id, membersCount: 1, sections: [], unsaved: true };
    if (fields.unchecked) draft.uncheckedItemsCount = draft.itemsCount;
    return overlay("lists", undefined, (all) => [...all, draft]);
  },
  async send({ id, fields, copyOf, key, newest }, keep) {
    const address = copyOf ? `${listAddress(numberOf(copyOf))}/copy` : "/v1/checklists";
    const copy = newest !== undefined && (await madeSince(newest, fields.name));
    // A copy has no name of the client. It is newer than the lists of its first time.
    if (copyOf && newest === undefined) await keep({ newest: Math.max(0, ...(await walk(listsAddress())).map((list) => list.id)) });
    const made = copy || (await create(address, fields, key, ({ checklistId }) => api.read(listAddress(checklistId), { fresh: true })));
    assign(id, made.id);
    // Its items may wait in the outbox.
    await settleDraft(id, made.id);
    return made;
  },
  async done(list, { id }, { hide }) {
    hide();
    knownLists.set(list.id, list);
    await loadLists();
    if (!isAt(id)) return list;
    const types = document.activeElement?.closest(".composer") ? "/add" : "";
    location.replace(`#/lists/${list.id}${types}`);
    return list;
  },
  failed(error, { id }) {
    if (isAt(id)) location.replace("#/");
    throw error;
  },
};

/** The list of a name that was made after another one. */
const madeSince = async (newest, name) =>
  (await walk(listsAddress(name))).find((list) => list.id > newest && list.name === name);

/** Copies a list, with Undo, and returns the copy. */
export async function copyList(list, fields) {
  const copy = await createList(fields, list.id);
  allowUndo(() => deleteList({ id: copy.id, name: fields.name }));
  return copy;
}

// MARK: Changing

/** Changes the name, icon or reset rule of a list, with Undo. */
export function changeList(seen, fields) {
  perform({ act: "changeList", id: seen.id, seen, fields });
  const before = Object.fromEntries(Object.keys(fields).map((name) => [name, seen[name]]));
  const act = () => perform({ act: "changeList", id: seen.id, seen: { ...seen, ...fields, updatedAt: null }, fields: before });
  notice(t("Saved “{0}”", fields.name ?? seen.name), { action: t("Undo"), act });
}

acts.changeList = {
  show: ({ id, fields }) => overlay("list", id, (list) => ({ ...list, ...fields })),
  send: ({ id, seen, fields }) => patchNow(listAddress(numberOf(id)), seen, fields),
  async done(list) {
    showList(list);
    await loadLists();
  },
  async failed(error, { seen, fields }) {
    if (error.status === 404) return leaveGone(seen);
    if (!error.theirs) return explain(error, seen.name);
    showList(error.theirs);
    const choice = await (await load("people")).chooseVersion(error.theirs, { ...seen, ...fields }, error.fields);
    return choice === "mine" && perform({ act: "changeList", id: seen.id, seen: error.theirs, fields });
  },
};

// MARK: Deleting

/** Deletes a list as it was `seen`, with Undo, unless others have changed it since. */
export function deleteList(seen) {
  const { id, name } = seen;
  perform({ act: "removeList", id, seen });
  offerRestore(t("Deleted “{0}”", name), { act: "restoreList", id, seen, key: newKey() });
}

acts.removeList = {
  show: ({ id }) => overlay("lists", undefined, (all) => all.filter((list) => list.id !== numberOf(id))),
  async send({ id, seen }) {
    const fields = seen.itemsCount === undefined ? ["name"] : ["name", "itemsCount"];
    await removeNow(listAddress(numberOf(id)), { ...seen, updatedAt: null }, fields);
  },
  async done(_, { id }) {
    if (open.list?.id === numberOf(id)) open.list = null;
    knownLists.delete(numberOf(id));
    await Promise.all([loadLists(), loadCounts()]);
  },
  failed: (error, { seen }) => explain(error, seen.name),
};

acts.restoreList = {
  show: ({ id, seen }) => overlay("lists", undefined, (all) =>
    (all.some((list) => list.id === numberOf(id)) ? all : [...all, { ...seen, id: numberOf(id) }])),
  send: (operation, keep) => restoreFrom(
    listAddress(numberOf(operation.id)), { type: "checklist", checklistId: numberOf(operation.id) }, operation, keep),
  done: () => Promise.all([loadLists(), loadCounts()]),
  failed: (error, { seen }) => explain(error, seen.name),
};

// MARK: Order and display

/** The distance between positions, so that a list can be moved between two others. */
const spacing = 65_536;

/** Changes what a person sees of lists, with Undo: fields of their memberships by the ids of the lists. */
function setMemberships(changes, words) {
  const before = Object.fromEntries(Object.entries(changes).map(([id, fields]) => {
    const { archivedAt, ...list } = knownLists.get(Number(id)) ?? {};
    const seen = { position: 0, pinned: false, ...list, archived: archivedAt != null };
    return [id, Object.fromEntries(Object.keys(fields).map((name) => [name, seen[name]]))];
  }));
  const act = () => perform({ act: "memberships", changes: before });
  if (words) notice(words, { action: t("Undo"), act });
  else allowUndo(act);
  return perform({ act: "memberships", changes });
}

/** Pins, unpins, archives or restores a list. */
export const setMembership = ({ id, name }, fields) =>
  setMemberships({ [id]: fields }, fields.archived ? t("Archived “{0}”", name) : undefined);

/** Mutes a list or the reverse. */
export const muteList = (id, muted) => perform({ act: "memberships", changes: { [id]: { muted } } });

/** Moves a list to an index among those in use. It is pinned if the lists around it are. */
export function moveList(list, index, others) {
  const all = others.toSpliced(index, 0, list);
  const pinned = others[index]?.pinned === true || (list.pinned === true && others[index - 1]?.pinned !== false);
  const [before, after] = [others[index - 1]?.position ?? 0, others[index]?.position];
  const changes = {};
  const own = after === undefined ? before + spacing : Math.floor((before + after) / 2);
  // Lists that were never moved have the same position.
  if (own > before && (after === undefined || own < after)) changes[list.id] = { position: own };
  else all.forEach(({ id }, place) => Object.assign(changes, { [id]: { position: (place + 1) * spacing } }));
  if (pinned !== Boolean(list.pinned)) changes[list.id] = { ...changes[list.id], pinned };
  return setMemberships(changes);
}

acts.memberships = {
  show({ changes }) {
    const all = Object.entries(changes).map(([id, { archived, ...fields }]) => overlay("list", Number(id), (list) => ({
      ...list, ...fields, ...(archived !== undefined && { archivedAt: archived ? list.archivedAt ?? "" : null }),
    })));
    return () => all.forEach((hide) => hide());
  },
  async send({ changes }) {
    const made = new Map();
    for (const [id, fields] of Object.entries(changes)) {
      const number = numberOf(Number(id));
      const member = await patchAsIs(membershipAddress(number), fields).catch(api.orGone);
      if (member) made.set(number, member);
    }
    return made;
  },
  done(made) {
    for (const list of lists.elements) {
      const { position, pinned, archivedAt } = made.get(list.id) ?? {};
      if (made.has(list.id)) showList({ ...list, position, pinned, archivedAt });
    }
  },
  failed: (error) => explain(error),
};

acts.preferences = {
  show: ({ fields }) => choosePreferences(fields),
  send: ({ fields }) => patchAsIs(preferencesAddress, fields),
  // For the next start.
  done: (content) => cacheAnswer(preferencesAddress, { content, headers: [] }),
  failed: () => {},
};

acts.view = {
  show: ({ id, fields }) => chooseView(id, fields),
  send: ({ id, fields }) => patchAsIs(membershipAddress(numberOf(id)), fields),
  done: (content, { id }) => cacheAnswer(membershipAddress(numberOf(id)), { content, headers: [] }),
  failed: () => {},
};

// MARK: Members

/**
 * Gives a member another role, adds a person with one, or removes a member by the role `null`; with Undo. `after` is called
 * with the answer.
 */
export function setMember(listId, { personId, name }, role, before, after) {
  allowUndo(() => perform({ act: "member", listId, personId, name, role: before, before: role }));
  return perform({ act: "member", listId, personId, name, role, before }, { after });
}

acts.member = {
  show: ({ listId, personId, name, role }) => overlay("members", listId, (all) => {
    const others = all.filter((one) => one.personId !== personId);
    const own = all.find((one) => one.personId === personId) ?? { personId, name };
    return role === null ? others : all.includes(own) ? all.with(all.indexOf(own), { ...own, role }) : [...all, { ...own, role }];
  }),
  async send({ listId, personId, role, before }) {
    const all = `${listAddress(numberOf(listId))}/members`;
    const now = (await api.read(all, { fresh: true })).find((one) => one.personId === personId);
    // Otherwise it was sent before, or another owner has decided anew.
    if (!(now ? [now.role, now.offeredRole ?? now.role] : [null]).includes(before)) return;
    const [address, expect] = [`${all}/${personId}`, now && { role: now.role }];
    if (role === null) await api.send("DELETE", address).catch(api.orGone);
    else await api.send("PUT", address, { body: { role, expect } }).catch(orChanged);
  },
  done: (_result, _operation, { after = () => {} }) => after(),
};
