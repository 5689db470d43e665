/** Dialogs for saved views. */

import { askName } from "./dialogs.js";
import { t } from "./language.js";
import { open, showsChecked } from "./open-list.js";
import { sortOf } from "./addresses.js";
import { viewOf } from "./preferences.js";
import { savedViews, views } from "./views.js";
import { notice } from "./notices.js";

/** Saves the filter of the open list as a view. */
export async function saveFilter() {
  const { list, query, tags } = open;
  const suggested = [...tags, query].filter(Boolean).join(", ");
  const name = await askName({ title: t("Save as view"), action: t("Save"), name: suggested });
  if (!name) return;
  const filter = { checklistId: [list.id], sort: sortOf(viewOf(list.id)) };
  if (!showsChecked(list.id)) filter.checked = false;
  if (tags.length) filter.tag = tags;
  if (query) filter.q = query;
  views.add({ name, icon: list.icon, query: filter });
  notice(t("Saved view “{0}”", name));
}

export async function renameView(view) {
  const name = await askName({ title: t("Rename view"), action: t("Save"), name: view.name });
  if (name && name !== view.name) views.rename(view, name);
}

/** Deletes a view, with Undo. */
export function removeView({ id, name, icon, query }) {
  const all = savedViews();
  const before = all[all.findIndex((one) => one.id === id) + 1]?.id;
  views.remove(id);
  notice(t("Deleted “{0}”", name), { action: t("Undo"), act: () => views.add({ name, icon, query }, undefined, before) });
  if (location.hash === `#/views/${id}`) location.hash = "#/";
}
