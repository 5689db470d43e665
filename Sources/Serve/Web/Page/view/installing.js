/** Offers to install the page, where the browser does. */

/** The browser's offer. */
let installOffer;
let hasChanged = () => {};

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  installOffer = event;
  hasChanged();
});
addEventListener("appinstalled", () => {
  installOffer = undefined;
  hasChanged();
});

/** Whether the page runs as an app of its own. */
const isInstalled = () => matchMedia("(display-mode: standalone)").matches;
const isApple = /iPhone|iPad/.test(navigator.userAgent);

/** How the page can be installed: `button`, `share` menu of an iPhone, or not at all. */
export const wayToInstall = () => (installOffer ? "button" : isApple && !isInstalled() ? "share" : undefined);

/** Calls back when the offer comes or goes. */
export function onInstallable(act) {
  hasChanged = act;
}

/** Shows the browser's question. An offer can be used once. */
export async function install() {
  const asking = installOffer;
  installOffer = undefined;
  await asking?.prompt();
  hasChanged();
}
