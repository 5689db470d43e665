/** Caches the page for offline use. The server puts its version and files before this script. */

/** How long to wait for the server before the cached page is shown. */
const answerMillisecondsMax = 1500;
/** Tabs with a newer version of the page, whose files come from the server. */
const newer = new Set();

addEventListener("install", (event) => {
  skipWaiting();
  // All files are of one version.
  event.waitUntil(caches.open(version).then((kept) => kept.addAll(files)));
});

addEventListener("activate", (event) => {
  const forget = async () => {
    for (const key of await caches.keys()) if (key !== version) await caches.delete(key);
    await clients.claim();
  };
  event.waitUntil(forget());
});

addEventListener("fetch", (event) => {
  const { request, clientId, resultingClientId } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || !files.includes(pathname)) return;
  if (request.mode === "navigate") event.respondWith(open(request, resultingClientId));
  else if (!newer.has(clientId)) event.respondWith(find(pathname, request));
});

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

/** The cached page, unless the server has another version. */
async function open(request, client) {
  try {
    const signal = AbortSignal.timeout(answerMillisecondsMax);
    const answer = await fetch("/worker.js", { cache: "no-cache", signal });
    if (answer.ok && !(await answer.text()).startsWith(`const version = "${version}";`)) {
      newer.add(client);
      return await fetch(request);
    }
  } catch {
    // Offline.
  }
  return find("/", request);
}

async function find(path, request) {
  const kept = await caches.open(version);
  return (await kept.match(path)) ?? fetch(request);
}
