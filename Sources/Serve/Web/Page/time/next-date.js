/** The next date of a checked item, until the server has answered. */

import { fieldsOn } from "./agenda-moves.js";
import { dueDay } from "./due.js";
import { dateOf, isoDate, midnight } from "./language.js";
import { leadDays, nthOf, readRule, weekdayOf, workdays } from "./recurrence.js";

/** Later dates are left to the server. */
const searchDays = 2000;

/** The days of a rule, by the kind of its choice: functions of a choice, its start, a day and the days between them. */
const isDayOf = {
  daily: () => true,
  weekdays: (_, start, day) => workdays.includes(weekdayOf(isoDate(day))),
  weekly: ({ days, interval }, start, day, count) =>
    (days.length ? days : [weekdayOf(isoDate(start))]).includes(weekdayOf(isoDate(day)))
      && Math.floor((count + (start.getDay() + 6) % 7) / 7) % interval === 0,
  monthday: (choice, start, day) => isOn(day, choice, start) && monthsBetween(start, day) % choice.interval === 0,
  lastday: (_, start, day) => midnight(day, 1).getDate() === 1,
  nth: ({ nth }, start, day) => (nth.startsWith("-1")
    ? nth.endsWith(weekdayOf(isoDate(day))) && midnight(day, 7).getMonth() !== day.getMonth()
    : nthOf(isoDate(day)) === nth),
  yearly: (choice, start, day) =>
    isOn(day, choice, start) && monthsBetween(start, day) % (12 * choice.interval) === 0,
};

/** Whether a day is that of the month of a choice; a shorter month can have its last day instead. */
function isOn(day, { monthday, keptDay }, start) {
  const last = new Date(day.getFullYear(), day.getMonth() + 1, 0).getDate();
  return day.getDate() === (keptDay ? Math.min(keptDay, last) : monthday || start.getDate());
}

const monthsBetween = (one, other) =>
  12 * (other.getFullYear() - one.getFullYear()) + other.getMonth() - one.getMonth();

/** The function of `isDayOf` for a choice; `undefined` if the server has to compute the next date. */
function ruleFor({ kind, unit, interval, count }) {
  const everyUnit = {
    DAILY: (_, start, day, days) => days % interval === 0, WEEKLY: isDayOf.weekly, MONTHLY: isDayOf.monthday,
    YEARLY: isDayOf.yearly,
  };
  return count ? undefined : { ...isDayOf, fortnightly: isDayOf.weekly, every: everyUnit[unit] }[kind];
}

/** The day on which a checked item is due next; `undefined` if it is not known here. */
function nextDay(item) {
  const { recurrence: { rule, from, lead }, dueOn, dueDate, repeatsInApp } = item;
  const choice = readRule(rule, leadDays(item));
  const isDay = ruleFor(choice);
  const namesDay = choice.unit === "WEEKLY" || choice.keptDay;
  const isWholeInterval = from === "completion" && namesDay && choice.interval > 1;
  if (!isDay || lead || repeatsInApp || isWholeInterval) return undefined;
  const now = new Date();
  const start = from === "completion" ? midnight(now) : dateOf(dueDay(item));
  // A month after the completion on the 31st, a shorter month has its last day.
  if (from === "completion" && !choice.monthday) choice.keptDay = start.getDate();
  for (let count = 1; count < searchDays; count++) {
    const day = midnight(start, count);
    const date = isoDate(day);
    if (choice.until && date > choice.until) return undefined;
    const moment = dueOn ? midnight(day, 1) : new Date(fieldsOn({ dueDate }, date).dueDate);
    if (moment > now && isDay(choice, start, day, count)) return date;
  }
  return undefined;
}

/** An item as the server will return it: a checked recurring one on its next date, or on none if that is not known. */
export function expected(item) {
  if (!item.checked || !item.recurrence) return item;
  const day = nextDay(item);
  // A second check before the answer is not a repetition of the first.
  const completionsCount = (item.completionsCount ?? 0) + 1;
  return { ...item, checked: false, completionsCount, ...(day ? fieldsOn(item, day) : { dueOn: null, dueDate: null }) };
}
