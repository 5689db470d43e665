/** Opens the dialog "Import and export", which is a bundle of its own. */

import { attempt } from "./errors.js";
import { offerReload } from "./later.js";

let tries = 0;

/** Opens the dialog: with dropped `files` to import, or with a list to export. */
export const showExchange = (options = {}) => attempt(async () => {
  // Browsers cache a failed module import, but not under another address.
  const opening = import(`./exchange.js${tries ? `?${tries}` : ""}`);
  const bundle = await opening.catch(async (error) => {
    tries++;
    if (!(await offerReload("exchange.js"))) throw error;
  });
  await bundle?.openExchange(options);
});

/** Whether files of the device are dragged, and not a picture of the page. */
const hasFiles = ({ dataTransfer: { types } }) => types.includes("Files") && !types.includes("text/html");

addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault());
addEventListener("drop", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  showExchange({ files: [...event.dataTransfer.files] });
});
