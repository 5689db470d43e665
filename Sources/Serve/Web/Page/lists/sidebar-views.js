/** The saved views in the sidebar. */

import { iconAddress, label, openMenuBy, stamp } from "./dom.js";
import { t } from "./language.js";
import { doLater } from "./later.js";
import { keepValue } from "./local-data.js";
import { makeReorderable } from "./reordering.js";
import { markPlace } from "./lists-view.js";
import { subscribe } from "./topics.js";
import { loadViews, savedViews, views } from "./views.js";
import { WindowedList } from "./windowed-list.js";

/** Shows the saved views and keeps them up to date. */
export function showViews() {
  const list = document.getElementById("views");
  let rows;
  const show = () => {
    if (!savedViews()) return;
    rows ??= makeViewRows(list, show);
    rows.show(savedViews());
    markPlace();
    // `early.js` reserves the room at the next start.
    const room = rows.length > 0 ? list.style.height : "0px";
    document.documentElement.style.setProperty("--views", room);
    keepValue("views", rows.length > 0 && room);
  };
  subscribe("views", show);
  // Offline, the views that were shown stay.
  const load = () => loadViews().catch(() => {});
  subscribe("refresh", load);
  load();
}

function makeViewRows(list, reset) {
  const rows = new WindowedList(list, document.getElementById("sidebar"), { make: makeViewRow });
  makeReorderable(rows, {
    grip: "a", reset, move: (view, index, others) => views.move(view.id, others[index]?.id, undefined, savedViews()),
    moves({ id }) {
      const all = savedViews();
      const index = all.findIndex((view) => view.id === id);
      return { others: all.toSpliced(index, 1), index, slots: [...all.keys()] };
    },
  });
  return rows;
}

function makeViewRow() {
  const { element, parts } = stamp("list-row");
  let view;
  const menu = document.getElementById("view-menu");
  openMenuBy(parts.more, menu, ({ value }) => doLater(value)(view));
  for (const name of ["summary", "pinned"]) parts[name].remove();
  const update = (now) => {
    view = now;
    label(parts.more, t("Options for “{0}”", view.name));
    parts.link.href = `#/views/${view.id}`;
    parts.icon.src = iconAddress(view.icon);
    parts.name.textContent = view.name;
    element.dataset.icon = view.icon;
  };
  return { element, update };
}
