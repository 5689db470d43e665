import { server } from "./environment.js";
import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

await import("./bulk-changes.js");
await import("./list-changes.js");
await import("./sections.js");
await import("./views.js");
const { same } = await import("./api.js");
const { acts } = await import("./outbox.js");
const { patchNow, removeNow } = await import("./writes.js");

/** A server that has forgotten every key, as it does after a day. */
let records, skips, changes;

function answer({ method, address, body, headers }) {
  const [path, query] = address.split("?");
  const [, kind, id, part] = /^\/v1\/(checklists|items|views|trash|batch)(?:\/(\d+))?(?:\/(.*))?/.exec(path) ?? [];
  const own = records.find((one) => one.kind === kind && one.id === Number(id));
  const refuse = (status, ...errors) => ({ status, content: { errors } });
  const make = (made) => {
    const there = made.uid && records.find(({ uid }) => uid === made.uid);
    const name = { checklists: "checklistId", items: "itemId", sections: "sectionId" }[made.kind];
    if (there) return refuse(409, { code: "taken", pointer: "/uid", detail: "", parameters: { [name]: there.id } });
    records.push({ ...made, id: records.length + 1 });
    return { status: 201, content: records.at(-1) };
  };
  const isMet = (expect = {}, one = own) => Object.keys(expect).every((name) => same(one[name], expect[name]));
  if (kind === "batch") {
    for (const [index, one] of body.operations.entries()) {
      const { status, content } = answer({ method: one.method, address: one.path, body: one.body, headers: {} });
      if (status >= 400) return { status, content: { ...content, operation: index } };
    }
    return { content: { results: body.operations.map(() => ({ status: 200, trashId: 50 })) } };
  }
  if (part?.startsWith("members")) {
    if (method === "GET") return { content: own.members };
    changes.push([method, body?.role]);
    own.members = own.members.filter(({ personId }) => personId !== 7);
    if (method === "PUT") own.members.push({ personId: 7, role: body.role });
    return { content: {} };
  }
  if (part?.startsWith("sections/")) {
    const section = own.sections.find((one) => one.id === Number(part.split("/")[1]));
    if (!isMet(body?.expect, section)) return refuse(412);
    changes.push([method, body.name ?? body.before]);
    if (method === "PATCH") return { content: Object.assign(section, { name: body.name }) };
    const others = own.sections.filter((one) => one !== section);
    own.sections = others.toSpliced(others.findIndex((one) => one.id === body.before), 0, section);
    return { content: {} };
  }
  if (method === "GET") {
    const isChecked = /checked=(\w+)/.exec(query)?.[1];
    return { content: (!part && own) || records.filter((one) => (part ? one.checklistId === Number(id) : one.kind === kind)
      && (!isChecked || String(one.checked) === isChecked)) };
  }
  if (part === "restore") {
    const entry = records.find((one) => one.kind === "trash" && one.id === Number(id));
    if (!entry) return refuse(404);
    changes.push(["restore", entry.id]);
    records = records.filter((one) => one !== entry);
    return { content: {} };
  }
  if (method === "DELETE" && part === "snooze") {
    changes.push(["wake"]);
    own.snoozedUntil = null;
    return { status: 204 };
  }
  if (method === "DELETE" && part === "items") {
    const ids = rangesIn(query);
    const gone = records.filter((one) => one.checklistId === Number(id) && one.checked && ids.includes(one.id));
    changes.push(["delete", gone.map((one) => one.id)]);
    records = records.filter((one) => !gone.includes(one));
    return { content: { deleted: gone.length } };
  }
  if (method === "DELETE") {
    records = records.filter((one) => one !== own);
    return { status: 204 };
  }
  if (part && body.expect && !isMet(body.expect)) return refuse(412);
  if (part === "snooze") {
    changes.push(["snooze", body.until]);
    return { content: Object.assign(own, { snoozedUntil: body.until }) };
  }
  if (part === "skip") {
    skips++;
    own.dueOn = "2026-12-05";
    return { content: own };
  }
  if (method === "PATCH") {
    if (!isMet(body.expect)) return refuse(412);
    changes.push([body, headers["If-Match"]]);
    return { content: Object.assign(own, body, { updatedAt: `${changes.length}` }) };
  }
  if (part === "items/batch") {
    const answers = body.map((one) => make({ kind: "items", ...one }));
    const errors = answers.flatMap(({ content }, index) =>
      (content.errors ?? []).map((error) => ({ ...error, pointer: `/${index}/uid` })));
    return errors.length ? refuse(409, ...errors) : { status: 201, content: answers.map(({ content }) => content) };
  }
  const made = { sections: "sections", items: "items" }[part] ?? (kind === "views" ? kind : "checklists");
  return make({ kind: made, ...body });
}

