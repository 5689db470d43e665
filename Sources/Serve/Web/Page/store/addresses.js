/** Where the service has what the page asks for. */

/** How many elements a page of a collection has. */
export const pageSize = 1000;

export const meAddress = "/v1/me";
export const preferencesAddress = "/v1/preferences";
export const listAddress = (id) => `/v1/checklists/${id}`;
export const itemAddress = (id) => `/v1/items/${id}`;
/** How somebody wants to see a list. */
export const membershipAddress = (listId) => `${listAddress(listId)}/membership`;
/** The lists with a text in their names; all, where there is none. */
export const listsAddress = (text = "") => `/v1/checklists?q=${encodeURIComponent(text)}`;

/** The order of items as the service takes it: what is checked always comes last. */
export const sortOf = ({ itemSort }) => (itemSort === "position" ? "checked,position" : itemSort);

/** The items of a list with a text in them, as somebody wants to see them. */
export function itemsAddress(listId, view, text = "") {
  const query = new URLSearchParams({ sort: sortOf(view), q: text });
  if (!view.showChecked && !text) query.set("checked", "false");
  return `${listAddress(listId)}/items?${query}`;
}

/** The first page of a collection. */
export const firstPage = (address) => `${address}${address.includes("?") ? "&" : "?"}limit=${pageSize}`;
