import { server } from "./environment.js";
import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

await import("./bulk-changes.js");
await import("./list-changes.js");
await import("./sections.js");
const { acts } = await import("./outbox.js");
const { patchNow } = await import("./writes.js");

/** A server that has forgotten every key, as it does after a day. */
let records, skips, changes;

function answer({ method, address, body, headers }) {
  const [, kind, id, part] = /^\/v1\/(checklists|items)(?:\/(\d+))?(?:\/(.*))?/.exec(address.split("?")[0]) ?? [];
  const own = records.find((one) => one.kind === kind && one.id === Number(id));
  const make = (made) => {
    const there = made.uid && records.find(({ uid }) => uid === made.uid);
    const name = { checklists: "checklistId", items: "itemId", sections: "sectionId" }[made.kind];
    if (there) return { status: 409, content: { errors: [{ code: "taken", pointer: "/uid", detail: "", parameters: { [name]: there.id } }] } };
    records.push({ ...made, id: records.length + 1 });
    return { status: 201, content: records.at(-1) };
  };
  if (method === "GET") return { content: own ?? records.filter((one) => one.kind === kind) };
  if (part === "skip") {
    if (body.expect?.dueOn !== own.dueOn) return { status: 412, content: { errors: [] } };
    skips++;
    own.dueOn = "2026-12-05";
    return { content: own };
  }
  if (method === "PATCH") {
    changes.push([body, headers["If-Match"]]);
    return { content: Object.assign(own, body) };
  }
  if (part === "items/batch") {
    const answers = body.map((one) => make({ kind: "items", ...one }));
    const errors = answers.flatMap(({ content }, index) =>
      (content.errors ?? []).map((error) => ({ ...error, pointer: `/${index}/uid` })));
    return errors.length ? { status: 409, content: { errors } } : { status: 201, content: answers.map(({ content }) => content) };
  }
  return make({ kind: part === "sections" ? "sections" : part === "items" ? "items" : "checklists", ...body });
}

beforeEach(() => {
  [records, skips, changes] = [[{ kind: "checklists", id: 1, name: "Groceries" }], 0, []];
  server.answer = answer;
});

/** Sends an operation, and again after the response was lost with the page. */
async function sendTwice(operation) {
  let stored = { key: '"1"', ...operation };
  const keep = async (fields) => { stored = { ...stored, ...fields }; };
  await acts[stored.act].send(stored, keep);
  return acts[stored.act].send(stored, keep);
}

const uid = "6f1d7e5a-0c1f-4d0e-9e57-2b8f2b1f6c11";
const additions = {
  "a list": { act: "addList", id: -1, fields: { name: "Trip", uid } },
  "a copy of a list": { act: "addList", id: -1, copyOf: 1, fields: { name: "Groceries (copy)" } },
  "a section": { act: "sections", kind: "add", id: -1, listId: 1, fields: { name: "Dairy", uid } },
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
