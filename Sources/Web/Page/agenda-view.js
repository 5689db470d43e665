/** What is due, by day: what is overdue first, then the weeks to come. */

import * as api from "./api.js";
import { checkItem } from "./changes.js";
import { fill, stamp } from "./dom.js";
import { showLine } from "./items-view.js";
import { day, isoDate, midnight, moment, t, time } from "./language.js";
import { keepFresh, KeyedChildren, openPlace } from "./place.js";
import { Collection, lists } from "./state.js";

const daysShown = 28;

/** Shows the agenda in `main`. */
export async function show(main, signal) {
  const parts = await openPlace(main, t("Agenda"));
  const days = new KeyedChildren(parts.content, ({ date }) => date, makeDay);
  const overdue = new Collection(() => {});
  let length = daysShown;

  async function load() {
    const today = midnight(new Date());
    const until = midnight(today, length - 1);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const query = new URLSearchParams({ timeZone, from: isoDate(today), to: isoDate(until), checked: false });
    const before = new URLSearchParams({ checked: false, dueBefore: today.toISOString(), sort: "dueDate" });
    const [sections] = await Promise.all([
      readSections(`/v1/agenda?${query}&limit=1000`, signal), overdue.read(`/v1/items?${before}`),
    ]);
    while (!signal.aborted && (await overdue.more()));
    if (signal.aborted) return;
    const late = overdue.elements.length ? [{ date: "overdue", items: overdue.elements }] : [];
    days.show([...late, ...sections]);
    fill(parts.summary, t("Until {0}", day(until, "long")));
    fill(parts.nothing, late.length + sections.length ? "" : t("Nothing is due."));
    fill(parts.later, t("Show later days"));
  }

  parts.later.onclick = () => {
    length += daysShown;
    return load();
  };
  await keepFresh(load, signal);
}

/** The days of every page; a day may go on where a page ends. */
async function readSections(address, signal) {
  const days = new Map();
  for (let next = address; next;) {
    const page = await api.page(next, { signal });
    for (const { date, items } of page.elements) days.set(date, [...(days.get(date) ?? []), ...items]);
    next = page.next;
  }
  return [...days].map(([date, items]) => ({ date, items }));
}

function makeDay({ date }) {
  const { element, parts } = stamp("agenda-day");
  const late = date === "overdue";
  const rows = new KeyedChildren(parts.rows, ({ id }) => id, () => makeRow(late ? moment : time));
  const update = ({ items }) => {
    // Without a zone a date with a time is meant here, one without it is not.
    parts.name.textContent = late ? t("Overdue") : day(new Date(`${date}T00:00`), "long");
    rows.show(items);
  };
  return { element, update };
}

function makeRow(format) {
  const { element, parts } = stamp("agenda-row");
  let item;
  const update = (now) => {
    item = now;
    showLine(parts, item, format);
    element.classList.toggle("checked", item.checked);
    parts.link.href = `#/lists/${item.checklistId}/items/${item.id}`;
    fill(parts.list, lists.elements.find(({ id }) => id === item.checklistId)?.name);
  };
  parts.check.onchange = async () => {
    const before = item;
    update({ ...before, checked: parts.check.checked });
    update(await checkItem(before, parts.check.checked));
  };
  return { element, update };
}
