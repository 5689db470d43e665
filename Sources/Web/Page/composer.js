/** The line that adds items to the open list. */

import * as changes from "./changes.js";
import { announce, fill } from "./dom.js";
import { shownItems } from "./edits.js";
import { number, t } from "./language.js";
import { offerReach } from "./later.js";
import { knownLists } from "./lists.js";
import { notice } from "./notices.js";
import { items, open } from "./open-list.js";

export class Composer {
  #parts;
  #rows;
  #input;
  #beHandy;
  #line;
  #suggestions;

  /** `beHandy` ends once the line is understood. */
  constructor(parts, rows, beHandy) {
    [this.#parts, this.#rows, this.#beHandy] = [parts, rows, beHandy];
    const { composer: form, error } = parts;
    this.#input = form.elements.text;
    form.onsubmit = (event) => {
      event.preventDefault();
      this.#add();
    };
    form.oninput = () => fill(error, "");
    // Whoever is about to type sees what a line can say.
    const { placeholder } = this.#input;
    this.#input.onfocus = () => {
      this.#input.placeholder = t("Olive oil tomorrow 18:00 !!");
    };
    this.#input.onblur = () => {
      this.#input.placeholder = placeholder;
    };
  }

  /** Puts the cursor there; the list stays where it is. */
  focus() {
    this.#input.focus({ preventScroll: true });
  }

  /** Whether something was typed that is not on its way yet. */
  get isTyping() {
    return this.#input.value.trim() !== "";
  }

  /** Begins to tell what is understood, and what was here before. */
  understand({ QuickAdd, Suggestions }) {
    const listId = () => open.list.id;
    const { understood, suggested, error } = this.#parts;
    this.#line = new QuickAdd(this.#input, understood, {
      listId, addLines: (lines) => this.#addLines(lines), refuse: (why) => fill(error, why),
    });
    const take = (item) => this.#addAgain(item);
    this.#suggestions = new Suggestions(this.#input, suggested, { listId, shown: shownItems, take });
    // Somebody may have begun to type.
    this.#input.dispatchEvent(new InputEvent("input"));
  }

  async #add() {
    const { list } = open;
    await this.#beHandy();
    const { text, fields, listId = list.id } = this.#line?.take() ?? {};
    this.#suggestions?.look();
    if (!text) return;
    const adding = changes.addItem(listId, fields);
    this.#followLast();
    try {
      const item = await adding;
      this.#rows.follow(item.id);
      if (item.shouldRemind) offerReach();
      if (item.checklistId === list.id) return announce(t("Added “{0}”", item.text));
      notice(t("Added “{0}” to “{1}”", item.text, knownLists.get(item.checklistId)?.name ?? ""));
    } catch (error) {
      if (!this.#input.isConnected) return changes.explain(error, text);
      // What was typed since then stays; what was refused comes back to be mended.
      this.#input.value = [text, this.#input.value].filter(Boolean).join(" ");
      fill(this.#parts.error, error.message);
    }
  }

  /** Adds one item a line, and offers to take them all back. */
  #addLines(lines) {
    const ids = lines.map((text) => {
      const id = changes.newDraftId();
      this.#addText(text, id);
      return id;
    });
    this.#followLast();
    notice(t("Added: {0}", number(ids.length)), { action: t("Undo"), act: () => changes.removeAdded(ids) });
  }

  /** Has an item back that was done; of what was deleted only the text is known. */
  #addAgain(item) {
    if (!item.id) {
      this.#addText(item.text);
      this.#followLast();
    } else {
      if (!items.elements.some(({ id }) => id === item.id)) items.add(item);
      changes.checkItem(item, false);
      this.#rows.follow(item.id);
    }
    announce(t("Added “{0}”", item.text));
  }

  #addText(text, id = changes.newDraftId()) {
    changes.addItem(open.list.id, { text }, id).catch((error) => changes.explain(error, text));
  }

  /** Brings what was added last into view. */
  #followLast() {
    this.#rows.follow(shownItems().findLast(({ checked }) => !checked)?.id);
  }
}
