/** Recurrence rules (RFC 5545 §3.3.10) as the editor offers them. */

import { dateOf, isoDate, midnight } from "./language.js";

export const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
export const workdays = weekdays.slice(0, 5);

/** The weekday of a day, as in a rule. */
export const weekdayOf = (day) => weekdays[(dateOf(day).getDay() + 6) % 7];

/** The position of a weekday in its month, as in `BYDAY`; the fifth counts as the last. */
export function nthOf(day) {
  const nth = Math.ceil(dateOf(day).getDate() / 7);
  return `${nth > 4 ? -1 : nth}${weekdayOf(day)}`;
}

/** The days between the start that a calendar app set and the due date. The rule names start days. */
export function leadDays({ dueOn, dueDate, recurrence }) {
  const pattern = /^(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
  const [, sign, days = 0, hours = 0, minutes = 0, seconds = 0] = pattern.exec(recurrence?.lead ?? "") ?? [];
  if (sign === undefined) return 0;
  const due = dueOn ? dateOf(dueOn) : new Date(dueDate);
  const lead = [days, hours, minutes, seconds].map((part) => (sign ? -part : Number(part)));
  const start = new Date(
    due.getFullYear(), due.getMonth(), due.getDate() - lead[0], due.getHours() - lead[1], due.getMinutes() - lead[2],
    due.getSeconds() - lead[3],
  );
  return Math.round((midnight(due) - midnight(start)) / 86_400_000);
}

/**
 * A rule as a choice of the editor: `kind`, `interval` and `unit`, `days` or `monthday`, and `count` or `until`. A rule
 * that the editor does not offer has the kind "other". Weekdays and the last day are due days, `later` days after those
 * of the rule.
 */
export function readRule(rule, later = 0) {
  const [keptDay, plain] = withoutLastDay(rule);
  const { FREQ: unit, INTERVAL = "1", BYDAY, BYMONTHDAY, COUNT, UNTIL, WKST = "MO", ...rest } =
    Object.fromEntries(plain.split(";").map((part) => part.split("=")));
  const interval = Number(INTERVAL);
  const isWeekly = unit === "WEEKLY";
  const days = (BYDAY?.split(",") ?? []).map((day) => (isWeekly ? dayAfter(day, later) : day));
  const count = Number(COUNT) || null;
  const monthday = keptDay ?? Number(BYMONTHDAY);
  const until = UNTIL ? isoDate(midnight(dateOf(lastDay(UNTIL)), later)) : null;
  const choice = { rule, later, unit, interval, days, keptDay, monthday, nth: BYDAY, count, until };
  // No choice describes the day after each first Monday.
  const hasWords = isWeekly || !later || !(BYDAY || BYMONTHDAY);
  const isPlain = Object.keys(rest).length === 0 && (WKST === "MO" || interval === 1) && hasWords;
  return { ...choice, kind: isPlain ? kindOf(choice, BYMONTHDAY) : "other" };
}

/** The parts of a rule for a day that some months lack: these have their last day. RFC 5545 alone leaves them out. */
const lastDays = { 29: ";BYMONTHDAY=28,29;BYSETPOS=-1", 30: ";BYMONTHDAY=28,29,30;BYSETPOS=-1", 31: ";BYMONTHDAY=-1" };
const leapDay = ";BYMONTH=2;BYMONTHDAY=-1";

/** The day for which a rule has the last day of shorter months, and the rule without these parts. */
function withoutLastDay(rule) {
  const has = (part) => `${rule};`.includes(`${part};`);
  if (/^FREQ=YEARLY/.test(rule) && has(leapDay)) return [29, rule.replace(leapDay, "")];
  const isOffered = (day) => day < 31 || rule.includes(";INTERVAL=");
  const day = /^FREQ=MONTHLY/.test(rule) && [29, 30, 31].find((one) => has(lastDays[one]) && isOffered(one));
  return day ? [day, rule.replace(lastDays[day], "")] : [undefined, rule];
}

const dayAfter = (day, count) => weekdays[(weekdays.indexOf(day) + (count % 7) + 7) % 7];

function kindOf({ unit, interval, days, nth }, monthday) {
  const often = interval > 1;
  const byDay = days.length > 0;
  if (unit === "WEEKLY" && !monthday) {
    if (!often && workdays.every((day) => days.includes(day)) && days.length === 5) return "weekdays";
    return { 1: "weekly", 2: "fortnightly" }[interval] ?? "every";
  }
  if (!byDay && !monthday) {
    if (often) return "every";
    return { DAILY: "daily", MONTHLY: "monthday", YEARLY: "yearly" }[unit] ?? "other";
  }
  if (unit !== "MONTHLY" || often || (byDay && monthday)) return "other";
  if (monthday) return monthday === "-1" ? "lastday" : /^\d+$/.test(monthday) ? "monthday" : "other";
  return /^(-1|[1-4])[A-Z]{2}$/.test(nth) ? "nth" : "other";
}

/** The date of `UNTIL`, which may be a moment. */
function lastDay(until) {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/.exec(until) ?? [];
  if (!hour) return `${year}-${month}-${day}`;
  return isoDate(new Date(Date.UTC(year, month - 1, day, hour, minute, second)));
}

/** The rule of a choice for an item due on a day. After completion, that day does not count. */
export function ruleOf(choice, day) {
  const { kind, rule, unit, interval, days, monthday, nth, count, until, from } = choice;
  if (kind === "other") return rule;
  const at = monthday || (day && dateOf(day).getDate());
  const isLeapDay = day && (day.endsWith("-02-29") || (at === 29 && day.endsWith("-02-28")));
  const last = { MONTHLY: lastDays[at], YEARLY: isLeapDay && leapDay };
  const kept = (one) => (from !== "completion" && last[one]) || "";
  const on = days.length ? `;BYDAY=${weekdays.filter((name) => days.includes(name)).join(",")}` : "";
  const text = {
    daily: () => "FREQ=DAILY",
    weekdays: () => `FREQ=WEEKLY;BYDAY=${workdays.join(",")}`,
    weekly: () => `FREQ=WEEKLY${on}`,
    fortnightly: () => `FREQ=WEEKLY;INTERVAL=2${on}`,
    monthday: () => `FREQ=MONTHLY${lastDays[at] ?? `;BYMONTHDAY=${at}`}`,
    lastday: () => "FREQ=MONTHLY;BYMONTHDAY=-1",
    nth: () => `FREQ=MONTHLY;BYDAY=${nth}`,
    yearly: () => `FREQ=YEARLY${kept("YEARLY")}`,
    every: () => `FREQ=${unit};INTERVAL=${interval}${unit === "WEEKLY" ? on : kept(unit)}`,
  }[kind]();
  return text + endOf({ count, until });
}

const endOf = ({ count, until }) =>
  count ? `;COUNT=${count}` : until ? `;UNTIL=${until.replaceAll("-", "")}` : "";

/**
 * The rule of `before` with the end of a choice; `undefined` if the choice changes its days. The days remain start
 * days. Of other due days the server computes the start days.
 */
export function keptRule(before, choice, day) {
  if (choice.kind === "other") return before.rule;
  // A weekly rule without weekdays repeats on the weekday of its date.
  const ruleOfDays = (one) =>
    ruleOf({ ...one, days: one.days.length ? one.days : [weekdayOf(day)], count: null, until: null }, day);
  if (ruleOfDays(before) !== ruleOfDays(choice)) return undefined;
  const { count, until } = choice;
  if (count === before.count && until === before.until) return before.rule;
  const parts = before.rule.split(";").filter((part) => !/^(COUNT|UNTIL)=/.test(part));
  return parts.join(";") + endOf({ count, until: until && isoDate(midnight(dateOf(until), -before.later)) });
}
