/** Shopping mode: large rows by section in the order of the shop, on a screen that stays on. */

import { listAddress } from "./addresses.js";
import { page } from "./api.js";
import { post } from "./writes.js";
import { amount } from "./arranging.js";
import { addItem, checkItem, editItem } from "./changes.js";
import { offerAnother, onList } from "./composer.js";
import { isAway } from "./connection.js";
import { announce, label, fill, stamp, text } from "./dom.js";
import { hasEdits, shownItems } from "./edits.js";
import { isSent } from "./ids.js";
import { stepped } from "./item-row.js";
import { attempt, explain } from "./errors.js";
import { isStill, locale, number, t } from "./language.js";
import { isGuest, may } from "./me.js";
import { notice } from "./notices.js";
import { items, open, openList, leaveGone, sectionsOf } from "./open-list.js";
import { addPasted } from "./pasted.js";
import { keepFresh, KeyedChildren, openPlace } from "./place.js";
import { QuickAdd } from "./quick-add.js";
import { keepOrder, inShopOrder, ShopVisit } from "./shop-order.js";
import { keepScreenOnUntil } from "./screen-awake.js";
import { publish, subscribe } from "./topics.js";

/** How long a checked item stays in place, so that the next tap does not hit another one. */
const lingerMilliseconds = 700;
/** How long a checked item stays in the cart: four hours. */
const cartMilliseconds = 4 * 3_600_000;

/** Shows a list for shopping in `main`. */
export async function showShopping(main, signal, listId) {
  const parts = await openPlace(main, t("Shopping mode"), signal);
  parts.back.href = `#/lists/${listId}`;
  parts.back.classList.add("always");
  parts.content.classList.add("shopping");
  if (!(await openList(listId, signal))) return open.list ? leaveGone(open.list) : location.replace("#/");
  signal.throwIfAborted();
  while (await items.more());
  const { list } = open;
  label(parts.back, t("Back to “{0}”", list.name));
  parts.name.textContent = list.name;
  parts.content.dataset.icon = list.icon;
  const going = offerAnnouncement(list.id);
  parts.content.before(going);
  const adding = makeShopField(list.id);
  parts.later.parentElement.after(adding);
  const visit = new ShopVisit(list.id);
  /** The latest checked items; `items` lacks them if the list hides checked items. */
  let cart = [];
  const isLoaded = ({ id }) => items.elements.some((item) => item.id === id);
  /** The items that were checked here, some of them unanswered. */
  const taken = new Set();
  const isInCart = ({ id, checkedAt }) => taken.has(id) || Date.now() - Date.parse(checkedAt) < cartMilliseconds;
  const lingering = new Set();
  const check = (item) => {
    const checked = !item.checked;
    if (checked) visit.pass(item.sectionId);
    if (checked) taken.add(item.id);
    if (checked && !isStill()) {
      lingering.add(item.id);
      setTimeout(() => lingering.delete(item.id) && publish("items"), lingerMilliseconds);
    }
    checkItem(item, checked, { undoable: false });
  };
  const groups = new KeyedChildren(parts.content, ({ id }) => id, () => makeGroup(check));
  const show = () => {
    if (open.list?.id !== listId) return;
    // Edits show only on items of the collection, also the undo of an item in the cart.
    for (const item of cart) if (hasEdits(item.id) && !isLoaded(item)) items.add(item);
    const all = [...shownItems(() => true), ...cart.filter((item) => !isLoaded(item))]
      .filter((item) => !item.checked || isInCart(item));
    const isLeft = ({ id, checked }) => !checked || lingering.has(id);
    const left = all.filter(isLeft);
    const done = all.filter((item) => !isLeft(item));
    const own = (id) => left.filter((item) => (item.sectionId ?? null) === id);
    const sections = inShopOrder(list.id, sectionsOf(list.id));
    const shown = [...sections, { id: null, name: sections.length ? t("Other") : "" }]
      .map(({ id, name }) => ({ id, name, items: own(id) })).filter((group) => group.items.length > 0);
    if (done.length > 0) shown.push({ id: "cart", name: t("In the cart ({0})", number(done.length)), items: done });
    groups.show(shown);
    adding.hidden = !may("edit", open.list);
    going.hidden = !(open.list.membersCount > 1 && may("edit", open.list)) || isGuest();
    const count = left.filter(({ checked }) => !checked).length;
    fill(parts.summary, count ? t("{0} left", number(count)) : "");
    fill(parts.nothing, left.length > 0 ? "" : done.length ? t("Everything is in the cart.") : t("Everything is checked off."));
    offerListOrder(parts.later, list.id);
  };
  const readCart = async () => {
    if (!isSent(listId)) return;
    cart = (await page(`${listAddress(listId)}/items?checked=true&sort=-checkedAt&limit=100`, { signal })).elements;
    show();
  };
  for (const topic of ["items", "lists", "shop"]) subscribe(topic, show, signal);
  keepFresh(readCart, signal).catch(() => {});
  show();
  signal.addEventListener("abort", () => propose(visit));
  keepScreenOnUntil(signal);
}

