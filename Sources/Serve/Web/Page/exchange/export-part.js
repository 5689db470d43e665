/** Exports all lists or one as a file. */

import { listsAddress } from "./addresses.js";
import * as api from "./api.js";
import { exportFormats } from "./exchange-words.js";
import { t } from "./language.js";
import { knownLists, lists } from "./lists.js";
import { make, makeSelect } from "./make.js";
import { me } from "./me.js";
import { inTurn } from "./outbox.js";
import { readFile } from "./transfer.js";
import * as writes from "./writes.js";

/** The URL of a download stays valid until the browser has begun it. */
const downloadMilliseconds = 60_000;

export class ExportPart {
  element = make("section");
  heading = make("h3", { textContent: t("Export") });
  #dialog;
  #scope;
  #format;
  #done = make("p", { className: "hint", role: "status" });

  /** Offers a list first. */
  constructor(dialog, list) {
    this.#dialog = dialog;
    const id = list?.id ?? me.checklistId ?? "";
    const use = make("p", { className: "hint", id: "exchange-use" });
    const formats = exportFormats();
    const scope = makeSelect(t("Lists"), me.checklistId === null ? [["", t("All lists")]] : [], "");
    const format = makeSelect(t("Format"), formats.map(([value, name]) => [value, name]), "");
    [this.#scope, this.#format] = [scope.select, format.select];
    this.#fill([...knownLists.values()], id);
    // The page has not read all lists, or is searching them.
    if (lists.total > knownLists.size) {
      writes.readAll(listsAddress()).then((all) => this.#fill(all, this.#scope.value), () => {});
    }
    this.#format.onchange = () => {
      use.textContent = formats.find(([value]) => value === this.#format.value)[2];
    };
    this.#format.setAttribute("aria-describedby", use.id);
    this.#format.onchange();
    const button = make("button", { type: "button", textContent: t("Download"), onclick: () => this.#download() });
    this.element.append(this.heading, scope.label, format.label, use, button, this.#done);
  }

  /** Shows the lists to choose from. */
  #fill(all, id) {
    this.#scope.length = me.checklistId === null ? 1 : 0;
    for (const list of all) this.#scope.add(new Option(list.name, list.id));
    this.#scope.value = String(id);
  }

  async #download() {
    const query = new URLSearchParams();
    if (this.#format.value) query.set("format", this.#format.value);
    if (this.#scope.value) query.set("checklistId", this.#scope.value);
    const address = `/v1/export?${query}`;
    // Changes that wait are sent first.
    const file = await this.#dialog.run(t("Preparing the file…"), (signal) =>
      inTurn(() => readFile(address, signal)));
    if (!file) return;
    const [list] = this.#scope.value ? this.#scope.selectedOptions : [];
    const name = list ? `${list.text}.${file.name.split(".").at(-1)}` : file.name;
    const url = URL.createObjectURL(file.content);
    make("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), downloadMilliseconds);
    this.#done.textContent = t("Downloaded “{0}”", name);
    this.element.querySelector("button").focus();
  }
}
