/** Named resources in an order that a person changes: the sections of a list and the saved views. */

import { same } from "./api.js";
import { explain } from "./errors.js";
import { assign, newDraftId, numberOf, settled } from "./ids.js";
import { allowUndo } from "./notices.js";
import { acts, perform, settleDraft } from "./outbox.js";
import { overlay } from "./overlays.js";
import * as writes from "./writes.js";

export class OrderedResources {
  #act;
  #address;
  #now;
  #read;

  /**
   * These take the id of the list: `address`; `now`, which returns what the server has; and `read`, which shows it after a
   * response.
   */
  constructor(act, { address, now, read }) {
    [this.#act, this.#address, this.#now, this.#read] = [act, address, now, read];
    acts[act] = {
      show: (operation) => overlay(act, operation.listId, (elements) => applied(elements, operation)),
      send: (operation, keep) => this.#send(operation, keep),
      done: (_, { listId }) => this.#read(listId),
      // Others may have deleted it.
      failed: (error, { listId, fields }) => (error.status === 404 ? this.#read(listId) : explain(error, fields?.name)),
    };
  }

  /** Adds an element, and returns its temporary id. `before` is the one that it comes before. */
  add(fields, listId, before) {
    const id = newDraftId();
    this.#start({ kind: "add", id, fields: this.#act === "sections" ? { ...fields, uid: writes.newUID() } : fields, listId });
    if (before !== undefined) this.#start({ kind: "move", id, place: { before }, listId });
    return id;
  }

  /** Changes the name of an element, with Undo. */
  rename({ id, name: before }, name, listId) {
    this.#start({ kind: "change", id, fields: { name }, expect: { name: before }, listId });
    allowUndo(() => this.#start({ kind: "change", id, fields: { name: before }, expect: { name }, listId }));
  }

  /** Moves an element of `all` before another one, or to the end; with Undo. */
  move(id, before, listId, all) {
    const place = (other) => (other === undefined ? { last: true } : { before: other });
    this.#start({ kind: "move", id, place: place(before), listId });
    const next = all[all.findIndex((one) => one.id === id) + 1]?.id;
    allowUndo(() => this.#start({ kind: "move", id, place: place(next), listId }));
  }

  remove(id, listId) {
    this.#start({ kind: "remove", id, listId });
  }

  #start(operation) {
    perform({ act: this.#act, key: writes.newKey(), ...operation });
  }

  async #send({ kind, id, fields, place, listId, key, expect, order }, keep) {
    const all = this.#address(listId);
    const address = `${all}/${numberOf(id)}`;
    if (kind === "change") return writes.patchAsIs(address, { ...fields, expect }).catch(writes.orChanged);
    if (kind === "remove") return writes.deleteNow(address);
    // Sent again, it moves only what is ordered as it was the first time, and finds a view that it has added then.
    const there = kind === "add" && fields.uid ? [] : await this.#now(listId);
    const ids = there.map((one) => one.id);
    if (kind === "move" && order && !same(order, ids)) return undefined;
    const earlier = order && there.find((one) => !order.includes(one.id) && one.name === fields?.name);
    if (!order) await keep({ order: ids });
    if (kind === "move") return writes.postNow(`${address}/move`, settled(place), undefined, key);
    const made = earlier ?? (await writes.create(all, fields, key, ({ sectionId }) => ({ id: sectionId })));
    assign(id, made.id);
    return settleDraft(id, made.id);
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
