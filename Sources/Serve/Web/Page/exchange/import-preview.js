/** What an import would make, change and leave out, and choices about it. */

import { columnNames, contentOf, formatNames, itemsIn, listsIn, placeInWords, reasonFor } from "./exchange-words.js";
import { number, t } from "./language.js";
import { make, makeSelect, makeTick } from "./make.js";

/** How many lists, and examples of a note, are shown at once. */
const listsShownMax = 200;
const examplesMax = 20;

const itemsOf = (lists) => lists.reduce((sum, { items }) => sum + items, 0);

export class ImportPreview {
  element = make("div", { className: "preview" });
  all;
  /** The select that the person has changed, by its name. */
  touched;
  #left = new Set();
  #selects = new Map();
  #changed;

  /**
   * Shows the answer of a dry run. `rows` are the first ones of a table, `before` is the preview of other choices,
   * `changed` gets the counts of the selection, and `choose` gets the format and the columns.
   */
  constructor(answer, { rows, before, changed, choose }) {
    this.all = answer.lists;
    this.#changed = changed;
    // A list that was left out stays so.
    const names = ({ all }) => JSON.stringify(all.map(({ name }) => name));
    if (before && names(before) === names(this)) this.#left = before.#left;
    this.element.append(
      this.#makeFormat(answer, (value) => choose({ format: value })), this.#makeLists(),
      ...this.#makeColumns(answer, rows, (columns) => choose({ format: answer.format, columns })),
      ...makeNotes(t("Changed ({0})", number(answer.changedCount)), answer.changed),
      ...makeNotes(t("Not imported ({0})", number(answer.skippedCount)), answer.skipped),
    );
    this.#count();
  }

  /** The indexes of the selected lists. */
  get selected() {
    return this.all.map(({ index }) => index).filter((index) => !this.#left.has(index));
  }

  /** The select with the same name as one of another preview. */
  selectLike = (name) => this.#selects.get(name);

  /** Shows the choices of this preview again. */
  reset() {
    for (const select of this.#selects.values()) select.value = select.dataset.read;
    this.#selects.get(this.touched)?.focus();
  }

  #makeChoice(name, title, choices, value, choose) {
    const known = choices.some(([one]) => one === value) ? choices : [...choices, [value, value]];
    const { label, select } = makeSelect(title, known, value);
    select.dataset.read = value;
    this.#selects.set(name, select);
    select.onchange = () => {
      this.touched = name;
      choose(select.value);
    };
    return label;
  }

  #makeFormat({ format }, choose) {
    return this.#makeChoice("format", t("Format"), formatNames(), format, choose);
  }

  // MARK: Lists

  #makeLists() {
    const group = make("fieldset", { className: "ticks" }, make("legend", { textContent: t("Lists") }));
    const every = makeTick(t("All lists"), [listsIn(this.all.length), itemsIn(itemsOf(this.all))].join(" · "));
    const boxes = [];
    const show = () => {
      for (const { box, index } of boxes) box.checked = !this.#left.has(index);
      every.box.checked = this.#left.size < this.all.length;
      every.box.indeterminate = every.box.checked && this.#left.size > 0;
      this.#count();
    };
    every.box.onchange = () => {
      this.#left = new Set(every.box.checked ? [] : this.all.map(({ index }) => index));
      show();
    };
    if (this.all.length > 1) group.append(every.row);
    const more = make("button", { type: "button", className: "plain" });
    const grow = () => {
      const next = this.all.slice(boxes.length, boxes.length + listsShownMax).map((list) => {
        const { box, row } = makeTick(list.name, contentOf(list));
        box.onchange = () => {
          if (box.checked) this.#left.delete(list.index);
          else this.#left.add(list.index);
          show();
        };
        boxes.push({ box, index: list.index });
        return row;
      });
      more.before(...next);
      more.hidden = boxes.length === this.all.length;
      more.textContent = t("and {0} more", number(this.all.length - boxes.length));
      show();
      return next[0];
    };
    more.onclick = () => grow().querySelector("input").focus();
    group.append(more);
    grow();
    return group;
  }

  #count() {
    const selected = this.all.filter(({ index }) => !this.#left.has(index));
    this.#changed({ lists: selected.length, items: itemsOf(selected) });
  }

  // MARK: Columns

  #makeColumns({ columns }, rows, choose) {
    if (!columns) return [];
    const group = make("fieldset", { className: "columns" }, make("legend", { textContent: t("Columns") }));
    const chosen = () => columns.map((_, index) => this.#selects.get(`column ${index}`).value).join(",");
    columns.forEach((meaning, index) => {
      const title = rows[0]?.[index]?.trim() || t("Column {0}", number(index + 1));
      const label = this.#makeChoice(`column ${index}`, title, columnNames(), meaning, () => choose(chosen()));
      const example = rows[1]?.[index]?.trim();
      label.firstElementChild.dir = "auto";
      if (example) label.firstElementChild.append(make("span", { className: "hint", textContent: example }));
      group.append(label);
    });
    return [group];
  }
}

// MARK: Notes

/** A foldable list of notes, grouped by field and reason. */
function makeNotes(title, notes) {
  if (notes.length === 0) return [];
  const list = make("ul", { role: "list" });
  const fold = make("details", { className: "notes-of" }, make("summary", { textContent: title }), list);
  fold.ontoggle = () => {
    if (!fold.open || list.hasChildNodes()) return;
    const groups = new Map();
    for (const note of notes) {
      const field = note.field ?? note.pointer.split("/").at(-1);
      const reason = reasonFor(note.code);
      const key = JSON.stringify([field, reason]);
      if (!groups.has(key)) groups.set(key, { field, reason, all: [] });
      groups.get(key).all.push(note);
    }
    list.append(...[...groups.values()].map(makeGroup));
  };
  return [fold];
}

function makeGroup({ field, reason, all }) {
  const heading = make("p", {}, make("bdi", { className: "field-name", textContent: field }), field ? " " : "", reason);
  const lines = all.slice(0, examplesMax).map(({ place, pointer, value }) => {
    const parts = value ? [": ", make("bdi", { textContent: value })] : [];
    return make("li", {}, placeInWords(place ?? pointer), ...parts);
  });
  const left = all.length - lines.length;
  if (left > 0) lines.push(make("li", { textContent: t("and {0} more", number(left)) }));
  return make("li", {}, heading, make("ul", { role: "list", className: "hint" }, ...lines));
}
