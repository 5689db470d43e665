/** What the agenda, the reminders and the webhooks have in common: a heading, and rows that are kept up to date. */

import { Collection } from "./collection.js";
import { arrange, fill, readTemplates, stamp } from "./dom.js";
import { t } from "./language.js";
import { subscribe } from "./topics.js";

/** Shows an empty place with its name in `main`, unless it was left by then, and answers the parts of it. */
export async function openPlace(main, title, signal) {
  await readTemplates("places");
  signal?.throwIfAborted();
  const { element, parts } = stamp("place-view");
  fill(parts.name, title);
  document.title = title;
  main.replaceChildren(element);
  return parts;
}

/** Shows a collection as rows below each other, page by page. Answers a function that reads it again. */
export function showCollection({ content, nothing, later }, { addressOf, key, make, empty, told }) {
  const rows = new KeyedChildren(content, key, make);
  const collection = new Collection(() => {
    const { elements } = collection;
    const goesOn = () => elements === collection.elements && content.isConnected;
    showInSlices(elements.length, rows.size, (count) => rows.show(elements.slice(0, count)), goesOn);
    fill(nothing, collection.elements.length ? "" : empty);
    fill(later, collection.complete ? "" : t("Show more"));
    told?.(collection);
  });
  later.onclick = () => collection.more();
  return () => collection.read(addressOf());
}

/** As many rows as are made between two pictures of the screen. */
const sliceRows = 80;

/** Shows ever more of what there is, beginning with as much as was `shown` before, as long as `goesOn`. */
export async function showInSlices(total, shown, show, goesOn) {
  for (let count = Math.max(shown, sliceRows); goesOn(); count += sliceRows) {
    show(count);
    if (count >= total) return;
    await new Promise(requestAnimationFrame);
  }
}

/** Reads a place now and whenever something may have changed elsewhere, until it is left. */
export function keepFresh(load, signal) {
  // What was shown stays where it cannot be read again.
  subscribe("refresh", () => load().catch(() => {}), signal);
  return load();
}

/** Children that stay the same elements while what they show changes. */
export class KeyedChildren {
  #rows = new Map();

  /** `make` makes a row, `{element, update}`. */
  constructor(parent, key, make) {
    Object.assign(this, { parent, key, make });
  }

  get size() {
    return this.#rows.size;
  }

  show(elements) {
    const rows = new Map(elements.map((element) => {
      const key = this.key(element);
      const row = this.#rows.get(key) ?? this.make(element);
      if (row.shown !== element) row.update(element);
      row.shown = element;
      return [key, row];
    }));
    this.#rows = rows;
    arrange(this.parent, [...rows.values()].map(({ element }) => element));
  }
}
