/** Whether the server answers, and waiting until it does. */

import { meAddress } from "./addresses.js";
import { ownerKey } from "./local-data.js";

const probeMillisecondsMax = 15_000;
/** How long a probe waits for its response. */
const probeAnswerMillisecondsMax = 5000;

/**
 * The callbacks of the page. `told` gets messages of the service worker, and keeps the last one until it is set. While
 * the server cannot be reached, `isSignedOut` tells whether the session at a proxy is over, and `isFull` whether its disk
 * is full.
 */
export const connection = {
  isSignedOut: false,
  isFull: false,
  changed: (_reachable, _seconds) => {},
  told: (message) => {
    connection.message = message;
  },
};

/** The `Retry-After` of a response in seconds, at least 1. */
export const secondsTo = (answer) => Math.max(Number(answer.headers.get("Retry-After")) || 1, 1);

let returning;
/** Whether the last request found the server unreachable. */
export const isAway = () => returning !== undefined;
let probeNow = () => {};

/** Whether the server answers; for a session at a proxy, whether the same person is signed in again. */
async function probe() {
  const signal = AbortSignal.timeout(probeAnswerMillisecondsMax);
  const address = connection.isSignedOut ? meAddress : "/readyz";
  const answer = await fetch(address, { cache: "no-store", redirect: "manual", signal });
  // Where a proxy asks to sign in, by status 0 or 401, the next request without a token finds that out.
  const isOurs = answer.ok && (answer.headers.get("Content-Type") ?? "").startsWith("application/json");
  if (!connection.isSignedOut) return isOurs || ([0, 401, 403].includes(answer.status) && localStorage.getItem("token") === null);
  if (!isOurs) return false;
  const isOther = ownerKey(await answer.json()) !== localStorage.getItem("owner");
  // Changes of one person must not be sent as those of another.
  if (isOther) location.reload();
  return !isOther;
}

/**
 * Resolves when the server answers again. Retries with growing pauses, or at once after `tryAgain`; the first time
 * after `seconds`. `tries` is how often the same request has failed while the server answered others.
 */
export function untilReachable({ seconds, isSignedOut = false, isFull = false } = {}, tries = 0) {
  returning ??= (async () => {
    Object.assign(connection, { isSignedOut, isFull });
    connection.changed(false, seconds);
    const first = seconds ? seconds * 1000 : Math.min(1000 * 2 ** tries, probeMillisecondsMax);
    for (let pause = first; ; pause = Math.min(pause * 2, probeMillisecondsMax)) {
      await new Promise((resolve) => {
        probeNow = resolve;
        setTimeout(resolve, pause);
      });
      // An error means that it is still unreachable.
      if (await probe().catch(() => false)) break;
    }
    returning = undefined;
    connection.changed(true);
  })();
  return returning;
}

/** Retries at once. */
export const tryAgain = () => probeNow();
addEventListener("online", tryAgain);
addEventListener("offline", () => untilReachable());
