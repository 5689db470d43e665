/** The dialog "Import and export". Its scripts, words and styles are loaded when it is first opened. */

import { reasonOf } from "./errors.js";
import { ExportPart } from "./export-part.js";
import { ImportPart } from "./import-part.js";
import { spokenLanguage, t, words } from "./language.js";
import { loadStyle } from "./later.js";
import { make } from "./make.js";
import { isGuest } from "./me.js";
import { rights } from "./session.js";

/** Shorter work shows no progress. */
const patienceMilliseconds = 200;

/** The open dialog. */
let shown;
let loading;

/** Opens the dialog: with dropped `files` to import, or with a list to export. */
export async function openExchange({ files, list }) {
  loading ??= Promise.all([loadWords(), loadStyle("exchange")]).catch((error) => {
    loading = undefined;
    throw error;
  });
  await loading;
  shown ??= new ExchangeDialog(list);
  if (files) shown.take(files);
}

async function loadWords() {
  if (spokenLanguage !== "en") Object.assign(words, (await import(`./exchange-${spokenLanguage}.js`)).default);
}

/** The dialog, which shows both parts or one step of an import. */
class ExchangeDialog {
  #element;
  #heading = make("h2", { id: "exchange-title", tabIndex: -1, dir: "auto" });
  #body = make("div", { className: "steps" });
  #work = make("div", { className: "working", hidden: true });
  #error = make("p", { className: "error", role: "alert" });
  #actions = make("div", { className: "actions" });
  #import;
  #export;
  /** Whether the person wants to export only. */
  #onlyExports;
  /** Stops the running request. */
  #stop;
  #timer;

  constructor(list) {
    this.#onlyExports = list !== undefined;
    if (rights.write && !isGuest()) this.#import = new ImportPart(this);
    this.#export = new ExportPart(this, list);
    // It stays in view, however long the rest is.
    const foot = make("div", { className: "foot-of" }, this.#error, this.#work, this.#actions);
    const form = make("form", { method: "dialog" }, this.#heading, this.#body, foot);
    this.#element = make("dialog", { className: "exchange" }, form);
    this.#element.setAttribute("aria-labelledby", this.#heading.id);
    this.#element.onclose = () => this.#closed();
    addEventListener("hashchange", this.close);
    document.body.append(this.#element);
    this.begin();
    this.#element.showModal();
    this.#body.querySelector("button, select").focus();
  }

  close = () => this.#element.close();

  /** Imports dropped files. */
  take(files) {
    if (files.length === 0) return undefined;
    if (!this.#import) return this.refuse(t("View only. You can’t make changes."));
    this.#stop?.abort();
    this.#onlyExports = false;
    return this.#import.take(files);
  }

  /** Shows both parts, or only the export. */
  begin() {
    const hasBoth = this.#import && !this.#onlyExports;
    this.#export.heading.hidden = !hasBoth;
    const parts = hasBoth ? [this.#import.element, this.#export.element] : [this.#export.element];
    this.show(hasBoth ? t("Import and export") : t("Export"), parts, [this.closing(t("Close"))]);
  }

  /** Shows a step, with its title and buttons. The error of the step before is over. */
  show(title, content, buttons) {
    this.refuse("");
    this.#heading.textContent = title;
    this.#body.replaceChildren(...content);
    this.#actions.replaceChildren(...buttons);
    this.#element.scrollTop = 0;
    this.#heading.focus();
  }

  /** A button that closes the dialog. */
  closing(name) {
    return make("button", { type: "button", textContent: name, onclick: this.close });
  }

  /** The shown error. */
  get error() {
    return this.#error.textContent;
  }

  /** Shows an error. */
  refuse(sentence) {
    this.#error.textContent = sentence;
  }

  /**
   * Runs a request. Meanwhile the dialog shows its progress and Cancel. Returns its result, or `undefined` if the
   * person cancelled it; shows why it failed.
   */
  async run(description, request) {
    this.refuse("");
    const stop = (this.#stop = new AbortController());
    const bar = make("progress", { ariaLabel: description });
    const cancel = make("button", { type: "button", textContent: t("Cancel"), onclick: () => stop.abort() });
    const text = make("p", { role: "status", textContent: description });
    this.#work.replaceChildren(text, bar, cancel);
    this.#setWorking(true);
    const stopped = new Promise((_, reject) => {
      stop.signal.onabort = () => reject(stop.signal.reason);
    });
    const progress = (share) => {
      // The server works on a file that is sent.
      if (share < 1) bar.value = share;
      else bar.removeAttribute("value");
    };
    try {
      return await Promise.race([request(stop.signal, progress), stopped]);
    } catch (error) {
      if (!stop.signal.aborted) this.refuse(reasonOf(error));
      return undefined;
    } finally {
      if (this.#stop === stop) this.#setWorking(false);
    }
  }

  #setWorking(isWorking) {
    this.#actions.inert = this.#body.inert = isWorking;
    const show = () => {
      this.#work.hidden = !isWorking;
      this.#actions.hidden = isWorking;
      if (isWorking) this.#work.querySelector("button").focus();
    };
    clearTimeout(this.#timer);
    if (isWorking) this.#timer = setTimeout(show, patienceMilliseconds);
    else show();
  }

  #closed() {
    this.#stop?.abort();
    removeEventListener("hashchange", this.close);
    this.#element.remove();
    shown = undefined;
  }
}
