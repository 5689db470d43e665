import { server, stores } from "./environment.js";
import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

const { acts, outbox, perform, resume, settleDraft } = await import("./outbox.js");
const { entries } = stores.outbox;

let sent, shown, counts;

beforeEach(() => {
  [sent, shown, counts] = [[], [], []];
  entries.clear();
  stores.outbox.isBroken = false;
  server.answer = () => ({ content: [] });
  outbox.changed = (...now) => counts.push(now);
  acts.note = {
    show(operation) {
      shown.push(operation.text);
      return () => { shown = shown.filter((one) => one !== operation.text); };
    },
    send: async (operation) => {
      sent.push(operation);
      if (operation.isRefused) throw new Error("refused");
      return operation.text;
    },
  };
});

const note = (text, more = {}) => perform({ act: "note", text, key: text, ...more });

test("an operation is shown at once, stored, sent, and dropped", async () => {
  const done = note("a");
  assert.deepEqual(shown, ["a"]);
  assert.deepEqual(counts[0], [1, 1, 0]);
  assert.equal(await done, "a");
  assert.deepEqual([shown, entries.size], [[], 0]);
  assert.deepEqual(counts.at(-1), [0, 0, 0]);
});

test("operations are sent in the order in which they were made, whatever becomes of them", async () => {
  const results = await Promise.allSettled([note("a"), note("b", { isRefused: true }), note("c")]);
  assert.deepEqual(sent.map(({ text }) => text), ["a", "b", "c"]);
  assert.deepEqual(results.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
  assert.equal(entries.size, 0);
});

test("what another tab has sent is not sent again", async () => {
  entries.set(7, { act: "note", text: "a", key: "a", owner: "1/" });
  const done = perform(entries.get(7), { number: 7 });
  entries.delete(7);
  assert.equal(await done, undefined);
  assert.deepEqual([sent, shown], [[], []]);
});

test("an error of the database is no sign that another tab has sent it", async (context) => {
  const errors = context.mock.method(console, "error", () => {});
  const done = note("a");
  // It is stored.
  while (entries.size === 0) await null;
  stores.outbox.isBroken = true;
  assert.equal(await done, "a");
  assert.ok(errors.mock.callCount() > 0);
});

test("what cannot be stored counts as lost with the page", async () => {
  stores.outbox.isBroken = true;
  assert.equal(await note("a"), "a");
  assert.ok(counts.some(([, , lost]) => lost === 1));
  assert.deepEqual(counts.at(-1), [0, 0, 0]);
});

test("what an earlier page has left is sent, and only that of the same person", async () => {
  entries.set(3, { act: "note", text: "a", key: "a", owner: "1/" });
  entries.set(4, { act: "note", text: "b", key: "b", owner: "2/" });
  await resume();
  await note("c");
  assert.deepEqual(sent.map(({ text }) => text), ["a", "c"]);
  assert.deepEqual([...entries.keys()], [4]);
});

test("minor operations of a resource are one", async () => {
  acts.note.send = async ({ fields }) => sent.push(fields);
  const first = note("a", { minor: true, fields: { x: 1 } });
  await Promise.all([first, note("b", { minor: true, fields: { y: 2 } })]);
  assert.deepEqual(sent, [{ x: 1, y: 2 }]);
  assert.ok(counts.every(([, stored]) => stored === 0));
  assert.equal(entries.size, 0);
});

test("the id of a draft is replaced wherever an operation names it", async () => {
  const value = { act: "note", key: "a", owner: "1/", ids: [-5, 2], place: { before: -5 }, cleared: { checklistId: -5 } };
  entries.set(1, value);
  entries.set(2, { ...value, id: -5, seen: { text: "Milk", id: -5 } });
  entries.set(3, { act: "note", key: "b", owner: "1/", ids: [3] });
  const untouched = entries.get(3);
  await settleDraft(-5, 9, (seen) => ({ ...seen, id: 9, quantity: 2 }));
  const now = { ids: [9, 2], place: { before: 9 }, cleared: { checklistId: 9 } };
  const { ids, place, cleared } = entries.get(1);
  assert.deepEqual({ ids, place, cleared }, now);
  assert.deepEqual([entries.get(2).id, entries.get(2).seen], [9, { text: "Milk", id: 9, quantity: 2 }]);
  assert.equal(entries.get(3), untouched);
});
