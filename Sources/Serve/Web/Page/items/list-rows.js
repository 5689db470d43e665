/** The order of the rows of the open list. */

import { arrangeByHand, isTagged } from "./arranging.js";
import { countsOf, shownItems } from "./edits.js";
import { items, open, showsChecked } from "./open-list.js";
import { viewOf } from "./preferences.js";
import { tagsRow } from "./tag-filter.js";

export class ListRows {
  /** The ids of subtasks that are below their parent. */
  children = new Set();
  /** The items without the filter by tags. */
  all = [];
  /** Indexes of items that were checked just now, by item id. */
  #lingering = new Map();
  #todo = [];
  #hasCompleted = false;

  /** Keeps a checked item in place until it is released. */
  linger(id) {
    this.#lingering.set(id, this.#todo.findIndex((item) => item.id === id));
  }

  release(id) {
    this.#lingering.delete(id);
  }

  /** Shows a completed item among the open ones, after the last of them. */
  bringIn(item) {
    this.#lingering.set(item.id, this.#todo.length);
    items.add(item);
  }

  /** The rows: open items with their sections, then the heading and the completed ones. */
  arrange() {
    const lingering = this.#lingering;
    this.all = shownItems(({ id }) => lingering.has(id));
    const all = open.tags.length ? this.all.filter((item) => isTagged(item, open.tags)) : this.all;
    const todo = all.filter(({ id, checked }) => !checked && !lingering.has(id));
    const stay = new Map(all.filter(({ id }) => lingering.has(id)).map((item) => [item.id, item]));
    for (const [id, index] of [...lingering].sort(([, one], [, other]) => one - other)) {
      if (stay.has(id)) todo.splice(index, 0, stay.get(id));
    }
    this.#todo = todo;
    const done = all.filter(({ id, checked }) => checked && !lingering.has(id));
    this.children = new Set();
    const isByHand = viewOf(open.list.id).itemSort === "position" && !open.query;
    const { open: rows, rest } = isByHand
      ? arrangeByHand(open.list.id, todo, done, this.children, open.tags.length > 0) : { open: todo, rest: done };
    const heading = this.#completedHeading(rest, done.length - rest.length + [...stay.values()].filter(({ checked }) => checked).length);
    this.#hasCompleted = heading !== undefined;
    return [...tagsRow(this.all), ...rows, ...(heading ? [heading] : []), ...rest];
  }

  /** The heading of completed items, `elsewhere` of which are not below it. */
  #completedHeading({ length }, elsewhere) {
    const { itemsCount, uncheckedItemsCount } = countsOf(open.list);
    const isFiltered = Boolean(open.query) || open.tags.length > 0;
    const count = isFiltered ? length : itemsCount - uncheckedItemsCount - elsewhere;
    // Further pages may have open items. While the list is read again, the heading stays and keeps its focus.
    const isKnown = items.complete || (items.isReading && this.#hasCompleted);
    if (count <= 0 || (length === 0 && !isKnown)) return undefined;
    return { id: "completed", isHeading: true, count, isOpen: showsChecked(open.list.id), isFixed: Boolean(open.query) };
  }
}
