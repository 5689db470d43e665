/** All lists, in the sidebar. */

import { announce, fill, iconAddress, label, openMenuBy, stamp } from "./dom.js";
import { countsOf } from "./edits.js";
import { number, summary, t } from "./language.js";
import { addList, editList, removeList } from "./list-form.js";
import { counts, lists, loadLists, search } from "./lists.js";
import { open } from "./open-list.js";
import { when } from "./topics.js";
import { WindowedList } from "./windowed-list.js";

/** Shows the lists and keeps them up to date. */
export function showLists() {
  const sidebar = document.getElementById("sidebar");
  const field = document.getElementById("search-lists");
  const list = document.getElementById("lists");
  const rows = new WindowedList(list, sidebar, { make: makeRow, nearEnd: () => lists.more() });
  const show = () => {
    rows.show(lists.elements);
    const nothing = search.query ? t("Nothing found.") : t("No lists yet. Add the first one.");
    const empty = lists.loaded && lists.elements.length === 0;
    fill(document.getElementById("no-lists"), empty ? nothing : "");
  };
  when("lists", show);
  when("counts", () => {
    const { reminders } = counts;
    const badge = document.getElementById("reminders-count");
    fill(badge, reminders ? number(reminders) : "");
  });
  field.oninput = async () => {
    search.query = field.value;
    await loadLists();
    announce(t("{0} found", number(lists.total)));
  };
  document.getElementById("add-list").onclick = addList;
  list.onkeydown = (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const next = step && rows.at(rows.indexOfRow(event.target.closest(".row")) + step);
    if (!next) return;
    event.preventDefault();
    rows.reveal(next.id).firstElementChild.focus();
  };
}

/** Marks the place that is open. */
export function markPlace() {
  for (const link of document.querySelectorAll("#sidebar a")) {
    const here = `${location.hash}/`.startsWith(`${link.hash}/`);
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function makeRow() {
  const { element, parts } = stamp("list-row");
  let list;
  const doing = {
    edit: () => editList(list), remove: () => removeList(list), agenda: () => {
      location.hash = `#/lists/${list.id}/agenda`;
    },
  };
  openMenuBy(parts.more, document.getElementById("list-menu"), ({ value }) => doing[value]());
  const update = (now) => {
    list = now;
    label(parts.more, t("More about “{0}”", list.name));
    parts.link.href = `#/lists/${list.id}`;
    parts.icon.src = iconAddress(list.icon);
    parts.name.textContent = list.name;
    parts.summary.textContent = summary(countsOf(list));
    if (list.id === open.list?.id) markPlace();
  };
  return { element, update };
}