/** The numbers of the ranges in a query. */
const rangesIn = (query) => /ids=([^&]*)/.exec(query)[1].split(",").flatMap((range) => {
  const [from, to = from] = range.split("-").map(Number);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
});

beforeEach(() => {
  [records, skips, changes] = [[{ kind: "checklists", id: 1, name: "Groceries" }], 0, []];
  server.answer = answer;
});

/** Sends an operation, and again after the response was lost with the page. `between` is what others do meanwhile. */
async function sendTwice(operation, between = () => {}) {
  let stored = { key: '"1"', ...operation };
  const keep = async (fields) => { stored = { ...stored, ...fields }; };
  await acts[stored.act].send(stored, keep);
  await between();
  return acts[stored.act].send(stored, keep);
}

const uid = "6f1d7e5a-0c1f-4d0e-9e57-2b8f2b1f6c11";
const additions = {
  "a list": { act: "addList", id: -1, fields: { name: "Trip", uid } },
  "a copy of a list": { act: "addList", id: -1, copyOf: 1, fields: { name: "Groceries (copy)" } },
  "a section": { act: "sections", kind: "add", id: -1, listId: 1, fields: { name: "Dairy", uid } },
  "a view": { act: "views", kind: "add", id: -1, fields: { name: "Late", query: {} } },
  "an item": { act: "add", id: -1, checklistId: 1, fields: { text: "Milk", uid } },
  "several items": { act: "addAll", ids: [-1, -2], checklistId: 1, items: [{ text: "Milk", uid }, { text: "Eggs", uid: uid.replace("6", "7") }] },
};

for (const [name, operation] of Object.entries(additions)) {
  test(`${name} is made once, however late it is sent again`, async () => {
    const number = operation.ids?.length ?? 1;
    await sendTwice(operation);
    assert.equal(records.length, 1 + number);
  });
}

test("a date is skipped once, however late it is sent again", async () => {
  const item = { kind: "items", id: 2, text: "Rent", dueOn: "2026-11-28", recurrence: { rule: "FREQ=WEEKLY" } };
  records.push({ ...item });
  const now = await sendTwice({ act: "skip", id: 2, item });
  assert.deepEqual([skips, now.dueOn], [1, "2026-12-05"]);
});

test("without a tag, a change is sent with the values that it expects", async () => {
  records.push({ kind: "items", id: 2, text: "Milk", notes: "two", updatedAt: "1" });
  await patchNow("/v1/items/2", { text: "Milk", updatedAt: "1" }, { text: "Oat milk" });
  assert.deepEqual(changes, [[{ text: "Oat milk", expect: { text: "Milk" } }, undefined]]);
});

/** Items that are checked, as the server has them. */
const addChecked = (...ids) => records.push(...ids.map((id) =>
  ({ kind: "items", id, checklistId: 1, text: "Milk", checked: true, updatedAt: "0" })));
const itemOf = (id) => records.find((one) => one.kind === "items" && one.id === id);

for (const ids of [[2, 3], undefined]) {
  const named = ids ? "by their ids" : "as they are found";
  const all = "/v1/checklists/1/items?checked=true";

  test(`items ${named} are unchecked once: one that somebody checks meanwhile stays checked`, async () => {
    addChecked(2, 3);
    await sendTwice({ act: "actOnAll", ids, edit: { checked: false }, address: all }, () =>
      Object.assign(itemOf(2), { checked: true, updatedAt: "later" }));
    assert.deepEqual([itemOf(2).checked, itemOf(3).checked, changes.length], [true, false, 2]);
  });

  test(`checked items ${named} are deleted once: one that somebody checks meanwhile stays`, async () => {
    addChecked(2, 3);
    const operation = { act: "clear", checklistId: 1, where: "checked=true", ids, count: 2 };
    const { deleted } = await sendTwice(operation, () => addChecked(4));
    assert.deepEqual([changes, deleted], [[["delete", [2, 3]], ["delete", []]], 2]);
    assert.ok(itemOf(4));
  });
}

test("items that others have unchecked are not deleted, and not counted", async () => {
  addChecked(2);
  itemOf(2).checked = false;
  const operation = { act: "clear", checklistId: 1, where: "checked=true", ids: [2], count: 1, key: '"1"' };
  assert.deepEqual(await acts.clear.send(operation, async () => {}), { deleted: 0 });
});

