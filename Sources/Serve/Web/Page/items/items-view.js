/** The view of a list. */

import { itemAddress } from "./addresses.js";
import * as api from "./api.js";
import * as changes from "./changes.js";
import { announce, fill, iconAddress, openMenuBy, stamp } from "./dom.js";
import { isForApp } from "./due.js";
import { countsOf, numberOf, shownItems } from "./edits.js";
import { makeCompletedRow, makeItemRow } from "./item-row.js";
import { hasKeys } from "./keys.js";
import { isStill, results, summary, t } from "./language.js";
import { doLater, readEditing } from "./later.js";
import { may, showRole } from "./me.js";
import { items, open, openList, reloadItems, showsChecked } from "./open-list.js";
import { preferences, setPreference, setView, viewOf } from "./preferences.js";
import { showProgress } from "./progress.js";
import { subscribe } from "./topics.js";
import { WindowedList } from "./windowed-list.js";

/**
 * Shows a list in `main` and opens the editor of `itemId`, or focuses the input if `types`. Returns false if the list
 * does not exist.
 */
export async function showItems(main, signal, listId, { itemId, types }) {
  const view = new ItemsView(main, signal);
  if (types) view.line.focus({ preventScroll: true });
  const there = await openList(listId, signal);
  // Loaded last, so that it does not delay the rows.
  view.beHandy();
  if (signal.aborted) return true;
  if (!there) {
    if (open.list) changes.leaveGone(open.list);
    return false;
  }
  if (preferences.selectedChecklistId !== listId) setPreference({ selectedChecklistId: listId });
  if (itemId) await view.openItem(itemId);
  return true;
}

/** The name of a row's control. */
const controlOf = ({ classList }) =>
  ["check", "open", "delete", "handle", "fold"].find((name) => classList.contains(name));

/** How long a checked item stays in place, so that the check mark is seen. */
const lingerMilliseconds = 700;
const sheet = document.getElementById("sheet");

class ItemsView {
  #editor;
  #composer;
  /** Resolves once rows can be moved and swiped. */
  #handy;
  /** Indexes of items that were checked just now, by item id. */
  #lingering = new Map();

  constructor(main, signal) {
    const { element, parts } = stamp("items-view");
    Object.assign(this, { element, parts, signal });
    main.replaceChildren(element);
    const fold = () => this.#prefer({ showChecked: !viewOf(open.list.id).showChecked });
    const make = ({ isHeading }) => (isHeading ? makeCompletedRow(fold) : makeItemRow({
      check: (item, checked) => this.#check(item, checked), edit: (item) => this.#edit(item),
      remove: (item) => this.#remove(item),
    }));
    this.rows = new WindowedList(parts.rows, main, { make, nearEnd: () => items.more(), signal });
    this.#listen(signal);
    subscribe("gone", () => changes.leaveGone(open.list), signal);
    const show = () => this.#show();
    for (const topic of ["items", "lists", "preferences", "time"]) subscribe(topic, show, signal);
    signal.addEventListener("abort", () => this.#closeEditor({ save: true }));
    addEventListener("beforeunload", (event) => {
      if (this.#isTyping()) event.preventDefault();
    }, { signal });
    this.#show();
  }

  /** The input for a new item. */
  get line() {
    return this.parts.composer.elements.text;
  }

  /** Opens the editor of an item, loading further pages until it is found. */
  async openItem(id) {
    while (this.rows.indexOf(id) < 0 && (await items.more()));
    if (this.rows.indexOf(id) < 0) await this.#bringIn(id);
    await this.#edit(this.rows.at(this.rows.indexOf(id)));
  }

  /** Shows a completed item while the others are folded. */
  async #bringIn(id) {
    const item = await api.read(itemAddress(id)).catch(api.orGone);
    if (item?.checklistId !== open.list?.id || this.signal.aborted) return;
    this.#lingering.set(id, this.rows.length);
    items.add(item);
    this.#show();
  }

  /** Loads reordering, swiping and the composer, once. */
  beHandy() {
    return (this.#handy ??= this.#becomeHandy());
  }

  async #becomeHandy() {
    const editing = await readEditing();
    const { parts, signal } = this;
    editing.makeReorderable(this.rows, {
      order: () => this.#arranged(), movable: () => shownItems().filter(({ checked }) => !checked).length,
      move: (item, index) => this.#move(item, index), signal,
    });
    editing.makeSwipeable(this.rows, {
      left: (item) => this.#remove(item), right: (item) => this.#check(item, !item.checked), signal,
    });
    this.element.classList.add("handy");
    this.#composer = new editing.Composer(this.parts, this.rows, editing);
  }

  #listen(signal) {
    const { parts } = this;
    parts.search.oninput = async () => {
      this.#closeEditor({ save: true });
      open.query = parts.search.value;
      await reloadItems();
      announce(results(items.total));
    };
    parts.sort.onchange = () => this.#prefer({ itemSort: parts.sort.value });
    parts.arranged.onclick = () => this.#arrange(false);
    const doing = {
      edit: () => doLater("editList")(open.list), share: () => doLater("shareList")(open.list),
      arrange: () => this.#arrange(true), uncheck: doLater("uncheckItems"), clear: doLater("clearCheckedItems"),
      print: () => this.#print(), empty: doLater("clearItems"), remove: () => doLater("removeList")(open.list),
      duplicate: () => doLater("duplicateList")(open.list),
      agenda: () => {
        location.hash = `#/lists/${open.list.id}/agenda`;
      },
    };
    openMenuBy(parts.more, parts.menu, ({ value }) => doing[value]());
    parts.composer.onsubmit = async (event) => {
      event.preventDefault();
      await this.beHandy();
      this.#composer.add();
    };
    parts.rows.onkeydown = (event) => this.#pressed(event);
    parts.rows.onkeyup = (event) => {
      if (event.key === " " && controlOf(event.target) === "open") event.preventDefault();
    };
    // A tap outside the rows closes the editor.
    this.element.onclick = ({ target }) => {
      if (!target.closest(".row, .bar, .composer")) this.#closeEditor({ save: true });
    };
    addEventListener("keydown", (event) => {
      const prints = event.key === "p" && (event.ctrlKey || event.metaKey);
      if (!prints || items.complete) return;
      event.preventDefault();
      this.#print();
    }, { signal });
  }

