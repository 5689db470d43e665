/** Caches the page for offline use. The server puts its version and files before this script. */

/** Whether the server has another version. */
let isOutdated = false;

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(version).then((kept) => Promise.all(files.map((file) => keep(kept, file)))));
});

/** Caches a file. All files are of one version: during an upgrade another process may answer with its own. */
async function keep(kept, file) {
  const answer = await fetch(file);
  const isOther = file === "/" && !(await answer.clone().text()).includes(files.find((one) => one.endsWith("/app.js")));
  if (!answer.ok || isOther || answer.headers.get("Cache-Control") === "no-store") throw new Error(file);
  await kept.put(file, answer);
}

addEventListener("activate", (event) => {
  const forget = async () => {
    // Open tabs may still load files of the version before.
    const others = (await caches.keys()).filter((key) => key !== version);
    for (const key of others.slice(0, -1)) await caches.delete(key);
    await clients.claim();
  };
  event.waitUntil(forget());
});

addEventListener("fetch", (event) => {
  const { request, resultingClientId } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode !== "navigate") {
    if (pathname.startsWith("/assets/") || files.includes(pathname)) event.respondWith(find(pathname, request));
  } else if (pathname === "/") {
    event.respondWith(open(request));
    if (!isOutdated) event.waitUntil(check(resultingClientId));
  } else {
    const list = /^\/lists\/\d+$/.exec(pathname);
    if (list) event.respondWith(Response.redirect(`/#${list[0]}`));
  }
});

// The outbox needs the token and the dialogs of a tab.
addEventListener("sync", (event) => event.waitUntil(wake()));

addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

addEventListener("push", (event) => event.waitUntil(show(event.data.json().notification)));

addEventListener("notificationclick", (event) => {
  const { notification, action } = event;
  notification.close();
  event.waitUntil(Promise.all([count(), action ? act(action) : openPage(notification.data.path)]));
});

addEventListener("notificationclose", (event) => event.waitUntil(count()));

/** Shows a notification. */
async function show({ title, actions = [], ...options }) {
  const icon = "/assets/icon-180.png";
  const shown = actions.slice(0, Notification.maxActions ?? 0);
  // A notification that replaces another one alerts again.
  const renotify = Boolean(options.tag);
  await registration.showNotification(title, { ...options, renotify, actions: shown, icon });
  await count();
}

/** Shows the number of open notifications as the app's badge. */
async function count() {
  const { length } = await registration.getNotifications();
  await navigator.setAppBadge?.(length);
}

/** Follows an action link. If it fails, opens its page, which shows why. */
async function act(path) {
  const answer = await fetch(path, { method: "POST" }).catch(() => undefined);
  if (!answer?.ok) await openPage(path);
}

/** Opens a path of the page, in an existing window if there is one. */
async function openPage(path) {
  const [open] = await clients.matchAll({ type: "window" });
  if (!open) return clients.openWindow(path);
  // Browsers may refuse to focus a window.
  await open.focus().catch(() => {});
  return open.navigate(path);
}

/** Tells open tabs to send the outbox. */
const wake = () => tell("sync");

async function tell(message) {
  for (const client of await clients.matchAll({ type: "window" })) client.postMessage(message);
}

/** Replaces a subscription that the browser has ended. Open tabs register it, and every other tab does at its start. */
async function renew({ oldSubscription, newSubscription }) {
  if (!newSubscription && oldSubscription) await registration.pushManager.subscribe(oldSubscription.options);
  await tell("push");
}

/** The cached page, at once; or the server's, once it is known to be another version. */
const open = async (request) => (isOutdated && (await fetch(request).catch(() => undefined))) || find("/", request);

/** Asks the server for its version. If it is another one, tells the tab, which loads again. */
async function check(client) {
  const answer = await fetch("/worker.js", { cache: "no-cache" }).catch(() => undefined);
  const text = answer?.ok ? await answer.text() : "";
  // A proxy may answer with its sign-in page.
  if (!text.startsWith("const version = ") || text.startsWith(`const version = "${version}";`)) return;
  isOutdated = true;
  (await clients.get(client))?.postMessage("outdated");
}

/** A cached file. The addresses of scripts and styles name their version, which may be the one before. */
async function find(path, request) {
  const own = await caches.open(version);
  return (await own.match(path)) ?? (await caches.match(path)) ?? fetch(request);
}
