/** The lists in the sidebar. */

import { fold, isFolded } from "./folds.js";
import { makeHeadingRow } from "./item-row.js";
import { listsInOrder } from "./list-order.js";
import { announce, fill, iconAddress, label, openMenuBy, stamp } from "./dom.js";
import { countsOf } from "./edits.js";
import { showProgress } from "./progress.js";
import { number, results, summary, t } from "./language.js";
import { doLater } from "./later.js";
import { counts, lists, loadLists, search } from "./lists.js";
import { hasChannel, isGuest, showRole } from "./me.js";
import { open } from "./open-list.js";
import { subscribe } from "./topics.js";
import { WindowedList } from "./windowed-list.js";

/** Shows the lists and keeps them up to date. Returns a function that lets them be moved, by the rest of the page. */
export function showLists() {
  const sidebar = document.getElementById("sidebar");
  const field = document.getElementById("search-lists");
  const list = document.getElementById("lists");
  const foldArchive = ({ id, isOpen }) => {
    fold(id, !isOpen);
    show();
  };
  const make = ({ isHeading }) => (isHeading ? makeHeadingRow((count) => t("Archived ({0})", count), foldArchive) : makeListRow());
  const rows = new WindowedList(list, sidebar, { make, nearEnd: () => lists.more() });
  const show = () => {
    const { used, archived } = listsInOrder();
    // It is folded until a person opens it; a search opens it.
    const isOpen = search.query !== "" || isFolded("archive");
    const heading = { id: "archive", isHeading: true, count: archived.length, isOpen, isFixed: search.query !== "" };
    rows.show([...used, ...(archived.length ? [heading] : []), ...(isOpen ? archived : [])]);
    list.classList.toggle("sketch", !lists.loaded);
    const nothing = search.query ? t("No results") : t("No lists yet. Add your first list.");
    const empty = lists.loaded && lists.elements.length === 0;
    sidebar.querySelector(".blank use").setAttribute("href", search.query ? "#blank-search" : "#blank-lists");
    fill(document.getElementById("no-lists"), empty && document.getElementById("found").hidden ? nothing : "");
  };
  subscribe("lists", show);
  const warn = () => {
    document.getElementById("unreached").hidden = !counts.reminders || hasChannel();
  };
  subscribe("me", warn);
  subscribe("counts", () => {
    warn();
    const { reminders } = counts;
    const badge = document.getElementById("reminders-count");
    fill(badge, reminders ? number(reminders) : "");
    // The badge of the installed app counts overdue items.
    navigator.setAppBadge?.(counts.overdue).catch(() => {});
  });
  field.oninput = async () => {
    search.query = field.value;
    await loadLists();
    announce(results(lists.total));
    await doLater("showFound")(field.value);
  };
  document.getElementById("add-list").onclick = doLater("addList", "more");
  document.getElementById("account").onclick = doLater("showAccount", "people");
  list.onkeydown = (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const next = !event.altKey && step && rows.at(rows.indexOfRow(event.target.closest("li")) + step);
    if (!next) return;
    event.preventDefault();
    rows.reveal(next.id).querySelector("a, button").focus();
  };
  const moves = ({ id }) => {
    const { used } = listsInOrder();
    const index = used.findIndex((one) => one.id === id);
    if (index < 0 || search.query || isGuest()) return undefined;
    return { others: used.toSpliced(index, 1), index, slots: [...used.keys()] };
  };
  return ({ makeReorderable, moveList }) => makeReorderable(rows, { grip: "a", reset: show, move: moveList, moves });
}

/** Marks the link to the open view. */
export function markPlace() {
  for (const link of document.querySelectorAll("#sidebar a, #tabs a")) {
    const here = `${location.hash}/`.startsWith(`${link.hash}/`);
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function makeListRow() {
  const { element, parts } = stamp("list-row");
  let list;
  const doing = {
    edit: () => doLater("editList", "more")(list), share: () => doLater("share", "people")(list),
    remove: () => doLater("removeList", "more")(list), duplicate: () => doLater("duplicateList", "more")(list),
    export: () => doLater("showExchange")({ list }),
    agenda: () => {
      location.hash = `#/lists/${list.id}/agenda`;
    },
    pin: () => doLater("setMembership")(list, { pinned: !list.pinned }),
    archive: () => doLater("setMembership")(list, { archived: list.archivedAt == null }),
  };
  const menu = document.getElementById("list-menu");
  openMenuBy(parts.more, menu, ({ value }) => doing[value]());
  parts.more.addEventListener("click", () => {
    showRole(menu, list);
    menu.querySelector("[value=pin]").textContent = list.pinned ? t("Unpin") : t("Pin");
    menu.querySelector("[value=archive]").textContent = list.archivedAt == null ? t("Archive") : t("Unarchive");
  });
  const update = (now) => {
    list = now;
    label(parts.more, t("Options for “{0}”", list.name));
    parts.link.href = `#/lists/${list.id}`;
    parts.icon.src = iconAddress(list.icon);
    showProgress(element, list);
    parts.name.textContent = list.name;
    parts.pinned.toggleAttribute("hidden", !list.pinned);
    parts.summary.textContent = summary(countsOf(list), list);
    if (list.id === open.list?.id) markPlace();
  };
  return { element, update };
}
