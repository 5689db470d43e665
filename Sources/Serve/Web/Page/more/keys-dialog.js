/** The dialog with the keyboard shortcuts. */

import { choose } from "./dialogs.js";
import { stamp, text } from "./dom.js";
import { hasKeys, setKeys } from "./keys.js";
import { t } from "./language.js";

const control = /Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl";

/** Opens the dialog. */
export async function showKeys() {
  const { element, parts } = stamp("keys-fields");
  const keys = [
    [["n"], t("New item")], [["l"], t("Add list")], [["/"], t("Search")], [[control, "K"], t("Search lists, items and commands")],
    [["↑", "↓"], t("Move between rows")], [["←", "→"], t("Move within a row")], [[t("Space")], t("Check off")],
    [["e"], t("Edit")], [["Alt", "↑"], t("Move item up or down")], [["Tab"], t("Make a subtask")], [["Delete"], t("Delete")], [["z"], t("Undo")],
    [["?"], t("Show shortcuts")],
  ];
  for (const [pressed, does] of keys) {
    const line = document.createElement("div");
    const name = document.createElement("dt");
    name.append(...pressed.map((key) => text("kbd", key)));
    line.append(name, text("dd", does));
    parts.keys.append(line);
  }
  parts.single.checked = hasKeys();
  parts.single.onchange = () => setKeys(parts.single.checked);
  await choose({ title: t("Keyboard shortcuts"), body: element, actions: [{ value: null, name: t("Close") }] });
}
