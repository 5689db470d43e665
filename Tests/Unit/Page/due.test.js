import "./environment.js";
import assert from "node:assert/strict";
import test, { mock } from "node:test";

const { dateFields, dueDay, dueKey, isLate, isToday } = await import("./due.js");

mock.timers.enable({ apis: ["Date"], now: Date.parse("2026-11-28T10:00:00Z") });

test("a day comes before its times, at its beginning in the zone of the item", () => {
  const keys = [
    { dueOn: "2026-11-28", timeZone: "Asia/Tokyo" }, { dueOn: "2026-11-28", timeZone: "UTC" },
    { dueDate: "2026-11-28T00:00:00.000Z" }, { dueOn: "2026-11-28", timeZone: "America/New_York" },
  ].map(dueKey);
  assert.deepEqual(keys, keys.toSorted());
  assert.equal(keys[0], "2026-11-27T15:00:00.000Z");
  assert.equal(dueKey({}), null);
});

test("a day begins at the offset of that day, also where the clocks change", () => {
  assert.equal(dueKey({ dueOn: "2026-03-29", timeZone: "Europe/Paris" }), "2026-03-28T23:00:00.000Z");
  assert.equal(dueKey({ dueOn: "2026-03-30", timeZone: "Europe/Paris" }), "2026-03-29T22:00:00.000Z");
});

test("a zone that is unknown is the zone of the browser", () => {
  assert.equal(dueKey({ dueOn: "2026-11-28", timeZone: "Mars/Base" }), dueKey({ dueOn: "2026-11-28" }));
});

test("an item of a day is overdue from the next day on, in its zone", () => {
  assert.equal(isLate({ dueOn: "2026-11-28", timeZone: "UTC" }), false);
  assert.equal(isLate({ dueOn: "2026-11-27", timeZone: "UTC" }), true);
  assert.equal(isLate({ dueOn: "2026-11-28", timeZone: "Pacific/Kiritimati" }), true);
  assert.equal(isLate({ dueDate: "2026-11-28T09:59:59Z" }), true);
  assert.equal(isLate({ dueDate: "2026-11-28T10:00:01Z" }), false);
  assert.equal(isLate({ dueOn: "2020-01-01", checked: true }), false);
  assert.equal(isLate({}), false);
});

test("an item is due on its day, or on that of its time here", () => {
  assert.equal(dueDay({ dueOn: "2026-11-28" }), "2026-11-28");
  assert.equal(dueDay({}), undefined);
  assert.equal(isToday({ dueOn: "2026-11-28" }), true);
  assert.equal(isToday({ dueOn: "2026-11-29" }, 1), true);
  assert.deepEqual(dateFields({ dueOn: null, dueDate: "2026-11-28T10:00:00Z" }), { dueDate: "2026-11-28T10:00:00Z" });
});