  /** Turns on the mode in which a touch screen shows the handles. */
  #arrange(isOn) {
    this.#closeEditor({ save: true });
    this.element.classList.toggle("arranging", isOn);
    if (isOn) this.#prefer({ itemSort: "position" });
    // The focused button is hidden now.
    this.parts[isOn ? "arranged" : "more"].focus();
  }

  #prefer(change) {
    this.#closeEditor({ save: true });
    setView(open.list.id, change);
    reloadItems();
  }

  // MARK: Showing

  #show() {
    const { parts } = this;
    const { list, query } = open;
    if (!list) return;
    const shown = this.#arranged();
    const counts = countsOf(list);
    const { itemSort } = viewOf(list.id);
    document.title = list.name;
    showRole(this.element, list);
    parts.name.textContent = list.name;
    parts.icon.src = iconAddress(list.icon);
    parts.summary.textContent = summary(counts, list);
    showProgress(this.element, list);
    parts.sort.value = itemSort;
    parts.uncheck.disabled = parts.clear.disabled = counts.itemsCount === counts.uncheckedItemsCount;
    parts.empty.disabled = counts.itemsCount === 0;
    parts.rows.classList.toggle("by-hand", itemSort === "position");
    if (document.activeElement !== parts.search) parts.search.value = query;
    const nothing = query ? t("No results")
      : counts.itemsCount ? t("Everything is checked off.") : t("No items yet. Add one below.");
    const isEmpty = items.loaded && shown.every(({ isHeading }) => isHeading);
    fill(parts.nothing, isEmpty ? nothing : "");
    parts.drawing.setAttribute("href", query ? "#blank-search" : counts.itemsCount ? "#blank-done" : "#blank-list");
    parts.rows.classList.toggle("sketch", !items.loaded);
    const { activeElement } = document;
    const focused = activeElement.closest("main li");
    const index = this.rows.indexOfRow(focused);
    this.rows.show(shown);
    this.#keepEditor(shown);
    // When the focused row goes, the next one gets the focus.
    if (focused && !focused.isConnected) this.#focus(Math.min(index, shown.length - 1), controlOf(activeElement));
  }

  /** Keeps the editor open when its draft becomes an item, and closes it when its item is gone. */
  #keepEditor(shown) {
    const editor = this.#editor;
    if (!editor) return;
    const id = numberOf(editor.id);
    const item = shown.find((one) => one.id === id);
    if (!item) return this.#closeEditor({ save: true });
    if (id === editor.id) return;
    this.rows.pinned.delete(editor.id);
    this.rows.pinned.add(id);
    this.rows.reveal(id)?.classList.add("editing");
    editor.adopt(item);
  }

  /** The rows in order: open items, then the heading and the completed ones. */
  #arranged() {
    const lingering = this.#lingering;
    const all = shownItems(({ id }) => lingering.has(id));
    const todo = all.filter(({ id, checked }) => !checked && !lingering.has(id));
    const rest = new Map(all.filter(({ id }) => lingering.has(id)).map((item) => [item.id, item]));
    for (const [id, index] of [...lingering].sort(([, one], [, other]) => one - other)) {
      if (rest.has(id)) todo.splice(index, 0, rest.get(id));
    }
    const done = all.filter(({ id, checked }) => checked && !lingering.has(id));
    const { itemsCount, uncheckedItemsCount } = countsOf(open.list);
    const stay = [...rest.values()].filter(({ checked }) => checked).length;
    const count = open.query ? done.length : itemsCount - uncheckedItemsCount - stay;
    // Further pages may have open items. While the list is read again, the heading stays and keeps its focus.
    const isKnown = items.complete || (items.isReading && this.rows.indexOf("completed") >= 0);
    if (count <= 0 || (done.length === 0 && !isKnown)) return [...todo, ...done];
    const isOpen = showsChecked(open.list.id);
    return [...todo, { id: "completed", isHeading: true, count, isOpen, isFixed: Boolean(open.query) }, ...done];
  }

  /** Keeps a checked item in place for a moment. */
  #linger({ id }) {
    if (isStill()) return;
    this.#lingering.set(id, this.rows.indexOf(id));
    this.rows.row(id)?.classList.add("fresh");
    setTimeout(() => {
      this.rows.row(id)?.classList.remove("fresh");
      this.#lingering.delete(id);
      if (this.element.isConnected) this.#show();
    }, lingerMilliseconds);
  }

  // MARK: Actions

  #pressed(event) {
    const { target, key } = event;
    const control = controlOf(target);
    if (!control || event.repeat && key === " " || event.altKey || event.ctrlKey || event.metaKey) return;
    const index = this.rows.indexOfRow(target.closest("li"));
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    const item = control === "fold" ? undefined : this.rows.at(index);
    const isKey = control === "open" && item !== undefined;
    if (key === "Delete" && item) this.#remove(item);
    // Buttons act when the space bar is released; that must not happen as well.
    else if (key === " " && isKey) this.#check(item, !item.checked);
    else if (key === "e" && isKey && hasKeys()) this.#edit(item);
    else if (step && control !== "handle") this.#focus(index + step, control);
    else return;
    event.preventDefault();
  }

  /** Focuses a control of the row at an index, or the input after the last row. */
  #focus(index, control = "open") {
    const item = this.rows.at(Math.max(index, 0));
    const row = item && this.rows.reveal(item.id);
    const target = row?.querySelector(`.${control}`) ?? row?.querySelector(".open, .fold");
    (target ?? this.line).focus();
  }

  #check(item, checked) {
    if (!may("check", open.list)) return;
    if (checked && !isForApp(item, checked)) this.#linger(item);
    else this.#lingering.delete(item.id);
    changes.checkItem(item, checked);
  }

  #remove(item) {
    if (!may("edit", open.list)) return;
    if (this.#editor?.id === item.id) this.#closeEditor({ focus: true });
    changes.deleteItem(item);
  }

  #move(item, index) {
    const was = shownItems().findIndex(({ id }) => id === item.id);
    const isByHand = viewOf(open.list.id).itemSort === "position" && !item.checked;
    if (!may("edit", open.list) || !isByHand || index === was) return this.#show();
    changes.moveItem(item, index);
    this.rows.reveal(item.id);
  }

  /** Loads the remaining items, then prints. */
  async #print() {
    while (await items.more());
    print();
  }

  // MARK: Editing

  /** Whether there is text that was not sent. */
  #isTyping() {
    return this.line.value.trim() !== "" || Object.keys(this.#editor?.change() ?? {}).length > 0;
  }

  async #edit(item, draft) {
    const { ItemEditor } = await readEditing();
    this.#closeEditor({ save: true });
    const row = item && this.element.isConnected && this.rows.reveal(item.id);
    if (!row) return;
    const close = (options) => this.#closeEditor({ ...options, focus: true });
    const leave = (act) => () => {
      close({ save: true });
      act(item);
    };
    const acts = { remove: () => this.#remove(item), skip: leave(changes.skipItem), wake: leave(changes.wakeItem) };
    this.#editor = new ItemEditor(item, { draft, close, ...acts });
    this.rows.pinned.add(item.id);
    row.classList.add("editing");
    sheet.dataset.icon = open.list.icon;
    showRole(sheet, open.list);
    sheet.append(this.#editor.element);
    sheet.hidden = false;
    row.scrollIntoView({ block: "nearest" });
    this.#editor.focus();
  }

  /** Closes the editor and saves if asked to. If the change is refused, the editor opens again with it. */
  #closeEditor({ save = false, focus = false } = {}) {
    const editor = this.#editor;
    if (!editor) return;
    const change = save ? editor.change() : {};
    this.#editor = undefined;
    const row = this.rows.row(editor.id);
    this.rows.pinned.delete(editor.id);
    editor.element.remove();
    sheet.hidden = true;
    row?.classList.remove("editing");
    if (focus) row?.querySelector(".open").focus();
    if (Object.keys(change).length === 0) return;
    changes.changeItem(editor.item, change, (error) => {
      const now = shownItems().find(({ id }) => id === editor.id);
      if (now && this.parts.rows.isConnected) this.#edit(now, { change, error });
      else changes.explain(error);
    });
  }
}
