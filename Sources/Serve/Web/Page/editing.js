/** Bundle for editing items and lists, loaded once the page is shown. */

import { Composer } from "./composer.js";
import { ItemEditor } from "./item-editor.js";
import * as listForm from "./list-form.js";
import * as bulkChanges from "./bulk-changes.js";
import { makePullable } from "./pulling.js";
import { QuickAdd } from "./quick-add.js";
import * as reordering from "./reordering.js";
import { saveFilter } from "./saved-view.js";
import * as structure from "./structure.js";
import { Suggestions } from "./suggestions.js";

export const editing = {
  Composer, ItemEditor, QuickAdd, Suggestions, makePullable, ...listForm, ...bulkChanges, ...reordering,
  ...structure, saveFilter,
};
