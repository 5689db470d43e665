/** The agenda: overdue items first, then the coming days. */

import { listAddress } from "./addresses.js";
import { addDueItem, inboxOf } from "./agenda-adding.js";
import { DayMoves } from "./agenda-moves.js";
import * as api from "./api.js";
import { fill, label, stamp } from "./dom.js";
import { dueDay, dueKey, dueWords, isLate, ownZone } from "./due.js";
import { dateOf, day, dayInText, isoDate, midnight, number, t, time } from "./language.js";
import { makeLinkedRow } from "./linked-row.js";
import { knownLists } from "./lists.js";
import { leaveGone } from "./open-list.js";
import { expected } from "./next-date.js";
import { keepFresh, KeyedChildren, openPlace, showInSlices } from "./place.js";

const daysShown = 28;

/** Shows the agenda in `main`, of all lists or of one. */
export async function showAgenda(main, signal, listId) {
  const list = listId && (knownLists.get(listId) ?? (await api.read(listAddress(listId), { signal })));
  const title = list ? t("{0}: {1}", t("Agenda"), list.name) : t("Agenda");
  const parts = await openPlace(main, title, signal, "agenda");
  if (list) leadBack(parts.back, list);
  /** The items with the day of each. */
  let entries = [];
  const moves = new DayMoves(parts.content, main, { items: () => entries.map(({ item }) => item), change, show, signal });
  const days = new KeyedChildren(parts.content, ({ date }) => date, ({ date }) => makeDay(date, { change, moves }));
  let length = daysShown;
  let [shown, latest] = [0, []];

  function show() {
    const all = moves.withTargets(inDays(entries));
    latest = all;
    const total = all.reduce((sum, { items }) => sum + items.length, 0);
    showInSlices(total, shown, (count) => {
      days.show(upTo(all, count));
      shown = Math.min(count, total);
    }, () => latest === all && !signal.aborted);
    fill(parts.nothing, all.length ? "" : t("Nothing is due."));
  }

  /** Shows an item as it is now, below the day of its date. The focus follows it. */
  function change(item) {
    if (signal.aborted) return;
    const control = parts.content.contains(document.activeElement) && document.activeElement.dataset.part;
    const others = entries.filter((entry) => entry.item.id !== item.id);
    const date = dueDay(item);
    const now = date ? [...others, { date, item }] : others;
    entries = now.sort((one, other) => compare(dueKey(one.item), dueKey(other.item)));
    show();
    if (document.activeElement === document.body && control !== false) moves.focus(item, control);
  }

  async function load() {
    const today = midnight(new Date());
    const until = midnight(today, length - 1);
    const query = new URLSearchParams({ timeZone: ownZone, to: isoDate(until), checked: false });
    if (list) query.set("checklistId", list.id);
    const found = await readEntries(`/v1/agenda?${query}&limit=1000`, signal);
    if (signal.aborted) return;
    entries = found;
    show();
    fill(parts.summary, t("Until {0}", dayInText(until, "long")));
    fill(parts.later, t("Show more"));
    parts.add.hidden = inboxOf(list) === undefined;
  }

  label(parts.add, t("Add item"));
  parts.add.onclick = () => addDueItem(list, change);
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

const compare = (one, other) => (one === other ? 0 : one < other ? -1 : 1);

/** Makes the back button lead to the list, at any screen width. */
function leadBack(back, { id, name }) {
  back.href = `#/lists/${id}`;
  back.classList.add("always");
  label(back, t("Back to “{0}”", name));
}

/** The items of all result pages, each with its day. */
async function readEntries(address, signal) {
  const entries = [];
  for (let next = address; next;) {
    const page = await api.page(next, { signal });
    entries.push(...page.elements.flatMap(({ date, items }) => items.map((item) => ({ date, item }))));
    next = page.next;
  }
  return entries;
}

/** Groups items by day, overdue ones first. In the item's time zone, yesterday may not be over. */
function inDays(entries) {
  const today = isoDate(new Date());
  const days = new Map();
  for (const { date, item } of entries) {
    // A checked item stays where it was until the agenda is read again.
    const key = date < today && (isLate({ ...item, checked: false }) || !item.dueOn) ? "" : date;
    days.set(key, [...(days.get(key) ?? []), item]);
  }
  const all = [...days].sort(([one], [other]) => compare(one, other));
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

/** Makes the section of a day; that of overdue items has no date. */
function makeDay(date, { change, moves }) {
  const { element, parts } = stamp("agenda-day");
  element.dataset.date = date;
  element.classList.toggle("late", !date);
  const words = ({ dueDate }) => (dueDate ? time(dueDate) : "");
  const changed = (item, isAnswered) => change(isAnswered ? item : expected(item));
  const rows = new KeyedChildren(parts.rows, ({ id }) => id, () => moves.movable(makeLinkedRow(date ? words : dueWords, changed)));
  const update = ({ items }) => {
    const name = date ? day(dateOf(date), "long") : t("Overdue");
    const left = items.filter(({ checked }) => !checked).length;
    parts.name.textContent = date || !left ? name : `${name} · ${number(left)}`;
    rows.show(items);
  };
  return { element, update };
}
