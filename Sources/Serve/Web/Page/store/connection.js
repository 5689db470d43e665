/** Whether the server answers, and waiting until it does. */

const probeMillisecondsMax = 15_000;
/** How long a probe waits for its response. */
const probeAnswerMillisecondsMax = 5000;

/** The callbacks of the page. `told` gets messages of the service worker, and keeps the last one until it is set. */
export const connection = {
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

/**
 * Resolves when the server answers again. Retries with growing pauses, or at once after `tryAgain`; the first time
 * after `seconds`.
 */
export function untilReachable(seconds) {
  returning ??= (async () => {
    connection.changed(false, seconds);
    const first = (seconds ?? 1) * 1000;
    for (let pause = first; ; pause = Math.min(pause * 2, probeMillisecondsMax)) {
      await new Promise((resolve) => {
        probeNow = resolve;
        setTimeout(resolve, pause);
      });
      try {
        const signal = AbortSignal.timeout(probeAnswerMillisecondsMax);
        const answer = await fetch("/readyz", { cache: "no-store", signal });
        if (answer.ok) break;
      } catch {
        // Still unreachable.
      }
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