test("a thousand added items are taken back by one request", async () => {
  const ids = Array.from({ length: 1000 }, (_, index) => index + 2);
  addChecked(...ids);
  server.requests.length = 0;
  await acts.clear.send({ act: "clear", checklistId: 1, where: "", ids, areAdded: true, key: '"1"' }, async () => {});
  assert.deepEqual(server.requests.map(({ address }) => address), ["/v1/checklists/1/items?&ids=2-1001"]);
  assert.equal(itemOf(2), undefined);
});

test("a trash entry is restored once, and no other one like it", async () => {
  const entry = { kind: "trash", type: "items", checklistId: 1, itemsCount: 2 };
  records.push({ ...entry, id: 30 }, { ...entry, id: 31 });
  await sendTwice({ act: "restoreCleared", cleared: { checklistId: 1, count: 2, key: '"9"' }, all: [] });
  assert.deepEqual(changes, [["restore", 31]]);
});

test("an item is snoozed once: another snooze meanwhile stays", async () => {
  records.push({ kind: "items", id: 2, text: "Rent", snoozedUntil: null });
  await sendTwice({ act: "snooze", id: 2, until: "2999-01-01T08:00:00Z" }, () => { itemOf(2).snoozedUntil = "2999-02-01T08:00:00Z"; });
  assert.deepEqual([changes.length, itemOf(2).snoozedUntil], [1, "2999-02-01T08:00:00Z"]);
});

test("a snooze is cancelled once: another snooze meanwhile stays", async () => {
  const item = { kind: "items", id: 2, text: "Rent", snoozedUntil: "2999-01-01T08:00:00Z" };
  records.push({ ...item });
  await sendTwice({ act: "wake", id: 2, item }, () => { itemOf(2).snoozedUntil = "2999-02-01T08:00:00Z"; });
  assert.deepEqual([changes, itemOf(2).snoozedUntil], [[["wake"]], "2999-02-01T08:00:00Z"]);
});

const roles = { "a new role": ["view", "edit"], "a person who was added": ["view", null], "a removed member": [null, "edit"] };
for (const [name, [role, before]] of Object.entries(roles)) {
  test(`${name}: sent again, it reverts nothing that another owner has decided`, async () => {
    records[0].members = before ? [{ personId: 7, role: before }] : [];
    await sendTwice({ act: "member", listId: 1, personId: 7, role, before }, () => {
      records[0].members = role === null ? [{ personId: 7, role: "check" }] : role && before === null ? [{ personId: 7, role: "own" }] : [];
    });
    assert.equal(changes.length, 1);
  });
}

test("an offer of ownership is taken back", async () => {
  records[0].members = [{ personId: 7, role: "edit", offeredRole: "own" }];
  await acts.member.send({ act: "member", listId: 1, personId: 7, role: "edit", before: "own" });
  assert.deepEqual(changes, [["PUT", "edit"]]);
});

test("a section is renamed and moved once", async () => {
  records[0].sections = [{ id: 5, name: "Dairy" }, { id: 6, name: "Bread" }];
  const [dairy, bread] = records[0].sections;
  await sendTwice({ act: "sections", kind: "change", id: 5, listId: 1, fields: { name: "Milk" }, expect: { name: "Dairy" } },
    () => { dairy.name = "Cheese"; });
  await sendTwice({ act: "sections", kind: "move", id: 6, listId: 1, place: { before: 5 } },
    () => { records[0].sections = [dairy, { id: 8, name: "Fruit" }, bread]; });
  assert.deepEqual(changes, [["PATCH", "Milk"], ["POST", 5]]);
});

test("without a tag, the server deletes an item only with the values that it expects", async () => {
  records.push({ kind: "items", id: 2, text: "Milk", notes: "two", updatedAt: "1" });
  const { answer: send } = server;
  // Somebody changes it after the page has read it.
  server.answer = (request) => {
    if (request.method !== "GET") itemOf(2).text = "Oat milk";
    return send(request);
  };
  await assert.rejects(removeNow("/v1/items/2", { text: "Milk", updatedAt: "0" }, ["text"]), { fields: ["text"] });
  server.answer = send;
  assert.equal(itemOf(2).text, "Oat milk");
  await removeNow("/v1/items/2", { text: "Oat milk", updatedAt: "0" }, ["text"]);
  assert.equal(itemOf(2), undefined);
});
