import { server } from "./environment.js";
import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

const edits = await import("./edits.js");
const { items, open } = await import("./open-list.js");

const item = (id, text, more = {}) => ({
  id, text, checklistId: 1, position: id * 10, checked: false, parentId: null, sectionId: null, updatedAt: `${id}`, ...more,
});
const texts = () => edits.shownItems().map(({ text }) => text);

beforeEach(() => {
  server.answer = () => ({ content: [] });
  open.list = { id: 1, itemsCount: 3, uncheckedItemsCount: 3 };
  Object.assign(items, { elements: [item(1, "Milk"), item(2, "Bread"), item(3, "Apples")], loaded: true });
});

test("an edit is shown until it is dropped", () => {
  const edit = { text: "Oat milk" };
  edits.addEdits([1], edit);
  assert.deepEqual(texts(), ["Oat milk", "Bread", "Apples"]);
  edits.dropEdits([1], edit);
  assert.deepEqual(texts(), ["Milk", "Bread", "Apples"]);
});

test("the later of two edits counts, and each is dropped alone", () => {
  const [first, second] = [{ text: "A" }, { text: "B", checked: true }];
  edits.addEdits([2], first);
  edits.addEdits([2], second);
  assert.deepEqual(texts(), ["Milk", "Apples", "B"]);
  edits.dropEdits([2], second);
  assert.deepEqual(texts(), ["Milk", "A", "Apples"]);
  edits.dropEdits([2], first);
});

test("a deleted and a restored item are counted", () => {
  const gone = { deleted: true };
  edits.addEdits([1, 2], gone);
  assert.deepEqual(edits.countsOf(open.list), { itemsCount: 1, uncheckedItemsCount: 1 });
  const back = { deleted: false };
  edits.addEdits([2], back);
  assert.deepEqual(texts(), ["Bread", "Apples"]);
  edits.dropEdits([1, 2], gone);
  edits.dropEdits([2], back);
});

test("a draft becomes its item, with what was done to it meanwhile", () => {
  const draft = item(-4, "Butter", { uid: "u", quantity: null, position: undefined });
  const edit = { checked: true };
  edits.addDraft(draft);
  edits.addEdits([-4], edit);
  assert.equal(edits.countsOf(open.list).itemsCount, 4);
  edits.dropDrafts([[draft, item(4, "Butter", { uid: "u", quantity: 2 })]]);
  assert.equal(edits.hasEdits(4), true);
  assert.deepEqual(edits.shownItems().find(({ id }) => id === 4).checked, true);
  edits.dropEdits([-4], edit);
  assert.equal(edits.hasEdits(4), false);
  assert.equal(edits.asAnswered({ ...draft, text: "Salted butter" }).quantity, 2);
});

test("a draft is not shown beside its item that a response had first", () => {
  const draft = item(-4, "Butter", { uid: "u" });
  edits.addDraft(draft);
  items.elements = [...items.elements, item(4, "Butter", { uid: "u" })];
  assert.deepEqual(texts().filter((text) => text === "Butter"), ["Butter"]);
  edits.dropDrafts([[draft, undefined]]);
});

test("subtasks follow their parent", () => {
  items.elements = [item(1, "Cake"), item(2, "Flour", { parentId: 1 }), item(3, "Eggs", { parentId: 1 })];
  const edit = { checked: true };
  edits.addEdits([1], edit);
  assert.deepEqual(edits.shownItems().map(({ checked }) => checked), [true, true, true]);
  edits.dropEdits([1], edit);
  const gone = { deleted: true };
  edits.addEdits([1], gone);
  assert.deepEqual(texts(), []);
  edits.dropEdits([1], gone);
});

test("many items come back at once", () => {
  const all = items.elements;
  edits.removeItems([2, 3]);
  assert.deepEqual([texts(), open.list.itemsCount], [["Milk"], 1]);
  edits.bringBack(all);
  assert.deepEqual([texts(), open.list.itemsCount], [["Milk", "Bread", "Apples"], 3]);
});
