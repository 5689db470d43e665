/** The order of a list's sections in the shop, learned from a visit and stored on this device. */

/** The name in the local storage: the ids of sections by list. */
const key = "shop-orders";

const orders = () => JSON.parse(localStorage.getItem(key) ?? "{}");

/** The sections in the learned order of a list, or as they are. Others come last. */
export function inShopOrder(listId, sections) {
  const order = orders()[listId];
  if (!order) return sections;
  const place = ({ id }) => (order.includes(id) ? order.indexOf(id) : order.length);
  return sections.toSorted((one, other) => place(one) - place(other));
}

/** Stores an order, or forgets it. */
export function keepOrder(listId, order) {
  localStorage.setItem(key, JSON.stringify({ ...orders(), [listId]: order }));
}

/** The sections that a person passed, by the items that they checked off. */
export class ShopVisit {
  #passed = [];

  constructor(listId) {
    this.listId = listId;
  }

  pass(sectionId) {
    if (sectionId && !this.#passed.includes(sectionId)) this.#passed.push(sectionId);
  }

  /** The order to propose: the passed sections change places among themselves. `undefined` if nothing changes. */
  newOrder(sections) {
    const shown = inShopOrder(this.listId, sections).map(({ id }) => id);
    const passed = this.#passed.filter((id) => shown.includes(id));
    const next = [...passed];
    const order = shown.map((id) => (passed.includes(id) ? next.shift() : id));
    return order.some((id, index) => id !== shown[index]) ? order : undefined;
  }
}
