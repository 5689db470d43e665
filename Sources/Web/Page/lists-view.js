/** All lists, in the sidebar. */

import { attempt } from "./changes.js";
import { announce, fill, iconAddress, label, openMenuBy, stamp } from "./dom.js";
import { countsOf } from "./edits.js";
import { number, summary, t } from "./language.js";
import { addList, duplicateList, editList, removeList, shareList } from "./list-form.js";
import { counts, lists, loadLists, search } from "./lists.js";
import { showRole } from "./me.js";
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
  document.getElementById("who-am-i").onclick = () =>
    attempt(async () => (await import("./who-am-i.js")).showWhoIAm());
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
    edit: () => editList(list), share: () => shareList(list), remove: () => removeList(list),
    duplicate: () => duplicateList(list),
    agenda: () => {
      location.hash = `#/lists/${list.id}/agenda`;
    },
  };
  const menu = document.getElementById("list-menu");
  openMenuBy(parts.more, menu, ({ value }) => doing[value]());
  parts.more.addEventListener("click", () => showRole(menu, list));
  const update = (now) => {
    list = now;
    label(parts.more, t("More about “{0}”", list.name));
    parts.link.href = `#/lists/${list.id}`;
    parts.icon.src = iconAddress(list.icon);
    parts.name.textContent = list.name;
    parts.summary.textContent = summary(countsOf(list), list);
    if (list.id === open.list?.id) markPlace();
  };
  return { element, update };
}
