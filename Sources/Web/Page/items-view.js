/** The open list: its items, and the line that adds another. */

import * as changes from "./changes.js";
import { ask } from "./dialogs.js";
import { announce, fill, iconAddress, openMenuBy, stamp } from "./dom.js";
import { countsOf, shownItems } from "./edits.js";
import { ItemEditor } from "./item-editor.js";
import { makeItemRow } from "./item-row.js";
import { number, summary, t } from "./language.js";
import { duplicateList, editList, removeList, shareList } from "./list-form.js";
import { knownLists } from "./lists.js";
import * as many from "./many-items.js";
import { may, showRole } from "./me.js";
import { items, open, openList, reloadItems } from "./open-list.js";
import { notice } from "./notices.js";
import { preferences, setPreference, setView, viewOf } from "./preferences.js";
import { QuickAdd } from "./quick-add.js";
import { makeReorderable, makeSwipeable } from "./reordering.js";
import { when } from "./topics.js";
import { WindowedList } from "./windowed-list.js";

/** Shows a list in `main`, with an item opened if one is named. False if there is no such list to stay at. */
export async function showItems(main, signal, listId, itemId) {
  const view = new ItemsView(main, signal);
  const there = await openList(listId, signal);
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
const controlOf = ({ classList }) => ["check", "open", "delete", "handle"].find((name) => classList.contains(name));

class ItemsView {
  #editor;
  #line;

  constructor(main, signal) {
    const { element, parts } = stamp("items-view");
    Object.assign(this, { element, parts });
    main.replaceChildren(element);
    const make = () => makeItemRow({
      check: (item, checked) => this.#check(item, checked), edit: (item) => this.#edit(item),
      remove: (item) => this.#remove(item),
    });
    this.rows = new WindowedList(parts.rows, main, { make, nearEnd: () => items.more(), signal });
    makeReorderable(this.rows, { order: shownItems, move: (item, index) => this.#move(item, index), signal });
    const swipes = {
      left: (item) => this.#remove(item), right: (item) => this.#check(item, !item.checked),
    };
    makeSwipeable(this.rows, { ...swipes, signal });
    this.#listen(signal);
    when("gone", () => changes.leaveGone(open.list), signal);
    const show = () => this.#show();
    for (const topic of ["items", "lists", "preferences"]) when(topic, show, signal);
    signal.addEventListener("abort", () => this.#closeEditor({ save: true }));
    addEventListener("beforeunload", (event) => {
      if (this.#isTyping()) event.preventDefault();
    }, { signal });
    this.#show();
  }

  /** Opens the editor of an item, wherever in the list it is. */
  async openItem(id) {
    while (this.rows.indexOf(id) < 0 && (await items.more()));
    this.#edit(this.rows.at(this.rows.indexOf(id)));
  }

  #listen(signal) {
    const { parts } = this;
    parts.search.oninput = async () => {
      this.#closeEditor({ save: true });
      open.query = parts.search.value;
      await reloadItems();
      announce(t("{0} found", number(items.total)));
    };
    parts.sort.onchange = () => this.#prefer({ itemSort: parts.sort.value });
    parts.showChecked.onchange = () => this.#prefer({ showChecked: parts.showChecked.checked });
    const doing = {
      edit: () => editList(open.list), share: () => shareList(open.list),
      uncheck: many.uncheckItems, clear: many.clearCheckedItems,
      print: () => this.#print(), empty: () => this.#clear(), remove: () => removeList(open.list),
      duplicate: () => duplicateList(open.list),
      agenda: () => {
        location.hash = `#/lists/${open.list.id}/agenda`;
      },
    };
    openMenuBy(parts.more, parts.menu, ({ value }) => doing[value]());
    const { text: line } = parts.composer.elements;
    const addLines = (lines) => this.#addLines(lines);
    this.#line = new QuickAdd(line, parts.understood, { listId: () => open.list.id, addLines });
    parts.composer.onsubmit = (event) => {
      event.preventDefault();
      this.#add(line);
    };
    parts.composer.oninput = () => fill(parts.error, "");
    parts.rows.onkeydown = (event) => this.#pressed(event);
    addEventListener("keydown", (event) => {
      const prints = event.key === "p" && (event.ctrlKey || event.metaKey);
      if (!prints || items.complete) return;
      event.preventDefault();
      this.#print();
    }, { signal });
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
    const shown = shownItems();
    const counts = countsOf(list);
    const { itemSort, showChecked } = viewOf(list.id);
    document.title = list.name;
    showRole(this.element, list);
    parts.name.textContent = list.name;
    parts.icon.src = iconAddress(list.icon);
    parts.summary.textContent = summary(counts, list);
    parts.sort.value = itemSort;
    parts.showChecked.checked = showChecked;
    parts.uncheck.disabled = parts.clear.disabled = counts.itemsCount === counts.uncheckedItemsCount;
    parts.empty.disabled = counts.itemsCount === 0;
    parts.rows.classList.toggle("by-hand", itemSort === "position");
    if (document.activeElement !== parts.search) parts.search.value = query;
    const nothing = query ? t("Nothing found.")
      : counts.itemsCount ? t("Everything is checked.") : t("Nothing here yet. Add the first item below.");
    fill(parts.nothing, items.loaded && shown.length === 0 ? nothing : "");
    const { activeElement } = document;
    const focused = activeElement.closest("main .row");
    const index = this.rows.indexOfRow(focused);
    this.rows.show(shown);
    if (this.#editor && this.rows.indexOf(this.#editor.id) < 0) this.#closeEditor({ save: true });
    // If a row goes that had the focus, the next one gets it.
    if (focused && !focused.isConnected) this.#focus(Math.min(index, shown.length - 1), controlOf(activeElement));
  }

  // MARK: What people do

  #pressed(event) {
    const { target, key } = event;
    const control = controlOf(target);
    if (!control || event.altKey || event.ctrlKey || event.metaKey) return;
    const index = this.rows.indexOfRow(target.closest(".row"));
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (key === "Delete") this.#remove(this.rows.at(index));
    else if (step && control !== "handle") this.#focus(index + step, control);
    else return;
    event.preventDefault();
  }

  /** Puts the focus on a control of the row at an index, or past the last on the line for the next item. */
  #focus(index, control = "open") {
    const item = this.rows.at(Math.max(index, 0));
    const target = item && this.rows.reveal(item.id)?.querySelector(`.${control}`);
    (target ?? this.parts.composer.elements.text).focus();
  }

  async #add(input) {
    const { text, fields } = this.#line.take() ?? {};
    if (!text) return;
    const { list } = open;
    const adding = changes.addItem(list.id, fields);
    this.rows.follow(this.rows.at(this.rows.length - 1)?.id);
    try {
      const item = await adding;
      this.rows.follow(item.id);
      if (item.checklistId === list.id) return announce(t("Added “{0}”", item.text));
      notice(t("Added “{0}” to “{1}”", item.text, knownLists.get(item.checklistId)?.name ?? ""));
    } catch (error) {
      // What was typed since then stays; what was refused comes back to be mended.
      input.value = [text, input.value].filter(Boolean).join(" ");
      fill(this.parts.error, error.message);
    }
  }

  /** Adds one item a line, and offers to take them all back. */
  #addLines(lines) {
    const ids = lines.map((text) => {
      const id = changes.newDraftId();
      changes.addItem(open.list.id, { text }, id).catch(changes.explain);
      return id;
    });
    this.rows.follow(this.rows.at(this.rows.length - 1)?.id);
    notice(t("Added: {0}", number(ids.length)), { action: t("Undo"), act: () => changes.removeAdded(ids) });
  }

  #check(item, checked) {
    if (!may("check", open.list)) return;
    changes.checkItem(item, checked);
  }

  #remove(item) {
    if (!may("edit", open.list)) return;
    if (this.#editor?.id === item.id) this.#closeEditor({ focus: true });
    changes.deleteItem(item);
  }

  #move(item, index) {
    const was = shownItems().findIndex(({ id }) => id === item.id);
    const isByHand = viewOf(open.list.id).itemSort === "position";
    if (!may("edit", open.list) || !isByHand || index === was) return this.#show();
    changes.moveItem(item, index);
    this.rows.reveal(item.id);
  }

  async #clear() {
    const title = t("Delete all items of “{0}”?", open.list.name);
    const sure = await ask({ title, action: t("Delete"), danger: true });
    if (sure) await many.clearItems();
  }

  /** Prints the list with all its items, once they have been read. */
  async #print() {
    while (await items.more());
    print();
  }

  // MARK: Editing

  /** Whether something was typed that is not on its way yet. */
  #isTyping() {
    return Boolean(this.parts.composer.elements.text.value.trim() || Object.keys(this.#editor?.change() ?? {}).length);
  }

  #edit(item, draft) {
    this.#closeEditor({ save: true });
    const row = item && this.rows.reveal(item.id);
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
    row.append(this.#editor.element);
    row.scrollIntoView({ block: "nearest" });
    this.#editor.focus();
  }

  /** Closes the editor; what was typed is kept if so wanted, and comes back if it is refused. */
  #closeEditor({ save = false, focus = false } = {}) {
    const editor = this.#editor;
    if (!editor) return;
    const change = save ? editor.change() : {};
    this.#editor = undefined;
    const row = editor.element.closest(".row");
    this.rows.pinned.delete(editor.id);
    editor.element.remove();
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
