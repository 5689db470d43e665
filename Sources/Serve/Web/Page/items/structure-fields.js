/** The fields of the item editor for quantity, tags, section and start. */

import * as api from "./api.js";
import { fill, label, text } from "./dom.js";
import { isoDate, t } from "./language.js";
import { sectionsOf } from "./open-list.js";

const dayOf = ({ startOn, startDate }) => startOn ?? (startDate ? isoDate(new Date(startDate)) : "");

export class StructureFields {
  #form;
  #parts;
  #item;
  #tags = [];
  #changed;

  constructor(form, parts, changed) {
    [this.#form, this.#parts, this.#changed] = [form, parts, changed];
    const { tag } = form;
    tag.onfocus = () => this.#suggest();
    tag.onkeydown = (event) => {
      if (event.isComposing) return;
      if (event.key === "Enter" && tag.value.trim()) event.preventDefault();
      if (["Enter", ","].includes(event.key)) this.#add();
      if (event.key === "Backspace" && !tag.value) this.#remove(this.#tags.at(-1));
    };
    // A suggestion is taken whole; a comma can be pasted.
    tag.oninput = ({ inputType }) => {
      if (tag.value.includes(",") || inputType === "insertReplacementText" || inputType === undefined) this.#add();
    };
    tag.onchange = () => this.#add();
  }

  write(item) {
    this.#item = item;
    const form = this.#form;
    form.quantity.value = item.quantity ?? "";
    form.measure.value = item.unit ?? "";
    form.start.value = dayOf(item);
    this.#tags = item.tags ?? [];
    this.#showTags();
    const { quantity, tags, startOn, startDate, subtasksCount } = item;
    this.#parts.extra.open ||= Boolean(quantity || tags?.length || startOn || startDate || subtasksCount);
    const sections = sectionsOf(item.checklistId);
    this.#parts.section.hidden = sections.length === 0 || Boolean(item.parentId);
    const options = sections.map(({ id, name }) => new Option(name, id));
    form.sectionId.replaceChildren(new Option(t("No section"), ""), ...options);
    form.sectionId.value = item.sectionId ?? "";
  }

  /** The fields as the API takes them. */
  read() {
    const { quantity, measure, start, sectionId } = this.#form;
    const amount = quantity.valueAsNumber || null;
    const isAsBefore = start.value === dayOf(this.#item);
    return {
      quantity: amount,
      unit: amount ? measure.value.trim() || null : null,
      tags: this.#tags,
      startOn: isAsBefore ? this.#item.startOn ?? null : start.value || null,
      startDate: isAsBefore ? this.#item.startDate ?? null : null,
      sectionId: Number(sectionId.value) || null,
    };
  }

  /** The input of the quantity if it has no number. */
  get half() {
    const { quantity } = this.#form;
    return quantity.validity.badInput ? quantity : undefined;
  }

  /** A unit is sent with its quantity, and of both starts only the one that is set. */
  complete(change) {
    if (this.half) {
      delete change.quantity;
      delete change.unit;
    }
    if ("unit" in change && change.quantity === undefined) change.quantity = this.read().quantity;
    if (change.quantity === null) change.unit = null;
    if (change.startOn) delete change.startDate;
  }

  #add() {
    const { tag } = this.#form;
    const added = tag.value.split(",").map((name) => name.trim().replace(/^[@#]/, "")).filter(Boolean);
    tag.value = "";
    const all = new Map([...this.#tags, ...added].map((name) => [name.toLowerCase(), name]));
    this.#set([...all.values()]);
  }

  #remove(name) {
    this.#set(this.#tags.filter((other) => other !== name));
    this.#form.tag.focus();
  }

  #set(tags) {
    if (api.same(tags, this.#tags)) return;
    this.#tags = tags;
    this.#showTags();
    this.#changed();
  }

  #showTags() {
    const { tags } = this.#parts;
    fill(tags, "");
    tags.hidden = this.#tags.length === 0;
    tags.append(...this.#tags.map((name) => {
      const chip = text("button", `${name} ×`);
      chip.type = "button";
      label(chip, t("Remove tag “{0}”", name));
      chip.onclick = () => this.#remove(name);
      return chip;
    }));
  }

  /** Offers the tags of all lists, most used first. */
  async #suggest() {
    const { elements } = await api.page("/v1/tags?limit=200").catch(() => ({ elements: [] }));
    const own = new Set(this.#tags.map((tag) => tag.toLowerCase()));
    const others = elements.filter(({ name }) => !own.has(name.toLowerCase()));
    this.#parts.known.replaceChildren(...others.map(({ name }) => new Option(name, name)));
  }
}
