/** The view of a list. */

import { itemAddress } from "./addresses.js";
import * as api from "./api.js";
import { isAway } from "./connection.js";
import { announce, fill, iconAddress, openMenuBy, stamp } from "./dom.js";
import { isForApp } from "./due.js";
import { isTagged } from "./arranging.js";
import { countsOf, shownItems } from "./edits.js";
import { explain } from "./errors.js";
import { draftKey, keepValue } from "./local-data.js";
import { fold, isFolded, unfold } from "./folds.js";
import { isSent, numberOf } from "./ids.js";
import { makeHeadingRow, makeItemRow, makeSectionRow } from "./item-row.js";
import { hasKeys } from "./keys.js";
import { isStill, results, summary, t } from "./language.js";
import { doLater, loadRest } from "./later.js";
import { may, showRole } from "./me.js";
import { ListRows } from "./list-rows.js";
import { items, leaveGone, open, openList, reloadItems } from "./open-list.js";
import { allowUndo } from "./notices.js";
import { preferences, setPreference, setView, viewOf } from "./preferences.js";
import { showProgress } from "./progress.js";
import { makeTagsRow, toggleTag } from "./tag-filter.js";
import { subscribe } from "./topics.js";
import { WindowedList } from "./windowed-list.js";

/**
 * Shows a list in `main` and opens the editor of `itemId`, or focuses the input if `types`. Returns false if the list
 * does not exist.
 */
export async function showItems(main, signal, listId, { itemId, types }) {
  const view = new ItemsView(main, signal);
  view.line.value = localStorage.getItem(draftKey + listId) ?? "";
  const keepDraft = () => keepValue(draftKey + numberOf(listId), view.line.value);
  view.parts.composer.addEventListener("input", keepDraft);
  signal.addEventListener("abort", () => {
    keepDraft();
    left.set(listId, view.rows.place);
  });
  if (!itemId) view.place = left.get(listId);
  if (types) view.line.focus({ preventScroll: true });
  const there = await openList(listId, signal);
  // Loaded last, so that it does not delay the rows.
  view.beHandy();
  if (signal.aborted) return true;
  if (!there) {
    if (open.list) leaveGone(open.list);
    return false;
  }
  if (isSent(listId) && preferences.selectedChecklistId !== listId) setPreference({ selectedChecklistId: listId });
  if (itemId) await view.openItem(itemId);
  return true;
}

/** Where lists were left, by id. */
const left = new Map();

/** The name of a row's control. */
const controls = ["check", "open", "family", "less", "plus", "delete", "handle", "fold", "add", "more", "filter"];
const controlOf = ({ classList }) => controls.find((name) => classList.contains(name));

/** How long a checked item stays in place, so that the check mark is seen. */
const lingerMilliseconds = 700;
const sheet = document.getElementById("sheet");

export class ItemsView {
  #editor;
  #composer;
  #indent;
  /** Resolves once rows can be moved and swiped. */
  #handy;
  #list = new ListRows();
  /** Whether the person has moved in the list, so that Tab changes the item instead of moving on. */
  #hasMoved = false;

