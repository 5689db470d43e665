/** The strip that tells whether the server answers, and what the service worker tells. */

import { connection, isAway, tryAgain } from "./connection.js";
import { announce, text } from "./dom.js";
import { number, t } from "./language.js";
import { catchUp, showSoon } from "./live.js";
import { allPending } from "./local-data.js";
import { notice } from "./notices.js";
import { outbox, resume, tellWaiting, wouldLoseChanges } from "./outbox.js";
import { renewPush } from "./push.js";
import { publish } from "./topics.js";
import { uninstallPage } from "./uninstalling.js";

/** How long after its start the page may load again by itself. */
const youngMilliseconds = 10_000;

/** Follows the connection, the outbox and the service worker. */
export function showConnection() {
  const strip = document.getElementById("offline");
  const words = text("p", "");
  const again = text("button", "");
  let isThere = !isAway();
  let delay;
  let counts = { stored: 0, lost: 0 };
  const show = () => {
    const { stored, lost } = counts;
    const { isSignedOut, isFull } = connection;
    again.textContent = isSignedOut ? t("Sign in") : t("Try again");
    again.onclick = isSignedOut ? signInAgain : tryAgain;
    words.textContent = [
      delay ? t("Too many requests · Syncing in {0} s", number(delay)) : isSignedOut ? t("Signed out")
        : isFull ? t("The server’s disk is full") : t("Offline"),
      stored && (stored === 1 ? t("1 change saved") : t("{0} changes saved", number(stored))),
      lost && (lost === 1 ? t("1 change not saved. Keep this page open.")
        : t("{0} changes not saved. Keep this page open.", number(lost))),
    ].filter(Boolean).join(" · ");
    strip.classList.toggle("losing", lost > 0);
    if (isThere === (words.parentElement === strip)) strip.replaceChildren(...(isThere ? [] : [words, again]));
  };
  connection.changed = (isReachable, seconds) => {
    isThere = isReachable;
    delay = seconds;
    show();
    // A list that this device has never read says so.
    queueMicrotask(() => publish("items"));
    if (!isReachable) return;
    announce(t("Back online."));
    catchUp();
  };
  outbox.changed = (all, stored, lost) => {
    document.body.dataset.waiting = all;
    if (!isThere && stored > counts.stored) keepWaiting();
    counts = { stored, lost };
    show();
    showSoon();
  };
  outbox.held = (takeOver) =>
    notice(t("Another tab is sending your changes."), { alert: true, action: t("Send from here"), act: takeOver });
  // An earlier page may have left changes.
  tellWaiting();
  addEventListener("beforeunload", (event) => {
    if (wouldLoseChanges()) event.preventDefault();
  });
  listenToWorker();
  // `storage.js` stands in where the browser blocks it.
  if (!(localStorage instanceof Storage)) {
    notice(t("This browser saves nothing for this page. Changes made offline are lost when you close it."));
  }
}

/** Loads the page from the server, so that the proxy asks to sign in. */
async function signInAgain() {
  // Without an answer the page would be gone.
  if (!(await fetch("/readyz", { cache: "no-store", redirect: "manual" }).catch(() => undefined))) return;
  // Saves an open editor.
  document.querySelector("form.editor")?.requestSubmit();
  await new Promise((resolve) => setTimeout(resolve));
  // Reading comes after what is being stored.
  await allPending();
  await uninstallPage();
  location.reload();
}

let isPersistent;

/**
 * Lets the browser keep what waits when it needs room, and wake the service worker once there is a connection. That tells
 * the open tabs.
 */
function keepWaiting() {
  isPersistent ??= navigator.storage?.persist?.().catch(() => {}) ?? true;
  navigator.serviceWorker?.ready.then((registration) => registration.sync?.register("outbox")).catch(() => {});
}

function listenToWorker() {
  connection.told = (message) => {
    if (message === "push") renewPush();
    if (message === "sync") {
      tryAgain();
      resume().catch(() => {});
    }
    // Loads a newer version at once, unless the person has begun something.
    const isTyping = [...document.querySelectorAll("input:not([type=checkbox]), textarea, dialog")].some((one) => one.open ?? one.value);
    if (message === "outdated" && performance.now() < youngMilliseconds && !isTyping) location.reload();
  };
  connection.told(connection.message);
}
