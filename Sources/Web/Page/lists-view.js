/** All lists, in the sidebar. */

import { announce, fill, iconAddress, stamp } from "./dom.js";
import { number, summary, t } from "./language.js";
import { addList } from "./list-form.js";
import * as store from "./state.js";
import { WindowedList } from "./windowed-list.js";

/** Shows the lists and keeps them up to date. */
export function showLists() {
  const sidebar = document.getElementById("sidebar");
  const search = document.getElementById("search-lists");
  const list = document.getElementById("lists");
  const rows = new WindowedList(list, sidebar, { make: makeRow, nearEnd: () => store.lists.more() });
  const show = () => {
    rows.show(store.lists.elements);
    const nothing = store.state.listQuery ? t("Nothing found.") : t("No lists yet. Add the first one.");
    const empty = store.lists.loaded && store.lists.elements.length === 0;
    fill(document.getElementById("no-lists"), empty ? nothing : "");
  };
  store.when("lists", show);
  store.when("counts", () => {
    const { reminders } = store.state.counts;
    const badge = document.getElementById("reminders-count");
    fill(badge, reminders ? number(reminders) : "");
  });
  search.oninput = async () => {
    store.state.listQuery = search.value;
    await store.loadLists();
    announce(t("{0} found", number(store.lists.total)));
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
  const update = (list) => {
    parts.link.href = `#/lists/${list.id}`;
    parts.icon.src = iconAddress(list.icon);
    parts.name.textContent = list.name;
    parts.summary.textContent = summary(store.countsOf(list));
    if (list.id === store.state.list?.id) markPlace();
  };
  return { element, update };
}
