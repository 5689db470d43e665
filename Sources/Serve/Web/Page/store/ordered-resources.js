/** Named resources in an order that a person changes: the sections of a list and the saved views. */

import * as api from "./api.js";
import { explain } from "./errors.js";
import { assign, newDraftId, numberOf, settled } from "./ids.js";
import { settleDraft } from "./settle-draft.js";
import { acts, DoneElsewhere, OutboxTurn, overlays } from "./outbox.js";
import * as writes from "./writes.js";

export class OrderedResources {
  #act;
  #address;
  #changed;
  #read;
  #pending = [];

  /** `address` and `read` take the id of the list; `read` reads the collection again after a response. */
  constructor(act, { address, read, changed }) {
    [this.#act, this.#address, this.#read, this.#changed] = [act, address, read, changed];
    acts[act] = (pending, { number }) => this.#run(pending, number);
    overlays[act] = (elements, listId) => this.shown(elements, listId);
  }

  /** The elements with the pending changes applied. */
  shown(elements, listId) {
    return this.#pending.filter((pending) => pending.listId === listId).reduce(applied, elements);
  }

  /** Adds an element, and returns its temporary id. */
  add(fields, listId) {
    const id = newDraftId();
    this.#start({ kind: "add", id, fields, listId });
    return id;
  }

  change(id, fields, listId) {
    this.#start({ kind: "change", id, fields, listId });
  }

  /** Moves an element before another one, or to the end. */
  move(id, before, listId) {
    this.#start({ kind: "move", id, place: before === undefined ? { last: true } : { before }, listId });
  }

  remove(id, listId) {
    this.#start({ kind: "remove", id, listId });
  }

  #start(pending) {
    this.#run({ act: this.#act, key: writes.newKey(), ...pending });
  }

  async #run(pending, number) {
    const { listId } = pending;
    this.#pending.push(pending);
    this.#changed();
    try {
      await new OutboxTurn(pending, number).take((now) => this.#send(now)).catch((error) => {
        // Another tab has sent it, or the element is gone.
        if (!(error instanceof DoneElsewhere) && error.status !== 404) throw error;
      });
      await this.#read(listId);
    } catch (error) {
      explain(error, pending.fields?.name);
    } finally {
      this.#pending = this.#pending.filter((one) => one !== pending);
      this.#changed();
    }
  }

  async #send({ kind, id, fields, place, listId, key }) {
    const all = this.#address(listId);
    const address = `${all}/${numberOf(id)}`;
    if (kind === "change") await writes.patchAsIs(address, fields);
    else if (kind === "move") await writes.postNow(`${address}/move`, settled(place), undefined, key);
    else if (kind === "remove") await writes.deleteNow(address);
    else {
      const made = await writes.postNow(all, fields, undefined, key);
      assign(id, made.id);
      await settleDraft(id, made.id);
    }
  }
}

/** The elements after a change. */
function applied(elements, { kind, id: draftId, fields, place }) {
  const id = numberOf(draftId);
  const own = elements.find((element) => element.id === id);
  if (kind === "add") return own ? elements : [...elements, { id, ...fields }];
  if (kind === "change") return elements.map((element) => (element === own ? { ...own, ...fields } : element));
  const others = elements.filter((element) => element !== own);
  if (kind === "remove" || !own) return others;
  const index = others.findIndex((element) => element.id === numberOf(place.before));
  return others.toSpliced(index < 0 ? others.length : index, 0, own);
}
