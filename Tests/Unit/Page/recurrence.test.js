import "./environment.js";
import assert from "node:assert/strict";
import test from "node:test";

const { keptRule, leadDays, nthOf, readRule, ruleOf } = await import("./recurrence.js");

const kinds = {
  "FREQ=DAILY": "daily", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR": "weekdays", "FREQ=WEEKLY;BYDAY=MO,TH": "weekly",
  "FREQ=WEEKLY;INTERVAL=2;BYDAY=SA": "fortnightly", "FREQ=WEEKLY;INTERVAL=3;BYDAY=SA": "every",
  "FREQ=MONTHLY;BYMONTHDAY=5": "monthday", "FREQ=MONTHLY;BYMONTHDAY=-1": "lastday",
  "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1": "monthday", "FREQ=MONTHLY;BYDAY=2TU": "nth",
  "FREQ=MONTHLY;BYDAY=-1FR": "nth", "FREQ=YEARLY": "yearly", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1": "yearly",
  "FREQ=DAILY;INTERVAL=4": "every", "FREQ=DAILY;COUNT=3": "daily", "FREQ=DAILY;UNTIL=20261224": "daily",
  "FREQ=MONTHLY;BYMONTHDAY=1,15": "other", "FREQ=HOURLY": "other", "FREQ=MONTHLY;BYDAY=5TU": "other",
  "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU": "other",
};

for (const [rule, kind] of Object.entries(kinds)) {
  test(`${rule} is ${kind}, and is written as it was read`, () => {
    const choice = readRule(rule);
    assert.equal(choice.kind, kind);
    assert.equal(ruleOf(choice, rule.includes("BYMONTH=") ? "2028-02-29" : "2026-11-05"), rule);
  });
}

test("a month without the day has its last one", () => {
  const choice = (kind, day) => ruleOf({ kind, days: [], unit: "MONTHLY", interval: 2 }, day);
  assert.equal(choice("monthday", "2026-01-30"), "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1");
  assert.equal(choice("monthday", "2026-01-31"), "FREQ=MONTHLY;BYMONTHDAY=-1");
  assert.equal(choice("every", "2026-01-31"), "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1");
  assert.equal(ruleOf({ kind: "yearly", days: [] }, "2028-02-29"), "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1");
});

test("the fifth weekday of a month is its last", () => {
  assert.equal(nthOf("2026-11-30"), "-1MO");
  assert.equal(nthOf("2026-11-09"), "2MO");
});

test("a start before the due date moves the weekdays", () => {
  const item = { dueOn: "2026-11-05", recurrence: { lead: "P2D" } };
  assert.equal(leadDays(item), 2);
  assert.deepEqual(readRule("FREQ=WEEKLY;BYDAY=TU", 2).days, ["TH"]);
  assert.equal(readRule("FREQ=MONTHLY;BYDAY=1MO", 1).kind, "other");
});

test("another end keeps the days of a rule, and other days do not", () => {
  const before = readRule("FREQ=WEEKLY;BYDAY=TU", 2);
  assert.equal(keptRule(before, { ...before, count: 3 }, "2026-11-05"), "FREQ=WEEKLY;BYDAY=TU;COUNT=3");
  assert.equal(keptRule(before, { ...before, days: ["FR"] }, "2026-11-05"), undefined);
});
