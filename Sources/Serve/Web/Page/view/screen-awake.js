/** Keeps the screen on while the page is visible, if the person has chosen so on this device. */

const screenKey = "screen";
let screenLock;

/** Whether this browser can keep the screen on. Browsers offer it over HTTPS and on this computer. */
export const canKeepScreenOn = "wakeLock" in navigator;

/** Whether the screen is to stay on. */
export const keepsScreenOn = () => localStorage.getItem(screenKey) === "on";

/** Chooses whether the screen stays on. */
export async function keepScreenOn(isOn) {
  if (isOn) localStorage.setItem(screenKey, "on");
  else localStorage.removeItem(screenKey);
  await holdScreen();
}

/** Takes or releases the lock. The browser releases it when the page is hidden. */
async function holdScreen() {
  if (!canKeepScreenOn || document.hidden) return;
  const wanted = keepsScreenOn();
  if (!wanted) await screenLock?.release();
  // The browser refuses with a low battery.
  screenLock = wanted ? await navigator.wakeLock.request("screen").catch(() => undefined) : undefined;
}

document.addEventListener("visibilitychange", holdScreen);
holdScreen();
