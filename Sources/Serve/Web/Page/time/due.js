/** Due days and due times. */

import { dateOf, day, dayInText, isoDate, moment, t, time } from "./language.js";

/** The browser's time zone. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Formats by time zone. */
const clocks = new Map();

/** The local time of a zone as if it were UTC; the browser's zone if the name is unknown. */
function clockIn(zone, milliseconds) {
  if (!clocks.has(zone)) {
    const parts = ["year", "month", "day", "hour", "minute", "second"].map((part) => [part, "numeric"]);
    const options = { ...Object.fromEntries(parts), hourCycle: "h23" };
    const make = (timeZone) => new Intl.DateTimeFormat("en", { ...options, timeZone });
    try {
      clocks.set(zone, make(zone));
    } catch {
      clocks.set(zone, make(ownZone));
    }
  }
  const shown = clocks.get(zone).formatToParts(milliseconds);
  const now = Object.fromEntries(shown.map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(now.year, now.month - 1, now.day, now.hour, now.minute, now.second);
}

/** When days begin, by day and zone. */
const beginnings = new Map();

/** When a day begins in a time zone. */
function beginning(date, zone = ownZone) {
  const key = `${date} ${zone}`;
  if (!beginnings.has(key)) {
    const wanted = Date.parse(date);
    // The offset may change between the first guess and the day.
    let found = wanted;
    for (let round = 0; round < 2; round++) found -= clockIn(zone, found) - wanted;
    beginnings.set(key, new Date(found).toISOString());
  }
  return beginnings.get(key);
}

/** The sort key of a due date, in the server's order: a day comes before its times. */
export function dueKey({ dueOn, dueDate, timeZone }) {
  if (dueOn) return beginning(dueOn, timeZone);
  return dueDate ? `${dueDate}~` : null;
}

/** Today's date in a zone. */
function today(zone) {
  if (!zone || zone === ownZone) return isoDate(new Date());
  return new Date(clockIn(zone, Date.now())).toISOString().slice(0, 10);
}

/** Whether an item is overdue. One that is due on a day is overdue from the next day on. */
export function isLate({ checked, dueOn, dueDate, timeZone }) {
  if (checked) return false;
  return dueOn ? dueOn < today(timeZone) : Boolean(dueDate) && Date.parse(dueDate) < Date.now();
}

/** The day on which an item is due, here; `undefined` if it is not due. */
export const dueDay = ({ dueOn, dueDate }) => dueOn ?? (dueDate ? isoDate(new Date(dueDate)) : undefined);

/** Whether an item is due today, or in so many days. */
export function isToday(item, days = 0) {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return isoDate(date) === dueDay(item);
}

/** A due date in words. */
export function dueWords({ dueOn, dueDate }, width) {
  if (dueOn) return day(dateOf(dueOn), width);
  if (!dueDate) return "";
  return width ? t("{0}, {1}", day(new Date(dueDate), width), time(dueDate)) : moment(dueDate);
}

/** The start of an open item, if it is in the future: from 3 Jan. */
export function startWords({ startOn, startDate, checked }) {
  const start = startOn ? dateOf(startOn) : startDate && new Date(startDate);
  return !checked && start > Date.now() ? t("from {0}", dayInText(start, "short", "")) : "";
}

/** The due date in the item's own time zone, if that is another one. */
export function elsewhere({ dueOn, dueDate, timeZone }) {
  if (!timeZone || timeZone === ownZone || !(dueOn ?? dueDate)) return "";
  if (dueOn) return t("Time zone: {0}", timeZone);
  const shown = new Date(clockIn(timeZone, Date.parse(dueDate))).toISOString();
  return t("Time zone {0}: {1}", timeZone, moment(shown.slice(0, -1)));
}

/** The date fields of an item, for a change that restores them. */
export const dateFields = ({ dueOn = null, dueDate }) => (dueOn ? { dueOn } : { dueDate });

/** Whether only the calendar app that created the item can check it off. */
export const isForApp = ({ repeatsInApp }, checked) => checked && repeatsInApp === true;
