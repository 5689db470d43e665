/** Reordering rows by pointer or keys, and swiping them. */

const edgePixels = 60;
const swipedPixels = 120;

/**
 * Lets rows be dragged by their handle and moved with the arrow keys. `move` receives an element and its new index;
 * `order` returns all elements, of which the first `movable` can move.
 */
export function makeReorderable(rows, { order, movable, move, signal }) {
  const { list, scroller } = rows;
  let drag;

  list.addEventListener("pointerdown", (event) => {
    const row = event.target.closest(".handle") && event.target.closest(".row");
    if (!row || event.button !== 0) return;
    event.preventDefault();
    event.target.closest(".handle").focus();
    const element = rows.at(rows.indexOfRow(row));
    const grip = event.clientY - row.getBoundingClientRect().top;
    drag = { element, grip, y: event.clientY, pointer: event.pointerId, index: rows.indexOf(element.id) };
    rows.pinned.add(element.id);
    frame();
  }, { signal });

  /** Follows the pointer and scrolls at the edges. */
  function frame() {
    if (!drag || signal.aborted) return;
    const view = scroller.getBoundingClientRect();
    if (drag.y < view.top + edgePixels) scroller.scrollTop -= 12;
    if (drag.y > view.bottom - edgePixels) scroller.scrollTop += 12;
    const top = drag.y - list.getBoundingClientRect().top - drag.grip;
    const { id } = drag.element;
    const height = rows.row(id)?.offsetHeight ?? 0;
    const index = Math.min(rows.indexAt(top + height / 2), movable() - 1);
    if (index !== drag.index) {
      drag.index = index;
      const others = order().filter((element) => element.id !== id);
      rows.show(others.toSpliced(index, 0, drag.element));
    }
    rows.hold(id, top);
    requestAnimationFrame(frame);
  }

  const drop = ({ type, pointerId, key }) => {
    if (!drag || (type === "keydown" ? key !== "Escape" : drag.pointer !== pointerId)) return;
    const { element, index } = drag;
    drag = undefined;
    rows.pinned.delete(element.id);
    rows.letGo();
    if (type === "pointerup") move(element, index);
    else rows.show(order());
  };
  for (const type of ["pointerup", "pointercancel", "keydown"]) addEventListener(type, drop, { signal });
  addEventListener("pointermove", ({ pointerId, clientY }) => {
    if (drag?.pointer === pointerId) drag.y = clientY;
  }, { signal });

  list.addEventListener("keydown", (event) => {
    const row = event.target.closest(".row");
    const handled = event.target.closest(".handle") ? !event.ctrlKey : event.altKey;
    if (!row || !handled) return;
    const index = rows.indexOfRow(row);
    const last = movable() - 1;
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: last }[event.key];
    if (to === undefined || index > last) return;
    event.preventDefault();
    event.stopPropagation();
    if (to >= 0 && to <= last && to !== index) move(rows.at(index), to);
  }, { signal });
}

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
