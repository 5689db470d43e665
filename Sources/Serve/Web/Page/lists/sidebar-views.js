/** The saved views in the sidebar. */

import { iconAddress, label, openMenuBy, stamp } from "./dom.js";
import { t } from "./language.js";
import { doLater } from "./later.js";
import { markPlace } from "./lists-view.js";
import { makeReorderable } from "./reordering.js";
import { subscribe } from "./topics.js";
import { loadViews, savedViews, views } from "./views.js";
import { WindowedList } from "./windowed-list.js";

/** Shows the saved views and keeps them up to date. */
export function showViews() {
  const list = document.getElementById("views");
  const rows = new WindowedList(list, document.getElementById("sidebar"), { make: makeRow });
  const show = () => {
    rows.show(savedViews());
    list.hidden = rows.length === 0;
    markPlace();
  };
  subscribe("views", show);
  makeReorderable(rows, {
    grip: "a", reset: show,
    moves(view) {
      const all = savedViews();
      const others = all.filter(({ id }) => id !== view.id);
      return { others, index: all.findIndex(({ id }) => id === view.id), slots: [...all.keys()] };
    },
    move: (view, index, others) => views.move(view.id, others[index]?.id),
  });
  // Offline, those that were shown stay.
  const load = () => loadViews().catch(() => {});
  subscribe("refresh", load);
  load();
}

function makeRow() {
  const { element, parts } = stamp("list-row");
  let view;
  const menu = document.getElementById("view-menu");
  openMenuBy(parts.more, menu, ({ value }) => doLater(value)(view));
  parts.summary.remove();
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
