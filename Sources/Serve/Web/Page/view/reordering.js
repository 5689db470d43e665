/** Reordering rows by pointer or keys, and swiping them. */

const edgePixels = 60;
const swipedPixels = 120;
/** A mouse drags a row without a handle from this distance on; a finger after holding it. */
const dragPixels = 6;
const holdMilliseconds = 450;

/**
 * Lets rows be dragged and moved with the arrow keys, by their `grip`. `moves` tells where an element can go: the
 * `others`, its `index` among them and the `slots` to choose from; `undefined` if nowhere. `move` receives the element,
 * its slot and the others; `reset` shows the rows as they were. A finger that stays on what matches `held` drags its row.
 */
export function makeReorderable(rows, { moves, move, reset, signal, grip = ".handle", held = grip }) {
  const { list, scroller } = rows;
  /** The pressed row, before it is dragged. */
  let press;
  let drag;

  list.addEventListener("pointerdown", (event) => {
    const isTouch = event.pointerType === "touch";
    const gripped = event.target.closest(isTouch ? `${grip}, ${held}` : grip);
    const row = gripped?.closest("li");
    if (!row || event.button !== 0) return;
    const element = rows.at(rows.indexOfRow(row));
    const { clientX: x, clientY: y, pointerId: pointer } = event;
    press = { element, grip: y - row.getBoundingClientRect().top, x, y, pointer, timer: undefined };
    if (gripped.matches(".handle")) {
      event.preventDefault();
      gripped.focus();
      begin();
    } else if (isTouch) press.timer = setTimeout(begin, holdMilliseconds);
  }, { signal });

  function begin() {
    const where = moves(press.element);
    if (where) drag = { ...press, ...where };
    press = undefined;
    if (!drag) return;
    if (drag.timer) navigator.vibrate?.(8);
    rows.pinned.add(drag.element.id);
    show();
    frame();
  }

  const show = () => rows.show(drag.others.toSpliced(drag.index, 0, drag.element));

  /** Follows the pointer and scrolls at the edges. */
  function frame() {
    if (!drag || signal?.aborted) return;
    const view = scroller.getBoundingClientRect();
    if (drag.y < view.top + edgePixels) scroller.scrollTop -= 12;
    if (drag.y > view.bottom - edgePixels) scroller.scrollTop += 12;
    rows.hold(drag.element.id, place());
    requestAnimationFrame(frame);
  }

  /** Finds the slot below the pointer, and returns where the row is drawn. */
  function place() {
    const top = drag.y - list.getBoundingClientRect().top - drag.grip;
    const { id } = drag.element;
    const under = rows.indexAt(top + (rows.row(id)?.offsetHeight ?? 0) / 2);
    const index = nearest(drag.slots, under);
    if (index !== drag.index) {
      drag.index = index;
      show();
    }
    return top;
  }

  const drop = ({ type, pointerId, clientY, key }) => {
    clearTimeout(press?.timer);
    if (type !== "keydown") press = undefined;
    if (!drag || (type === "keydown" ? key !== "Escape" : drag.pointer !== pointerId)) return;
    if (type === "pointerup") {
      drag.y = clientY;
      place();
    }
    const { element, index, others } = drag;
    drag = undefined;
    rows.pinned.delete(element.id);
    rows.letGo();
    if (type === "pointerup") {
      move(element, index, others);
      // The click that follows must not open the row.
      list.addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => list.removeEventListener("click", stop, { capture: true }));
    }
    reset();
  };
  const stop = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  for (const type of ["pointerup", "pointercancel", "keydown"]) addEventListener(type, drop, { signal });
  addEventListener("pointermove", ({ pointerId, pointerType, clientX, clientY }) => {
    if (drag?.pointer === pointerId) drag.y = clientY;
    if (press?.pointer !== pointerId || Math.hypot(clientX - press.x, clientY - press.y) < dragPixels) return;
    if (pointerType !== "touch") return begin();
    // The finger scrolls or swipes.
    clearTimeout(press.timer);
    press = undefined;
  }, { signal });
  // A held row moves instead of scrolling, opening a menu or being dragged as a link.
  list.addEventListener("touchmove", (event) => drag && event.preventDefault(), { passive: false, signal });
  list.addEventListener("contextmenu", (event) => (drag || press?.timer) && event.preventDefault(), { signal });
  list.addEventListener("dragstart", (event) => event.preventDefault(), { signal });

  list.addEventListener("keydown", (event) => {
    const row = event.target.closest("li");
    const handled = event.target.closest(".handle") ? !event.ctrlKey : event.altKey;
    const step = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }[event.key];
    if (!row || !handled || !step) return;
    const element = rows.at(rows.indexOfRow(row));
    const where = moves(element);
    if (!where) return;
    event.preventDefault();
    event.stopPropagation();
    const { others, index, slots } = where;
    const place = slots.indexOf(nearest(slots, index));
    const to = Math.min(Math.max(place + step, 0), slots.length - 1);
    if (to !== place) move(element, slots[to], others);
  }, { signal });
}

/** The number closest to a wanted one. */
const nearest = (numbers, wanted) => numbers.reduce((best, one) =>
  (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best), numbers[0]);

/** Calls `left` or `right` with the element of a swiped row. */
export function makeSwipeable(rows, { left, right, signal }) {
  let swipe;
  rows.list.addEventListener("pointerdown", (event) => {
    const row = event.target.closest(".row");
    if (event.pointerType !== "touch" || !row || event.target.closest(".handle, form")) return;
    swipe = { row, x: event.clientX, pointer: event.pointerId };
  }, { signal });
  addEventListener("pointermove", (event) => {
    if (swipe?.pointer !== event.pointerId) return;
    if (swipe.row.matches(".held")) {
      swipe = undefined;
      return;
    }
    const far = event.clientX - swipe.x;
    swipe.row.classList.toggle("swiped", Math.abs(far) > 8);
    swipe.row.style.setProperty("--swipe", `${far}px`);
    swipe.act = far < -swipedPixels ? left : far > swipedPixels ? right : undefined;
    swipe.row.classList.toggle("ripe", swipe.act !== undefined);
  }, { signal });
  const end = ({ type, pointerId }) => {
    if (swipe?.pointer !== pointerId) return;
    const { row, act } = swipe;
    swipe = undefined;
    row.classList.remove("swiped", "ripe");
    const element = rows.at(rows.indexOfRow(row));
    if (type === "pointerup" && element) act?.(element);
  };
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, end, { signal });
}