/** A button that tells the other members of a list that the person goes shopping. */
function offerAnnouncement(listId) {
  const button = text("button", t("I’m going shopping"));
  // The server sends the message once an hour: another tap shows the same.
  button.onclick = () => attempt(async () => {
    // A message that arrives after the shopping is of no use.
    if (isAway()) return notice(t("Offline"), { alert: true });
    button.disabled = true;
    const { notified } = await post(`${listAddress(listId)}/announcements`, { kind: "shopping" })
      .finally(() => { button.disabled = false; });
    if (notified.length === 0) return notice(t("No other member gets notifications."));
    button.textContent = t("Sent to {0}", new Intl.ListFormat(locale).format(notified.map(({ name }) => name)));
    return announce(button.textContent);
  });
  const line = document.createElement("div");
  line.className = "actions centred";
  line.append(button);
  return line;
}

/** The field that adds items while shopping. The server puts an item into the section that it remembers. */
function makeShopField(listId) {
  const { element: form, parts } = stamp("shop-field");
  const addLines = (pasted) => attempt(() => addPasted(pasted, listId, {}));
  const line = new QuickAdd(parts.input, parts.understood, { listId: () => listId, addLines });
  form.onsubmit = (event) => {
    event.preventDefault();
    const { text: typed, fields, listId: target = listId } = line.take() ?? {};
    if (!typed) return;
    const add = () => addItem(target, fields).then(
      (item) => announce(t("Added “{0}”", item.text)), (error) => explain(error, typed));
    const there = onList(typed);
    if (there) offerAnother(there, add);
    else add();
  };
  return form;
}

/** Proposes the order in which the sections were passed, if it differs from the shown one. */
function propose(visit) {
  const order = visit.newOrder(sectionsOf(visit.listId));
  if (!order) return;
  notice(t("Shop in this order next time?"), {
    action: t("Yes"), act: () => keepOrder(visit.listId, order), undoable: false,
  });
}

/** Offers the order of the list where a learned one is in use. */
function offerListOrder(button, listId) {
  const isLearned = inShopOrder(listId, sectionsOf(listId)) !== sectionsOf(listId);
  fill(button, isLearned ? t("Use list order") : "");
  button.onclick = () => {
    keepOrder(listId, undefined);
    announce(button.textContent);
    publish("shop");
  };
}

function makeGroup(check) {
  const element = document.createElement("li");
  const [name, list] = [text("h2", ""), document.createElement("ul")];
  list.role = "list";
  element.append(name, list);
  const rows = new KeyedChildren(list, ({ id }) => id, () => makeRow(check));
  const update = (group) => {
    fill(name, group.name);
    rows.show(group.items);
  };
  return { element, update };
}

function makeRow(check) {
  const element = text("li", "", "row");
  const [tick, line] = [document.createElement("label"), text("bdi", "")];
  const box = Object.assign(document.createElement("input"), { type: "checkbox", className: "check" });
  const [less, count, more] = [text("button", "−", "round less"), text("bdi", "", "many"), text("button", "+", "round plus")];
  tick.append(box, line);
  element.append(tick, less, count, more);
  let item;
  box.onchange = () => check(item);
  const step = (sign) => () => editItem(item, { quantity: stepped(item.quantity ?? 1, sign) });
  [less.onclick, more.onclick] = [step(-1), step(1)];
  const update = (now) => {
    item = now;
    element.classList.toggle("checked", item.checked);
    box.checked = item.checked;
    box.disabled = !may("check", open.list);
    line.textContent = item.text;
    count.textContent = amount(item);
    for (const button of [less, more]) button.hidden = item.checked || !may("edit", open.list);
    less.hidden ||= item.quantity == null;
    less.disabled = item.quantity <= 1 && !item.unit;
    label(less, t("Decrease “{0}”", item.text));
    label(more, t("Increase “{0}”", item.text));
  };
  return { element, update };
}
