/** The saved views in the sidebar. */

import { iconAddress, label, openMenuBy, stamp } from "./dom.js";
import { t } from "./language.js";
import { doLater, readEditing } from "./later.js";
import { subscribe } from "./topics.js";
import { savedViews, views } from "./views.js";
import { WindowedList } from "./windowed-list.js";

/** Shows the saved views and keeps them up to date. */
export function showViews(sidebar, markPlace) {
  const list = document.getElementById("views");
  const rows = new WindowedList(list, sidebar, { make: makeRow });
  const show = () => {
    rows.show(savedViews());
    list.hidden = rows.length === 0;
    markPlace();
  };
  subscribe("views", show);
  readEditing().then(({ makeReorderable }) => makeReorderable(rows, {
    grip: "a", reset: show,
    moves(view) {
      const all = savedViews();
      const others = all.filter(({ id }) => id !== view.id);
      return { others, index: all.findIndex(({ id }) => id === view.id), slots: [...all.keys()] };
    },
    move: (view, index, others) => views.move(view.id, others[index]?.id),
  }));
  return rows;
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
