/** Dark or light, as the system has it or as somebody has chosen on this device. */

/** What was chosen; nothing is as the system has it. */
export const theme = () => localStorage.getItem("theme") ?? "";

/** Shows the page as it was chosen, and what is around it. */
export function showTheme() {
  const chosen = theme();
  document.documentElement.dataset.theme = chosen;
  for (const meta of document.querySelectorAll("[name=theme-color]")) {
    const { scheme } = meta.dataset;
    meta.media = chosen ? (chosen === scheme ? "all" : "not all") : `(prefers-color-scheme: ${scheme})`;
  }
}

/** Chooses how the page looks, from now on. */
export function setTheme(name) {
  if (name) localStorage.setItem("theme", name);
  else localStorage.removeItem("theme");
  showTheme();
}
