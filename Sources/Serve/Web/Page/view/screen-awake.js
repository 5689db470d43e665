/** Keeps the screen on while the page is visible: if the person has chosen so on this device, and in shopping mode. */

import { keepValue } from "./local-data.js";

const screenKey = "screen";
let screenLock;
/** The number of open views that keep the screen on. */
let holders = 0;

/** Whether this browser can keep the screen on. Browsers offer it over HTTPS and on this computer. */
export const canKeepScreenOn = "wakeLock" in navigator;

/** Whether the person wants the screen to stay on. */
export const keepsScreenOn = () => localStorage.getItem(screenKey) === "on";

/** Chooses whether the screen stays on. */
export async function keepScreenOn(isOn) {
  keepValue(screenKey, isOn && "on");
  await holdScreen();
}

/** Keeps the screen on until a view is left. */
export function keepScreenOnUntil(signal) {
  holders++;
  signal.addEventListener("abort", () => {
    holders--;
    holdScreen();
  });
  holdScreen();
}

const isWanted = () => holders > 0 || keepsScreenOn();

/** Takes or releases the lock. The browser releases it when the page is hidden. */
async function holdScreen() {
  if (!canKeepScreenOn || document.hidden) return;
  const isHeld = screenLock && !screenLock.released;
  // The browser refuses with a low battery.
  if (isWanted() && !isHeld) screenLock = await navigator.wakeLock.request("screen").catch(() => undefined);
  if (isWanted()) return;
  await screenLock?.release();
  screenLock = undefined;
}

document.addEventListener("visibilitychange", holdScreen);
holdScreen();
