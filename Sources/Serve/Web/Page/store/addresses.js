/** Addresses of the API. */

/** Elements in a page of results. */
export const pageSize = 1000;

export const meAddress = "/v1/me";
export const preferencesAddress = "/v1/preferences";
export const listAddress = (id) => `/v1/checklists/${id}`;
export const itemAddress = (id) => `/v1/items/${id}`;
/** The caller's membership of a list. */
export const membershipAddress = (listId) => `${listAddress(listId)}/membership`;
/** The lists whose names contain a text. */
export const listsAddress = (text = "") => `/v1/checklists?q=${encodeURIComponent(text)}`;

export const sectionsAddress = (listId) => `${listAddress(listId)}/sections`;
export const viewsAddress = "/v1/views";

/** The `sort` parameter; checked items always come last. */
export const sortOf = ({ itemSort }) => (itemSort === "position" ? "checked,position" : itemSort);

/** The items of a list that contain a text, with the caller's view preferences. */
export function itemsAddress(listId, view, text = "") {
  const query = new URLSearchParams({ sort: sortOf(view), q: text });
  if (!view.showChecked && !text) query.set("checked", "false");
  return `${listAddress(listId)}/items?${query}`;
}

/** The first page of a collection. */
export const firstPage = (address) => `${address}${address.includes("?") ? "&" : "?"}limit=${pageSize}`;
