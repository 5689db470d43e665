/** A file that a person has chosen: what can be known of it before it is sent. */

import { t } from "./language.js";

/** The limit of the server in bytes. */
const bytesMax = 64 * 1024 * 1024;
/** The part at the start of a file that shows the columns of a table. */
const headBytes = 64 * 1024;

/** Returns the one file, or throws a sentence on why there is none to send. */
export async function checkedFile(files) {
  const [file] = files;
  if (files.length > 1) throw new Error(t("Choose one file at a time."));
  // A folder can be dropped, but not read.
  const isReadable = await file.slice(0, 1).arrayBuffer().then(() => true, () => false);
  if (!isReadable) throw new Error(t("“{0}” can’t be opened. If it is a folder, choose a file in it.", file.name));
  if (file.size === 0) throw new Error(t("“{0}” is empty. Choose another file.", file.name));
  if (file.size > bytesMax) throw new Error(tooLarge(file));
  return file;
}

export const tooLarge = ({ name }) => t("“{0}” is too large. Files can be up to 64 MB.", name);

/** The first rows of a table with so many columns, whatever separates them; without any if they are not found. */
export async function firstRows(file, columnsCount) {
  const text = decoded(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  for (const separator of [",", ";", "\t", "|"]) {
    const rows = rowsOf(text, separator);
    if (rows[0]?.length === columnsCount) return rows;
  }
  return [];
}

function decoded(bytes) {
  const mark = `${bytes[0]} ${bytes[1]}`;
  if (mark === "255 254") return new TextDecoder("utf-16le").decode(bytes);
  if (mark === "254 255") return new TextDecoder("utf-16be").decode(bytes);
  try {
    // The last character may be cut.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The first two rows of a table (RFC 4180). */
function rowsOf(text, separator) {
  const rows = [];
  let [row, field, isQuoted] = [[], "", false];
  for (let index = 0; index < text.length && rows.length < 2; index++) {
    const letter = text[index];
    if (isQuoted && letter === '"' && text[index + 1] === '"') field += text[++index];
    else if (letter === '"' && (isQuoted || field === "")) isQuoted = !isQuoted;
    else if (isQuoted || ![separator, "\r", "\n"].includes(letter)) field += letter;
    else if (letter === separator) {
      row.push(field);
      field = "";
    } else if (letter === "\n") {
      rows.push([...row, field]);
      [row, field] = [[], ""];
    }
  }
  if (rows.length < 2 && (field || row.length > 0)) rows.push([...row, field]);
  return rows;
}
