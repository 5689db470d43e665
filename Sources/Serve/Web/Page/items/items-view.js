/** The open list and its items. */

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
 * Shows a list in `main`, with an item opened if one is named, or with the cursor where another is added. False if
 * there is no such list to stay at.
 */
export async function showItems(main, signal, listId, { itemId, types }) {
  const view = new ItemsView(main, signal);
  if (types) view.line.focus({ preventScroll: true });
  const there = await openList(listId, signal);
  // Nothing else is to delay what is shown.
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

/** Which control of a row something is. */
const controlOf = ({ classList }) =>
  ["check", "open", "delete", "handle", "fold"].find((name) => classList.contains(name));

/** How long an item stays where it is once it has been checked, so that the check is seen. */
const lingerMilliseconds = 700;
const sheet = document.getElementById("sheet");

class ItemsView {
  #editor;
  #composer;
  /** Ends once the view is handy. */
  #handy;
  /** Where items that were checked just now stay for a moment, by number. */
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

  /** The line that adds another item. */
  get line() {
    return this.parts.composer.elements.text;
  }

  /** Opens the editor of an item, wherever in the list it is. */
  async openItem(id) {
    while (this.rows.indexOf(id) < 0 && (await items.more()));
    if (this.rows.indexOf(id) < 0) await this.#bringIn(id);
    await this.#edit(this.rows.at(this.rows.indexOf(id)));
  }

  /** Shows an item that is completed, though the others that are stay folded away. */
  async #bringIn(id) {
    const item = await api.read(itemAddress(id)).catch(api.orGone);
    if (item?.checklistId !== open.list?.id || this.signal.aborted) return;
    this.#lingering.set(id, this.rows.length);
    items.add(item);
    this.#show();
  }

  /** Reads what rows are moved and wiped by, and what understands the line that is typed, once. */
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
    // Whoever taps beside an item is done with it.
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

  /** Whether rows show what they are moved by, where nothing can rest on them. */
  #arrange(isOn) {
    this.#closeEditor({ save: true });
    this.element.classList.toggle("arranging", isOn);
    if (isOn) this.#prefer({ itemSort: "position" });
    // What had the focus is hidden by now.
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
    // If a row goes that had the focus, the next one gets it.
    if (focused && !focused.isConnected) this.#focus(Math.min(index, shown.length - 1), controlOf(activeElement));
  }

  /** Goes on with the item that the edited one has become where that was a draft; closes the editor of what is gone. */
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

  /** What is shown, in order: what is to be done, and what is completed under a heading of its own, if it is open. */
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
    // More of what is to be done may be on its way. While the list is read again, the heading stays and keeps the focus.
    const isKnown = items.complete || (items.isReading && this.rows.indexOf("completed") >= 0);
    if (count <= 0 || (done.length === 0 && !isKnown)) return [...todo, ...done];
    const isOpen = showsChecked(open.list.id);
    return [...todo, { id: "completed", isHeading: true, count, isOpen, isFixed: Boolean(open.query) }, ...done];
  }

  /** Lets an item that was checked just now stay where it is for a moment. */
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

  // MARK: What people do

  #pressed(event) {
    const { target, key } = event;
    const control = controlOf(target);
    if (!control || event.repeat && key === " " || event.altKey || event.ctrlKey || event.metaKey) return;
    const index = this.rows.indexOfRow(target.closest("li"));
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    const item = control === "fold" ? undefined : this.rows.at(index);
    const isKey = control === "open" && item !== undefined;
    if (key === "Delete" && item) this.#remove(item);
    // A button is pressed when the space bar is let go; nothing is to be left of it then.
    else if (key === " " && isKey) this.#check(item, !item.checked);
    else if (key === "e" && isKey && hasKeys()) this.#edit(item);
    else if (step && control !== "handle") this.#focus(index + step, control);
    else return;
    event.preventDefault();
  }

  /** Puts the focus on a control of the row at an index, or past the last on the line for the next item. */
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

  /** Prints the list with all its items, once they have been read. */
  async #print() {
    while (await items.more());
    print();
  }

  // MARK: Editing

  /** Whether something was typed that is not on its way yet. */
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

  /** Closes the editor; what was typed is kept if so wanted, and comes back if it is refused. */
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