  constructor(main, signal) {
    const { element, parts } = stamp("items-view");
    Object.assign(this, { element, parts, signal });
    main.replaceChildren(element);
    this.rows = new WindowedList(parts.rows, main, { make: (row) => this.#make(row), nearEnd: () => items.more(), signal });
    this.#listen(signal);
    subscribe("gone", () => leaveGone(open.list), signal);
    const show = () => this.#show();
    for (const topic of ["items", "lists", "preferences", "time"]) subscribe(topic, show, signal);
    signal.addEventListener("abort", () => this.#closeEditor({ save: true }));
    addEventListener("beforeunload", (event) => {
      if (this.#isTyping()) event.preventDefault();
    }, { signal });
    this.#show();
  }

  #make({ isHeading, section, tags }) {
    const fold = () => this.#prefer({ showChecked: !viewOf(open.list.id).showChecked });
    if (section) {
      return makeSectionRow({
        fold: ({ id, isOpen }) => this.#fold(id, isOpen), menu: this.parts.sectionMenu,
        add: (one) => this.beHandy().then(() => this.#composer.aim(one)),
        act: (name, one) => doLater(`${name}Section`)(one),
      });
    }
    if (isHeading && tags) return makeTagsRow((tag) => this.#filter(tag));
    if (isHeading) return makeHeadingRow((count) => t("Completed ({0})", count), fold);
    const isByHand = () => viewOf(open.list.id).itemSort === "position" && !open.query;
    return makeItemRow({
      check: (item, checked) => this.#check(item, checked), edit: (item) => this.#edit(item),
      remove: (item) => this.#remove(item), filter: (tag) => this.#filter(tag),
      fold: ({ id }) => this.#fold(`item/${id}`, !isFolded(`item/${id}`)),
      count: (item, quantity) => doLater("editItem")(item, { quantity }),
      kin: ({ id }) => ({
        isChild: this.#list.children.has(id), isFolded: isByHand() ? isFolded(`item/${id}`) : undefined,
      }),
    });
  }

  /** The input for a new item. */
  get line() {
    return this.parts.composer.elements.text;
  }

  /** Opens the editor of an item, loading further pages until it is found. */
  async openItem(id) {
    while (this.rows.indexOf(id) < 0 && (await items.more()));
    unfold(shownItems().find((item) => item.id === id) ?? {});
    this.#show();
    if (this.rows.indexOf(id) < 0) await this.#bringIn(id);
    await this.#edit(this.rows.at(this.rows.indexOf(id)));
  }

  /** Shows a completed item while the others are folded. */
  async #bringIn(id) {
    const item = await api.read(itemAddress(id)).catch(api.orGone);
    if (item?.checklistId !== open.list?.id || this.signal.aborted) return;
    this.#list.bringIn(item);
    this.#show();
  }

  /** Loads reordering, swiping and the composer, once. */
  beHandy() {
    return (this.#handy ??= this.#becomeHandy());
  }

  async #becomeHandy() {
    const rest = await loadRest();
    const { parts, signal } = this;
    rest.makeReorderable(this.rows, {
      moves: (row) => this.#canMove() && rest.movesOf(row, this.#list.arrange(), this.#list.children),
      move: (...where) => {
        rest.moveRow(...where, this.#list.children);
        this.rows.reveal(where[0].id);
      },
      reset: () => this.#show(), signal, held: "li",
    });
    rest.makeSwipeable(this.rows, {
      left: (item) => this.#remove(item), right: (item) => this.#check(item, !item.checked), signal,
    });
    this.element.classList.add("handy");
    this.#indent = rest.indent;
    this.#composer = new rest.Composer(this.parts, this.rows, rest);
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
    const go = (place) => {
      location.hash = `#/lists/${open.list.id}/${place}`;
    };
    const doing = {
      edit: () => doLater("editList", "more")(open.list), share: () => doLater("share", "people")(open.list),
      arrange: () => this.#arrange(true), uncheck: doLater("uncheckItems"), clear: doLater("clearCheckedItems"),
      print: () => this.#print(), empty: doLater("clearItems"), remove: () => doLater("removeList", "more")(open.list),
      duplicate: () => doLater("duplicateList", "more")(open.list),
      export: () => doLater("showExchange")({ list: open.list }),
      agenda: go, shop: go,
      section: doLater("addSection"), save: doLater("saveFilter"),
    };
    openMenuBy(parts.more, parts.menu, ({ value }) => doing[value](value));
    parts.composer.onsubmit = async (event) => {
      event.preventDefault();
      await this.beHandy();
      this.#composer.add();
    };
    parts.rows.onkeydown = (event) => this.#pressed(event);
    parts.rows.onpointerdown = () => {
      this.#hasMoved = true;
    };
    parts.rows.addEventListener("focusout", ({ relatedTarget }) => {
      if (!parts.rows.contains(relatedTarget)) this.#hasMoved = false;
    });
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

  /** Changes how the list is displayed, with Undo. */
  #prefer(change) {
    const { id } = open.list;
    const view = viewOf(id);
    const prefer = (fields) => {
      this.#closeEditor({ save: true });
      setView(id, fields);
      reloadItems();
    };
    prefer(change);
    allowUndo(() => prefer(Object.fromEntries(Object.keys(change).map((name) => [name, view[name]]))));
  }

  // MARK: Showing

  #show() {
    const { parts } = this;
    const { list, query } = open;
    if (!list) return;
    const shown = this.#list.arrange();
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
    const isUnseen = !items.loaded && isAway();
    fill(parts.nothing, isUnseen ? t("This list hasn’t been opened on this device yet. It loads when you’re back online.")
      : isEmpty ? nothing : "");
    parts.drawing.setAttribute("href", query ? "#blank-search" : counts.itemsCount ? "#blank-done" : "#blank-list");
    parts.rows.classList.toggle("sketch", !items.loaded && !isUnseen);
    const { activeElement } = document;
    const focused = activeElement.closest("main li");
    const index = this.rows.indexOfRow(focused);
    this.rows.show(shown);
    if (this.place && items.loaded) {
      this.rows.goTo(this.place);
      this.place = undefined;
    }
    this.#keepEditor(shown);
    // When the focused row goes, the next one gets the focus.
    if (focused && !focused.isConnected) this.#focus(Math.min(index, shown.length - 1), controlOf(activeElement));
    parts.save.disabled = open.tags.length === 0 && !query;
    // Items of all pages belong to a section or to a tag.
    const needsAll = open.tags.length > 0 || list.sections?.length > 0;
    if (needsAll && items.loaded && !items.isReading) items.more().catch(() => {});
  }

  #filter(tag) {
    this.#closeEditor({ save: true });
    toggleTag(tag);
    this.#show();
    announce(results(this.#list.all.filter((item) => isTagged(item, open.tags)).length));
  }

  #fold(key, isFoldedNow) {
    fold(key, isFoldedNow);
    this.#show();
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

  /** Keeps a checked item in place for a moment. */
  #linger({ id }) {
    if (isStill()) return;
    this.#list.linger(id);
    this.rows.row(id)?.classList.add("fresh");
    setTimeout(() => {
      this.rows.row(id)?.classList.remove("fresh");
      this.#list.release(id);
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
    const row = this.rows.at(index);
    const item = row?.isHeading ? undefined : row;
    const isKey = control === "open" && item !== undefined;
    if (step) this.#hasMoved = true;
    if (key === "Delete" && item) this.#remove(item);
    // Buttons act when the space bar is released; that must not happen as well.
    else if (key === " " && isKey) {
      this.#check(item, !item.checked);
      // The next Space must not take this one back.
      const isOpen = (one) => !one.isHeading && !one.checked;
      const next = [index + 1, index - 1].find((one) => this.rows.at(one) && isOpen(this.rows.at(one)));
      if (!item.checked && next !== undefined) this.#focus(next);
    }
    else if (key === "e" && isKey && hasKeys()) this.#edit(item);
    else if (step && control !== "handle") this.#focus(index + step, control);
    else if (key !== "Tab" || !isKey || !this.#indents(item, !event.shiftKey)) return;
    event.preventDefault();
  }

  /** Makes an item a subtask, or the reverse. Returns false if Tab has to move the focus. */
  #indents(item, isIn) {
    if (!this.#hasMoved || !hasKeys() || !this.#canMove() || !this.#indent) return false;
    return this.#indent(item, isIn, this.#list.arrange(), this.#list.children);
  }

  /** Focuses a control of the row at an index, or the input after the last row. */
  #focus(index, control = "open") {
    const item = this.rows.at(Math.max(index, 0));
    const row = item && this.rows.reveal(item.id);
    const target = [`.${control}`, ".open, .fold, .filter"].map((name) => row?.querySelector(name)).find((one) => one?.checkVisibility());
    (target ?? this.line).focus();
  }

  #check(item, checked) {
    if (!may("check", open.list)) return;
    if (checked && !isForApp(item, checked)) this.#linger(item);
    else this.#list.release(item.id);
    doLater("checkItem")(item, checked);
  }

  #remove(item) {
    if (!may("edit", open.list)) return;
    if (this.#editor?.id === item.id) this.#closeEditor({ focus: true });
    doLater("deleteItem")(item);
  }

  /** Whether rows can be moved. */
  #canMove() {
    return may("edit", open.list) && viewOf(open.list.id).itemSort === "position" && !open.query;
  }

  /** Loads the remaining items, then prints. */
  async #print() {
    while (await items.more());
    print();
  }

  // MARK: Editing

  /** Whether the editor has text that was not sent. The line for a new item is kept on the device. */
  #isTyping() {
    return Object.keys(this.#editor?.change() ?? {}).length > 0;
  }

  async #edit(item, draft) {
    const { ItemEditor, skipItem, wakeItem } = await loadRest();
    this.#closeEditor({ save: true });
    const row = item && this.element.isConnected && this.rows.reveal(item.id);
    if (!row) return;
    const close = (options) => this.#closeEditor({ ...options, focus: true });
    const leave = (act) => () => {
      close({ save: true });
      act(item);
    };
    const acts = { remove: () => this.#remove(item), skip: leave(skipItem), wake: leave(wakeItem) };
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
  #closeEditor({ save = false, focus = false, isShown = false } = {}) {
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
    const again = (error) => {
      const now = shownItems().find(({ id }) => id === editor.id);
      if (now && this.parts.rows.isConnected) this.#edit(now, { change, error });
      else explain(error);
    };
    doLater("editItem")(editor.item, change, { again, isShown });
  }
}
