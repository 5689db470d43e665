/** The input that adds items to the open list. */

import { addItem, checkItem } from "./changes.js";
import { announce, fill, folded } from "./dom.js";
import { shownItems } from "./edits.js";
import { newDraftId } from "./ids.js";
import { explain, reasonOf } from "./errors.js";
import { t } from "./language.js";
import { unfold } from "./folds.js";
import { load, offerChannels } from "./later.js";
import { knownLists } from "./lists.js";
import { notice } from "./notices.js";
import { items, open } from "./open-list.js";
import { publish } from "./topics.js";

/** How long an item is marked that is already on the list. */
const markMilliseconds = 1600;

export class Composer {
  #parts;
  #rows;
  #input;
  #line;
  /** The section that new items go to; `undefined` leaves it to the server. */
  #section;

  constructor(parts, rows, { QuickAdd, Suggestions }) {
    [this.#parts, this.#rows] = [parts, rows];
    const { composer: form, understood, suggested, error } = parts;
    const input = form.elements.text;
    this.#input = input;
    form.oninput = () => fill(error, "");
    // With focus, the placeholder is an example of what a line understands.
    const { placeholder } = input;
    input.onfocus = () => {
      input.placeholder = this.#section ? t("Add to “{0}”", this.#section.name) : t("Milk tomorrow 18:00 !!");
    };
    input.onblur = () => {
      input.placeholder = placeholder;
      if (!input.value) this.#section = undefined;
    };
    if (document.activeElement === input) input.onfocus();
    const listId = () => open.list.id;
    this.#line = new QuickAdd(input, understood, {
      listId, addLines: (pasted) => this.#addLines(pasted),
    });
    const take = (item) => (item.isOnList ? this.#mark(item) : this.#addAgain(item));
    new Suggestions(input, suggested, { listId, shown: shownItems, take });
    // The input works before this script is loaded, so it may have text.
    input.dispatchEvent(new InputEvent("input"));
    // A pasted list must not wait for the script that reads it.
    (globalThis.requestIdleCallback ?? setTimeout)(() => load("more"));
  }

  /** Lets the next items go to a section, until the input is left. */
  aim(section) {
    this.#section = section;
    this.#input.focus();
    this.#input.onfocus();
    announce(this.#input.placeholder);
  }

  /** The fields that put a new item where the person is looking. `own` are the tags of its line. */
  #place(own = []) {
    return { tags: [...open.tags, ...own], ...(this.#section && { sectionId: this.#section.id }) };
  }

  /** Adds the typed item. */
  async add() {
    const { list } = open;
    const { text, fields, listId = list.id } = this.#line.take() ?? {};
    if (!text) return;
    const there = onList(text);
    if (there && listId === list.id) return this.#offerOnList(there, text);
    const adding = addItem(listId, listId === list.id ? { ...fields, ...this.#place(fields.tags) } : fields);
    this.#followLast();
    try {
      const item = await adding;
      this.#rows.follow(item.id);
      if (item.shouldRemind) offerChannels();
      if (item.checklistId === list.id) return announce(t("Added “{0}”", item.text));
      notice(t("Added “{0}” to “{1}”", item.text, knownLists.get(item.checklistId)?.name ?? ""));
    } catch (error) {
      if (!this.#input.isConnected) return explain(error, text);
      // Keeps what was typed since; the refused text comes back for correction.
      this.#input.value = [text, this.#input.value].filter(Boolean).join(" ");
      this.#input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      fill(this.#parts.error, reasonOf(error));
    }
  }

  /** Marks the item that has a typed text, and offers to add another one. */
  #offerOnList(item, text) {
    this.#mark(item);
    const { id } = open.list;
    const fields = { text, ...this.#place() };
    const act = () => {
      addItem(id, fields).catch((error) => explain(error, text));
      if (open.list?.id === id) this.#followLast();
    };
    offerAnother(item, act);
  }

  /** Scrolls to an item and highlights it. */
  #mark(item) {
    unfold(item);
    publish("items");
    this.#rows.follow(item.id);
    const colours = ["var(--tint)", "var(--tint)", "var(--paper)"];
    this.#rows.row(item.id)?.animate({ backgroundColor: colours }, markMilliseconds);
  }

  /** Adds one item per line of a pasted text, with Undo. */
  async #addLines(pasted) {
    const [{ id }, place] = [open.list, this.#place()];
    const adding = (await load("more")).addPasted(pasted, id, place);
    this.#followLast();
    await adding.catch((error) => explain(error));
  }

  /** Unchecks a suggested item. Of a deleted one only the text is known. */
  #addAgain(item) {
    if (!item.id) {
      this.#addText(item.text);
      this.#followLast();
    } else {
      if (!items.elements.some(({ id }) => id === item.id)) items.add(item);
      checkItem(item, false);
      this.#rows.follow(item.id);
    }
    announce(t("Added “{0}”", item.text));
  }

  #addText(text, id = newDraftId()) {
    addItem(open.list.id, { text, ...this.#place() }, id).catch((error) => explain(error, text));
  }

  /** Scrolls to the item that was added last. */
  #followLast() {
    this.#rows.follow(shownItems().findLast(({ checked }) => !checked)?.id);
  }
}

/** Says that an item is on the list already, and offers to add another one. */
export const offerAnother = (item, act) =>
  notice(t("“{0}” is already on the list", item.text), { action: t("Add anyway"), act, undoable: false });

/** The open item of the list with a text, without case and accents. */
export function onList(text) {
  const name = folded(text.trim());
  return shownItems().find((item) => !item.checked && folded(item.text) === name);
}
