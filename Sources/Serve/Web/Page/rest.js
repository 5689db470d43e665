/** The scripts that the first view of a list does not need. The page loads them after that view. */

import { load } from "./later.js";
import { showView } from "./views-view.js";

// By folder: scripts that are alike stand together, which compresses better.
export * from "./opening.js";
export * from "./field-names.js";
export * from "./bulk-changes.js";
export * from "./composer.js";
export * from "./item-editor.js";
export * from "./map.js";
export * from "./quick-add.js";
export * from "./structure.js";
export * from "./suggestions.js";
export * from "./weather.js";
export * from "./list-changes.js";
export * from "./saved-view.js";
export * from "./sidebar-views.js";
export * from "./push.js";
export * from "./changes.js";
export * from "./leases.js";
export * from "./live.js";
export * from "./outbox.js";
export * from "./prefetch.js";
export * from "./menus.js";
export * from "./back.js";
export * from "./offline.js";
export * from "./place.js";
export * from "./beginning.js";
export * from "./installing.js";
export * from "./pulling.js";
export * from "./reordering.js";
export * from "./screen-awake.js";
export * from "./search.js";
export * from "./tabs.js";

/** The functions that show a view of the page, by its name in the URL. */
export const places = { views: showView };

/** Why the server refused something. */
export const explainRefusal = async (...values) => (await load("more")).refusalWords(...values);
