/** The cached page. */

/** Deletes the cached page and its service worker. */
export async function uninstallPage() {
  for (const key of (await globalThis.caches?.keys()) ?? []) await caches.delete(key);
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister();
}
