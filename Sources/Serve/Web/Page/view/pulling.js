/** Pull to refresh. */

/** The distance to pull, and how much of it the icon moves. */
const pulledPixels = 80;
const resistance = 0.4;

/** Calls `reload` after a long enough pull; `sign` is the icon that follows the finger. */
export function makePullable(scroller, sign, reload) {
  let began;
  let far = 0;

  const show = (pixels) => {
    far = pixels;
    sign.style.setProperty("--pulled", `${Math.min(far, pulledPixels * 1.5) * resistance}px`);
    sign.classList.toggle("pulled", far > 0);
    sign.classList.toggle("ripe", far > pulledPixels);
  };
  scroller.addEventListener("touchstart", ({ touches, target }) => {
    const isAtTop = scroller.scrollTop <= 0 && touches.length === 1 && !target.closest(".handle, input, textarea");
    began = isAtTop ? { x: touches[0].clientX, y: touches[0].clientY } : undefined;
  }, { passive: true });
  scroller.addEventListener("touchmove", ({ touches, defaultPrevented }) => {
    // A row is dragged.
    if (defaultPrevented) began = undefined;
    if (!began) return;
    const [across, down] = [touches[0].clientX - began.x, touches[0].clientY - began.y];
    // Swiping sideways and scrolling are not pulls.
    if (far === 0 && (down < Math.abs(across) || scroller.scrollTop > 0)) began = undefined;
    else show(Math.max(down, 0));
  }, { passive: true });
  scroller.addEventListener("touchend", async () => {
    const isFar = began !== undefined && far > pulledPixels;
    began = undefined;
    if (isFar) {
      sign.classList.add("turning");
      await reload().catch(() => {});
      sign.classList.remove("turning");
    }
    show(0);
  });
  scroller.addEventListener("touchcancel", () => {
    began = undefined;
    show(0);
  });
}
