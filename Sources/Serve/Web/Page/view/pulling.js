/** Pulling what is open down with a finger, from its top, reads it again. */

/** How far a finger has to pull, and how much of its way the sign goes along. */
const pulledPixels = 80;
const resistance = 0.4;

/** Calls `reload` when somebody has pulled far enough; `sign` follows the finger, and turns until that is done. */
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
  scroller.addEventListener("touchmove", ({ touches }) => {
    if (!began) return;
    const [across, down] = [touches[0].clientX - began.x, touches[0].clientY - began.y];
    // Whoever wipes a row to a side, or scrolls on, pulls nothing.
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
