/** The bar at the bottom of a phone: Lists, Agenda, Reminders and Search. */

import { fill, label, text } from "./dom.js";
import { number, t } from "./language.js";
import { doLater } from "./later.js";
import { markPlace } from "./lists-view.js";
import { counts } from "./lists.js";
import { subscribe } from "./topics.js";

/** Fills the bar, whose room is there from the start. */
export function showTabs() {
  const bar = document.getElementById("tabs");
  label(bar, t("Main menu"));
  const badge = text("span", "", "badge");
  const search = makeTab("button", "search", t("Search"));
  search.onclick = doLater("showPalette", "more");
  const ways = [["#/", "lines", t("Lists")], ["#/agenda", "calendar", t("Agenda")], ["#/reminders", "bell", t("Reminders")]];
  const links = ways.map(([href, sign, name]) => Object.assign(makeTab("a", sign, name), { href }));
  links.at(-1).append(badge);
  bar.replaceChildren(...links, search);
  const count = () => fill(badge, counts.reminders ? number(counts.reminders) : "");
  subscribe("counts", count);
  count();
  markPlace();
}

function makeTab(kind, sign, name) {
  const element = document.createElement(kind);
  const icon = document.querySelector("#pull").cloneNode(true);
  icon.removeAttribute("id");
  icon.firstElementChild.setAttribute("href", `#${sign}`);
  element.append(icon, text("span", name));
  return element;
}
