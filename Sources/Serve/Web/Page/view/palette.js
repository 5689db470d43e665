/** The command palette. */

import { folded, iconAddress, stamp, text } from "./dom.js";
import { t } from "./language.js";
import { doLater } from "./later.js";
import { knownLists } from "./lists.js";
import { aboutItem, addressOfItem, findItems } from "./search.js";

const foundMax = 12;

/** The commands that the caller may use, run through the controls of the sidebar. */
function commands() {
  const ways = [
    ["[href='#/agenda']", t("Agenda")], ["[href='#/reminders']", t("Reminders")], ["#add-list", t("Add list")],
    ["[href='#/trash']", t("Trash")], ["#settings", t("Settings")],
    ["#account", t("Account")],
  ];
  const there = ways.map(([selector, name]) => ({ name, way: document.querySelector(`#sidebar ${selector}`) }));
  const isThere = ({ way }) => way && !way.closest(".persons, .writes")?.matches(".guest *, .reading .writes");
  const keys = { name: t("Keyboard shortcuts"), act: doLater("showKeys", "more") };
  const made = there.filter(isThere).map(({ name, way }) => ({ name, sign: way.querySelector("svg"), act: () => way.click() }));
  return [...made, keys];
}

/** Opens the palette. */
export async function showPalette() {
  const { element, parts } = stamp("palette");
  const { input, found, nothing } = parts;
  const lists = [...knownLists.values()].map(({ id, name, icon }) => ({
    name, icon, act: () => {
      location.hash = `#/lists/${id}`;
    },
  }));
  const orders = commands();
  let items = [];
  let asking = new AbortController();
  let options = [];
  let chosen = 0;

  function mark(index) {
    chosen = Math.max(Math.min(index, options.length - 1), 0);
    [...found.children].forEach((row, place) => row.setAttribute("aria-selected", place === chosen));
    found.children[chosen]?.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", found.children[chosen]?.id ?? "");
  }

  function show() {
    const typed = folded(input.value.trim());
    const rank = ({ name }) => folded(name).indexOf(typed);
    const matching = (all) => all.filter((one) => rank(one) >= 0)
      .sort((one, other) => (rank(one) > 0) - (rank(other) > 0)).slice(0, foundMax);
    options = [...matching(lists), ...items, ...matching(orders)];
    found.replaceChildren(...options.map((option, index) => {
      const row = Object.assign(document.createElement("li"), { role: "option", id: `palette-${index}` });
      const picture = option.icon && { src: iconAddress(option.icon), alt: "", width: 24, height: 24 };
      const sign = option.icon ? Object.assign(document.createElement("img"), picture) : option.sign?.cloneNode(true);
      row.append(sign ?? document.createElement("i"), Object.assign(text("span", option.name), { dir: "auto" }));
      if (option.about) row.append(text("span", option.about, "hint"));
      row.onclick = () => go(option);
      return row;
    }));
    nothing.hidden = options.length > 0;
    mark(0);
  }

  function go(option) {
    element.close();
    option?.act();
  }

  /** Asks the server for items. The lists are shown meanwhile. */
  async function look() {
    asking.abort();
    const { signal } = (asking = new AbortController());
    items = [];
    show();
    const now = await findItems(input.value.trim(), signal).catch(() => []);
    if (signal.aborted) return;
    items = now.map((item) => ({
      name: item.text, icon: knownLists.get(item.checklistId)?.icon, about: aboutItem(item), act: () => {
        location.hash = addressOfItem(item);
      },
    }));
    const before = chosen;
    show();
    mark(before);
  }

  input.oninput = look;
  input.onkeydown = (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.isComposing) return;
    if (step) mark(chosen + step);
    else if (event.key === "Enter") go(options[chosen]);
    else return;
    event.preventDefault();
  };
  element.onclick = ({ target }) => {
    if (target === element) element.close();
  };
  element.onclose = () => {
    asking.abort();
    element.remove();
  };
  document.body.append(element);
  show();
  element.showModal();
}
