/** The agenda: overdue items first, then the coming days. */

import { listAddress } from "./addresses.js";
import * as api from "./api.js";
import { fill, label, stamp } from "./dom.js";
import { dueWords, isLate, ownZone } from "./due.js";
import { dateOf, day, dayInText, isoDate, midnight, t, time } from "./language.js";
import { makeLinkedRow } from "./linked-row.js";
import { knownLists } from "./lists.js";
import { leaveGone } from "./open-list.js";
import { keepFresh, KeyedChildren, openPlace, showInSlices } from "./place.js";

const daysShown = 28;

/** Shows the agenda in `main`, of all lists or of one. */
export async function showAgenda(main, signal, listId) {
  const list = listId && (knownLists.get(listId) ?? (await api.read(listAddress(listId), { signal })));
  const parts = await openPlace(main, list ? t("{0}: {1}", t("Agenda"), list.name) : t("Agenda"), signal);
  if (list) leadBack(parts.back, list);
  const days = new KeyedChildren(parts.content, ({ date }) => date, makeDay);
  let length = daysShown;
  let [shown, latest] = [0, []];

  async function load() {
    const today = midnight(new Date());
    const until = midnight(today, length - 1);
    const query = new URLSearchParams({ timeZone: ownZone, to: isoDate(until), checked: false });
    if (list) query.set("checklistId", list.id);
    const sections = await readSections(`/v1/agenda?${query}&limit=1000`, signal);
    if (signal.aborted) return;
    const all = inDays(sections, isoDate(today));
    latest = all;
    const total = all.reduce((sum, { items }) => sum + items.length, 0);
    showInSlices(total, shown, (count) => {
      days.show(upTo(all, count));
      shown = Math.min(count, total);
    }, () => latest === all && !signal.aborted);
    fill(parts.summary, t("Until {0}", dayInText(until, "long")));
    fill(parts.nothing, all.length ? "" : t("Nothing is due."));
    fill(parts.later, t("Show more"));
  }

  parts.later.onclick = () => {
    length += daysShown;
    return load();
  };
  await keepFresh(() => load().catch((error) => {
    if (signal.aborted) return;
    if (!list || error.status !== 404) throw error;
    leaveGone(list);
  }), signal);
}

/** Makes the back button lead to the list, at any screen width. */
function leadBack(back, { id, name }) {
  back.href = `#/lists/${id}`;
  back.classList.add("always");
  label(back, t("Back to “{0}”", name));
}

/** The days of all result pages, merging a day that spans two pages. */
async function readSections(address, signal) {
  const days = new Map();
  for (let next = address; next;) {
    const page = await api.page(next, { signal });
    for (const { date, items } of page.elements) days.set(date, [...(days.get(date) ?? []), ...items]);
    next = page.next;
  }
  return [...days].map(([date, items]) => ({ date, items }));
}

/** Groups items by day, overdue ones first. In the item's time zone, yesterday may not be over. */
function inDays(sections, today) {
  const days = new Map([["", []]]);
  for (const { date, items } of sections) {
    for (const item of items) {
      const key = date < today && (isLate(item) || !item.dueOn) ? "" : date;
      days.set(key, [...(days.get(key) ?? []), item]);
    }
  }
  const all = [...days].filter(([, items]) => items.length).sort(([one], [other]) => (one < other ? -1 : 1));
  return all.map(([date, items]) => ({ date, items }));
}

/** The first `count` items, with their days. */
function upTo(days, count) {
  const first = [];
  for (const { date, items } of days) {
    if (count > 0) first.push({ date, items: items.slice(0, count) });
    count -= items.length;
  }
  return first;
}

function makeDay({ date }) {
  const { element, parts } = stamp("agenda-day");
  const words = ({ dueDate }) => (dueDate ? time(dueDate) : "");
  const rows = new KeyedChildren(parts.rows, ({ id }) => id, () => makeLinkedRow(date ? words : dueWords));
  const update = ({ items }) => {
    parts.name.textContent = date ? day(dateOf(date), "long") : t("Overdue");
    rows.show(items);
  };
  return { element, update };
}
