/**
 * Suggests earlier items of the list while typing, and the one that is on it already. Those that still exist come back
 * with all their fields.
 */

import { listAddress } from "./addresses.js";
import * as api from "./api.js";
import { isAway } from "./connection.js";
import { deletedTexts } from "./deleted-texts.js";
import { folded, label, text } from "./dom.js";
import { isSent, numberOf } from "./ids.js";
import { t } from "./language.js";

/** The pause in typing after which the server is asked, and the letters that it needs. */
const searchPauseMilliseconds = 150;
const lettersMin = 2;
/** In Chinese characters and kana one character is enough. */
const sign = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const offeredMax = 3;
/** How many items are searched for prefixes. */
const readMax = 50;

export class Suggestions {
  #input;
  #group;
  #listId;
  #timer;
  #asking = new AbortController();

  /** `shown` returns the visible items; `take` receives the chosen suggestion. */
  constructor(input, group, { listId, shown, take }) {
    [this.#input, this.#group, this.#listId] = [input, group, listId];
    Object.assign(this, { shown, take });
    input.addEventListener("input", () => this.look());
  }

  /** Suggests items that begin like the typed text. */
  look() {
    const typed = folded(this.#input.value.trim());
    clearTimeout(this.#timer);
    this.#asking.abort();
    if (typed.length < lettersMin && !sign.test(typed)) return this.#offer([]);
    this.#timer = setTimeout(() => this.#ask(typed), searchPauseMilliseconds);
  }

  async #ask(typed) {
    const { signal } = (this.#asking = new AbortController());
    const listId = numberOf(this.#listId());
    const query = new URLSearchParams({ q: this.#input.value.trim(), checked: true, sort: "-updatedAt", limit: readMax });
    const address = `${listAddress(listId)}/items?${query}`;
    try {
      const asks = isSent(listId) && !isAway();
      const elements = asks ? (await api.page(address, { signal, fresh: true })).elements : [];
      const there = new Map(this.shown().filter(({ checked }) => !checked).map((item) => [folded(item.text), item]));
      const same = there.get(typed);
      const found = new Map(same ? [[typed, { ...same, isOnList: true }]] : []);
      for (const item of [...elements, ...deletedTexts(listId).map((text) => ({ text }))]) {
        const name = folded(item.text);
        const begins = name.split(/\s+/).some((_, index, words) => words.slice(index).join(" ").startsWith(typed));
        if (begins && !there.has(name) && !found.has(name)) found.set(name, item);
      }
      this.#offer([...found.values()].slice(0, offeredMax));
    } catch {
      // Suggestions are optional: errors are not shown.
      if (!signal.aborted) this.#offer([]);
    }
  }

  #offer(items) {
    this.#group.hidden = items.length === 0;
    this.#group.replaceChildren(...items.map((item) => {
      const chip = text("button", `${item.isOnList ? "✓" : "↺"} ${item.text}`);
      chip.type = "button";
      const words = item.isOnList ? t("“{0}” is already on the list", item.text) : t("Add “{0}” again", item.text);
      label(chip, words);
      chip.onclick = () => {
        this.#input.value = "";
        this.#input.dispatchEvent(new InputEvent("input", { bubbles: true }));
        this.#offer([]);
        this.#input.focus();
        this.take(item);
      };
      return chip;
    }));
  }
}
