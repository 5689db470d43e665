/** The light or dark theme, following the system by default. */

/** The chosen theme; empty to follow the system. */
export const theme = () => localStorage.getItem("theme") ?? "";

/** Applies the theme to the page and the browser's bars. */
export function showTheme() {
  const chosen = theme();
  document.documentElement.dataset.theme = chosen;
  for (const meta of document.querySelectorAll("[name=theme-color]")) {
    const { scheme } = meta.dataset;
    meta.media = chosen ? (chosen === scheme ? "all" : "not all") : `(prefers-color-scheme: ${scheme})`;
  }
}
