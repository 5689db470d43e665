/** The items of a view: Today, Mine or a saved one. */

import { amount } from "./arranging.js";
import { viewsAddress } from "./addresses.js";
import { midnight, number, t } from "./language.js";
import { makeLinkedRow } from "./linked-row.js";
import { numberOf } from "./ids.js";
import { inTurn } from "./outbox.js";
import { loadViews, savedViews } from "./views.js";
import { dueWords } from "./due.js";
import { keepFresh, openPlace, showCollection } from "./place.js";
import { fill } from "./dom.js";

/** The views of every person. Today leaves out items that start later. */
const fixed = {
  today: () => ({
    name: t("Today"), empty: t("Nothing left for today."),
    query: { checked: false, starts: "past", dueBefore: midnight(new Date(), 1).toISOString(), sort: "dueDate" },
  }),
  mine: () => ({
    name: t("Mine"), empty: t("Nothing is assigned to you."),
    query: { checked: false, assigneeId: "me", sort: "dueDate" },
  }),
};

/** Shows a view in `main`, by its name or number. */
export async function showView(main, signal, id) {
  if (!fixed[id] && !savedViews()) await loadViews();
  const savedId = () => numberOf(Number(id));
  const view = fixed[id]?.() ?? savedViews()?.find((one) => one.id === savedId());
  const parts = await openPlace(main, view?.name ?? t("View"), signal);
  const words = (item) => [amount(item), dueWords(item)].filter(Boolean).join(" · ");
  const load = showCollection(parts, {
    addressOf: () =>
      (fixed[id] ? `/v1/items?${new URLSearchParams(view.query)}` : `${viewsAddress}/${savedId()}/items`),
    key: (item) => item.id, make: () => makeLinkedRow(words), empty: view?.empty ?? t("No items match this view."),
    changed({ elements, total }) {
      const left = total - elements.filter(({ checked }) => checked).length;
      fill(parts.summary, left ? t("{0} left", number(left)) : "");
    },
  });
  // The server does not know a new view until it has answered.
  if (savedId() < 0) await inTurn(() => {});
  if (!signal.aborted) await keepFresh(load, signal);
}
