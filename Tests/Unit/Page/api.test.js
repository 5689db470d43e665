import { server } from "./environment.js";
import assert from "node:assert/strict";
import test from "node:test";

const api = await import("./api.js");
const writes = await import("./writes.js");

const answerOf = (status, type, fields = {}) =>
  ({ ok: status < 300, status, headers: new Headers({ ...(type && { "Content-Type": type }), ...fields }) });

test("an answer is the server's if it carries the server's mark", () => {
  const ours = [
    [200, "application/json", { "Cache-Control": "private, no-cache" }], [204, undefined, { "Cache-Control": "private" }],
    [201, "application/json; charset=utf-8", { "Cache-Control": "no-store" }],
    [404, "application/problem+json"], [503, "application/problem+json"],
  ];
  const foreign = [
    [200, "text/plain"], [200, "application/json"], [200, undefined], [204, undefined], [404, "text/html"], [502, "text/html"], [408, undefined],
    [500, "application/json"],
  ];
  for (const one of ours) assert.equal(api.isOurs(answerOf(...one)), true, one.join(" "));
  for (const one of foreign) assert.equal(api.isOurs(answerOf(...one)), false, one.join(" "));
});

test("absent, null and empty are the same, and times are compared as moments", () => {
  assert.equal(api.same(undefined, null), true);
  assert.equal(api.same([], null), true);
  assert.equal(api.same("", null), false);
  assert.equal(api.same("2026-11-28T10:00:00Z", "2026-11-28T10:00:00.000Z"), true);
  assert.equal(api.same({ a: [1], b: null }, { a: [1] }), true);
  assert.equal(api.same({ a: [1] }, { a: [2] }), false);
});

test("what needs the server is sent once, and again with the same key", async () => {
  server.requests.length = 0;
  server.answer = () => ({ isLost: true });
  await assert.rejects(writes.post("/v1/people", { name: "Ada" }), api.Unreachable);
  await assert.rejects(writes.post("/v1/people", { name: "Ada" }), /Check your connection/);
  server.answer = ({ body }) => ({ status: 201, content: { id: 2, ...body } });
  assert.deepEqual(await writes.post("/v1/people", { name: "Ada" }), { id: 2, name: "Ada" });
  const posts = () => server.requests.filter(({ method }) => method === "POST").map(({ headers }) => headers["Idempotency-Key"]);
  assert.equal(new Set(posts()).size, 1);
  await writes.post("/v1/people", { name: "Ada" });
  assert.equal(new Set(posts()).size, 2);
});

test("a change is sent with the version that the person has seen, and again if others changed other fields", async () => {
  const item = { id: 1, text: "Milk", notes: "", updatedAt: "1" };
  let now = item;
  server.answer = ({ method, body, headers }) => {
    const fields = { ETag: `"${now.updatedAt}"` };
    if (method === "GET") return { content: now, fields };
    if (headers["If-Match"] !== fields.ETag) return { status: 412, content: { title: "Changed" } };
    now = { ...now, ...body, updatedAt: `${Number(now.updatedAt) + 1}` };
    return { content: now, fields: { ETag: `"${now.updatedAt}"` } };
  };
  assert.equal((await writes.patchNow("/v1/items/1", item, { text: "Oat milk" })).text, "Oat milk");
  now = { ...now, notes: "two", updatedAt: "9" };
  const seen = { ...item, text: "Oat milk", updatedAt: "2" };
  assert.equal((await writes.patchNow("/v1/items/1", seen, { text: "Soy milk" })).notes, "two");
  now = { ...now, text: "Rice milk", updatedAt: "20" };
  const error = await writes.patchNow("/v1/items/1", seen, { text: "Milk" }).catch((one) => one);
  assert.ok(error instanceof api.Conflict);
  assert.deepEqual([error.fields, error.theirs.text], [["text"], "Rice milk"]);
});
