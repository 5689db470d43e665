/** Keeps the page for when the service cannot be reached. The service writes the version and the files above. */

/** How long to wait for a service that may not be reachable, before what is kept is shown. */
const answerMillisecondsMax = 1500;
/** Pages of a newer version than what is kept here; all their files come from the service. */
const newer = new Set();

addEventListener("install", (event) => {
  skipWaiting();
  // All of one version, or nothing.
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

/** Shows what the service sends. */
async function show({ title, actions = [], ...options }) {
  const icon = "/assets/icon-180.png";
  const shown = actions.slice(0, Notification.maxActions ?? 0);
  // One that comes again about the same thing is heard again.
  const renotify = Boolean(options.tag);
  await registration.showNotification(title, { ...options, renotify, actions: shown, icon });
  await count();
}

/** Has the icon of an installed page tell how many there are that nobody has looked at. */
async function count() {
  const { length } = await registration.getNotifications();
  await navigator.setAppBadge?.(length);
}

/** Follows a link of a message, which does something; where that went wrong, its page says why. */
async function act(path) {
  const answer = await fetch(path, { method: "POST" }).catch(() => undefined);
  if (!answer?.ok) await openPage(path);
}

/** Shows a place in the page, in a window that is there already if there is one. */
async function openPage(path) {
  const [open] = await clients.matchAll({ type: "window" });
  if (!open) return clients.openWindow(path);
  // A browser that does not let it come to the front shows it there all the same.
  await open.focus().catch(() => {});
  return open.navigate(path);
}

/** The page as it is kept, unless the service has another version. */
async function open(request, client) {
  try {
    const signal = AbortSignal.timeout(answerMillisecondsMax);
    const answer = await fetch("/worker.js", { cache: "no-cache", signal });
    if (answer.ok && !(await answer.text()).startsWith(`const version = "${version}";`)) {
      newer.add(client);
      return await fetch(request);
    }
  } catch {
    // Not reachable: what is kept is what there is.
  }
  return find("/", request);
}

async function find(path, request) {
  const kept = await caches.open(version);
  return (await kept.match(path)) ?? fetch(request);
}
