/** Sends files to the server, and reads files from it. */

import { Refusal } from "./api.js";
import { isAway, secondsTo, tryAgain, untilReachable } from "./connection.js";
import { number, t } from "./language.js";
import { loadRest } from "./later.js";
import { currentToken, renewToken } from "./session.js";

/** How long a server that can be reached may read and send nothing. */
const idleMillisecondsMax = 120_000;
/** How long to look for a server that could not be reached before. */
const reachMillisecondsMax = 3000;

const pause = (milliseconds) => new Promise((resolve) => {
  setTimeout(resolve, milliseconds);
});

const unreachable = () => new Error(t("The server can’t be reached. Check your connection and try again."));

/** The error of a request without an answer. The banner shows when the server is back. */
function lose() {
  untilReachable();
  return unreachable();
}

/** Asks once more whether the server is back. */
async function reach() {
  if (!isAway()) return;
  tryAgain();
  await Promise.race([untilReachable(), pause(reachMillisecondsMax)]);
  if (isAway()) throw unreachable();
}

/** Sends a file, and returns the JSON of the answer. `progress` gets the share of the file that is sent. */
export async function sendFile(address, file, { headers = {}, signal, progress }) {
  for (;;) {
    await reach();
    signal.throwIfAborted();
    const token = currentToken();
    const answer = await upload(address, file, { ...headers, ...tokenField(token) }, signal, progress);
    if (answer.status === 200 && answer.content) return answer.content;
    const again = await isAnotherTry(answer, token, signal);
    if (!again) throw await refusalOf(answer);
  }
}

/** Reads a file: its content and its name. */
export async function readFile(address, signal) {
  for (;;) {
    await reach();
    const token = currentToken();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), idleMillisecondsMax);
    const lost = (error) => {
      throw signal.aborted ? error : lose();
    };
    const sent = { headers: tokenField(token), signal: AbortSignal.any([signal, late.signal]) };
    const answer = await fetch(address, sent).catch(lost).finally(() => clearTimeout(timer));
    if (answer.ok) {
      // A page of a proxy has none.
      const disposition = answer.headers.get("Content-Disposition");
      if (!disposition) throw lose();
      return { name: fileName(disposition), content: await answer.blob().catch(lost) };
    }
    const content = await answer.json().catch(() => undefined);
    const failed = { status: answer.status, headers: answer.headers, content };
    if (!(await isAnotherTry(failed, token, signal))) throw await refusalOf(failed);
  }
}

const tokenField = (token) => (token === null ? {} : { Authorization: `Bearer ${token}` });

/** One upload. `fetch` would not report its progress. */
function upload(address, file, headers, signal, progress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), idleMillisecondsMax);
    };
    const stop = () => request.abort();
    signal.addEventListener("abort", stop);
    request.open("POST", address);
    request.responseType = "json";
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => {
      wait();
      progress(loaded / total);
    };
    request.onload = () => resolve({
      status: request.status, content: request.response, headers: { get: (name) => request.getResponseHeader(name) },
    });
    request.onerror = request.onabort = () => reject(signal.aborted ? signal.reason : lose());
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    };
    wait();
    request.send(file);
  });
}

/** Signs in again, or waits for the first try of the same request. Returns whether to send it again. */
async function isAnotherTry({ status, headers }, token, signal) {
  if (status === 401) {
    await renewToken(token);
    signal.throwIfAborted();
    return true;
  }
  if (status !== 409 || !headers.get("Retry-After")) return false;
  await pause(secondsTo({ headers }) * 1000);
  signal.throwIfAborted();
  return true;
}

/** The error of an answer, in a sentence that says what to do. */
async function refusalOf({ status, headers, content }) {
  if (status === 429) return new Error(t("Too many requests. Try again in {0} s.", number(secondsTo({ headers }))));
  if ([408, 503].includes(status) || !content) return lose();
  const refusal = new Refusal(status, content ?? {});
  const { explainRefusal } = await loadRest();
  refusal.message = await explainRefusal(refusal, { headers });
  return refusal;
}

/** The file name in a `Content-Disposition` field (RFC 6266). */
function fileName(field) {
  const coded = /filename\*=UTF-8''([^;\s]+)/i.exec(field)?.[1];
  return coded ? decodeURIComponent(coded) : /filename="([^"]*)"/i.exec(field)?.[1] ?? "";
}
