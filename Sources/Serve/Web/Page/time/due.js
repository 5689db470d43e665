/** When items are due: on a day, or at a time of it. */

import { dateOf, day, isoDate, moment, t, time } from "./language.js";

/** Where the clocks hang that people look at here. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Formats of what clocks show, by time zone. */
const clocks = new Map();

/** What clocks of a time zone show at a moment, as if that were UTC; those of here where nobody knows the zone. */
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

/** The moments at which days begin, by day and zone. */
const beginnings = new Map();

/** When a day begins in a time zone. */
function beginning(date, zone = ownZone) {
  const key = `${date} ${zone}`;
  if (!beginnings.has(key)) {
    const wanted = Date.parse(date);
    // Clocks may have changed between the first guess and the day.
    let found = wanted;
    for (let round = 0; round < 2; round++) found -= clockIn(zone, found) - wanted;
    beginnings.set(key, new Date(found).toISOString());
  }
  return beginnings.get(key);
}

/** What sorts items by when they are due, as the service does: days come before the times of them. */
export function dueKey({ dueOn, dueDate, timeZone }) {
  if (dueOn) return beginning(dueOn, timeZone);
  return dueDate ? `${dueDate}~` : null;
}

/** The day that it is somewhere. */
function today(zone) {
  if (!zone || zone === ownZone) return isoDate(new Date());
  return new Date(clockIn(zone, Date.now())).toISOString().slice(0, 10);
}

/** Whether something should have been done: what is due on a day, from the next day on. */
export function isLate({ checked, dueOn, dueDate, timeZone }) {
  if (checked) return false;
  return dueOn ? dueOn < today(timeZone) : Boolean(dueDate) && Date.parse(dueDate) < Date.now();
}

/** Whether something is due today, here, or so many days from now. */
export function isToday({ dueOn, dueDate }, days = 0) {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return isoDate(date) === (dueOn ?? (dueDate ? isoDate(new Date(dueDate)) : ""));
}

/** When something is due, in words. */
export function dueWords({ dueOn, dueDate }, width) {
  if (dueOn) return day(dateOf(dueOn), width);
  if (!dueDate) return "";
  return width ? t("{0}, {1}", day(new Date(dueDate), width), time(dueDate)) : moment(dueDate);
}

/** When it is due in its own time zone, where that is another than the one here. */
export function elsewhere({ dueOn, dueDate, timeZone }) {
  if (!timeZone || timeZone === ownZone || !(dueOn ?? dueDate)) return "";
  if (dueOn) return t("Time zone: {0}", timeZone);
  const shown = new Date(clockIn(timeZone, Date.parse(dueDate))).toISOString();
  return t("Time zone {0}: {1}", timeZone, moment(shown.slice(0, -1)));
}

/** What an item says of its date, to be set again. */
export const dateFields = ({ dueOn = null, dueDate }) => (dueOn ? { dueOn } : { dueDate });

/** Whether only the calendar app of an item can set the check mark, since it alone knows when the item comes next. */
export const isForApp = ({ repeatsInApp }, checked) => checked && repeatsInApp === true;
