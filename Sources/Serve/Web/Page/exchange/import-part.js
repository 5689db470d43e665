/** Imports the lists of a file: choosing it, looking at what comes, and importing. */

import { listAddress } from "./addresses.js";
import * as api from "./api.js";
import { checkedFile, firstRows, tooLarge } from "./chosen-file.js";
import { ownZone } from "./due.js";
import { attempt } from "./errors.js";
import { formatNames, importNames, itemsIn, listsIn } from "./exchange-words.js";
import { ImportPreview } from "./import-preview.js";
import { number, spokenLanguage, t } from "./language.js";
import { knownLists } from "./lists.js";
import { make, makeSelect } from "./make.js";
import { notice } from "./notices.js";
import { open, refresh } from "./open-list.js";
import { inTurn } from "./outbox.js";
import { rangesOf } from "./ranges.js";
import { sendFile } from "./transfer.js";
import * as writes from "./writes.js";

/** The length of a file name that names a list. */
const nameMax = 100;

export class ImportPart {
  element = make("section");
  #dialog;
  #file;
  /** The format and columns that the person has chosen. */
  #choices = {};
  #preview;
  /** The key of each import of this file by its address, so that a second try makes no second lists. */
  #keys = new Map();

  constructor(dialog) {
    this.#dialog = dialog;
    this.#offer();
  }

  /** Reads the one file of several. */
  async take(files) {
    let file;
    try {
      file = await checkedFile(files);
    } catch (error) {
      return this.#dialog.refuse(error.message);
    }
    this.#file = file;
    this.#preview = undefined;
    this.#keys.clear();
    await this.#read();
  }

  /** Shows how to choose a file; after a failure, also how to read the last one. */
  #offer() {
    const field = make("input", { type: "file", hidden: true });
    const choose = make("button", { type: "button", className: "primary", textContent: t("Choose a file") });
    choose.onclick = () => field.click();
    field.onchange = () => {
      const files = [...field.files];
      // The same file can be chosen again.
      field.value = "";
      if (files.length > 0) this.take(files);
    };
    const drop = make("p", { className: "mouse", textContent: t("Drop a file here, or") });
    const area = make("div", { className: "drop" }, drop, choose, field);
    area.ondragover = () => area.classList.add("over");
    area.ondragleave = area.ondrop = () => area.classList.remove("over");
    const names = make("p", { className: "hint", textContent: t("Works with {0}.", importNames()) });
    this.element.replaceChildren(make("h3", { textContent: t("Import") }), area, ...this.#otherFormat(), names);
  }

  /** A select of the format of a file that could not be read. */
  #otherFormat() {
    if (!this.#file) return [];
    const choices = [["", t("Choose a format")], ...formatNames()];
    const { label, select } = makeSelect(t("Read “{0}” as", this.#file.name), choices, "");
    select.onchange = () => this.#read({ format: select.value });
    return [label];
  }

  #restart() {
    this.#offer();
    this.#dialog.begin();
  }

  #address(more) {
    const name = this.#file.name.replace(/(.)\.[^.]*$/, "$1").slice(0, nameMax);
    const query = new URLSearchParams({ name, timeZone: ownZone, language: spokenLanguage, ...this.#choices, ...more });
    return `/v1/import?${query}`;
  }

  /** Reads the file without importing it, and shows what would come. `choices` replace the format and the columns. */
  async #read(choices = {}) {
    const file = this.#file;
    const before = this.#choices;
    this.#choices = choices;
    const answer = await this.#dialog.run(t("Reading “{0}”…", file.name), (signal, progress) =>
      this.#send({ dryRun: true }, { signal, progress }));
    if (file !== this.#file) return;
    if (answer) this.#show(answer, answer.columns ? await firstRows(file, answer.columns.length) : []);
    else if (this.#preview) {
      this.#choices = before;
      this.#preview.reset();
    } else this.#failed();
  }

  /** Offers other files, and other formats of this one, above the error. */
  #failed() {
    const { error } = this.#dialog;
    if (!error) this.#file = undefined;
    this.#restart();
    this.#dialog.refuse(error);
    (this.element.querySelector("select") ?? this.element.querySelector("button")).focus();
  }

  async #send(more, options) {
    const answer = await sendFile(this.#address(more), this.#file, options).catch((error) => this.#explain(error));
    if (answer.lists.length === 0) throw new Error(this.#nothing());
    return answer;
  }

  #nothing() {
    return t("There is nothing to import in “{0}”. Choose how to read it, or another file.", this.#file.name);
  }

  #explain(error) {
    const name = this.#file.name;
    if (error.errors?.some(({ code }) => ["not-lists", "nothing-to-import"].includes(code))) {
      error.message = this.#nothing();
    } else if ([400, 422].includes(error.status)) {
      error.message = `${t("“{0}” can’t be read.", name)} ${error.message}`;
    } else if (error.status === 413) error.message = tooLarge(this.#file);
    throw error;
  }

  #show(answer, rows) {
    const start = make("button", { type: "button", className: "primary" });
    const cancel = make("button", { type: "button", textContent: t("Cancel") });
    const before = this.#preview;
    const preview = new ImportPreview(answer, {
      rows, before,
      changed: ({ lists, items }) => {
        start.disabled = lists === 0;
        start.textContent = lists === 0 ? t("Import") : t("Import {0} with {1}", listsIn(lists), itemsIn(items));
      },
      choose: (choices) => this.#read(choices),
    });
    this.#preview = preview;
    start.onclick = async () => {
      await this.#import();
      start.focus();
    };
    cancel.onclick = () => {
      this.#file = undefined;
      this.#restart();
      this.element.querySelector("button").focus();
    };
    this.#dialog.show(t("Import “{0}”", this.#file.name), [preview.element], [start, cancel]);
    // The person goes on at the select that they have changed.
    preview.selectLike(before?.touched)?.focus();
  }

  async #import() {
    const { selected, all } = this.#preview;
    const chosen = selected.length < all.length ? { lists: rangesOf(selected) } : {};
    const address = this.#address(chosen);
    const key = this.#keys.get(address) ?? writes.newKey();
    this.#keys.set(address, key);
    const answer = await this.#dialog.run(t("Importing…"), (signal, progress) =>
      this.#send(chosen, { headers: { "Idempotency-Key": key }, signal, progress }));
    if (answer) await this.#finish(answer.lists.map(({ id }) => id));
  }

  /** Shows the first new list, and how to undo the import. */
  async #finish(ids) {
    const before = location.hash;
    this.#dialog.close();
    await attempt(refresh);
    location.hash = `#/lists/${ids[0]}`;
    const done = ids.length === 1 ? t("1 list imported") : t("{0} lists imported", number(ids.length));
    notice(done, { action: t("Undo"), act: () => attempt(() => undoImport(ids, before)) });
  }
}

/** Moves imported lists to the trash together, and goes back to where the person was. */
async function undoImport(ids, before) {
  // Otherwise the page would report the open list as deleted elsewhere.
  if (ids.includes(open.list?.id)) open.list = null;
  if (ids.some((id) => `${location.hash}/`.startsWith(`#/lists/${id}/`))) location.hash = before || "#/";
  await inTurn(() => writes.removeAll(`/v1/checklists?ids=${rangesOf(ids)}`));
  for (const id of ids) {
    api.outdate(listAddress(id));
    knownLists.delete(id);
  }
  await refresh();
}
