/** Requests that a reader makes, and their responses. */

import { code, folded, make } from "./elements.js";
import { resolved } from "./schemas.js";

const shownBytesMax = 1 << 20;
const textual = /^(text\/|application\/([\w.-]+\+)?(json|yaml|xml)\b|image\/svg)/;

/** The token of requests: that of the field, or the one of the page, which is read for each request. */
function token() {
  const isSession = document.getElementById("access").value === "session";
  return isSession ? (localStorage.getItem("token") ?? "") : document.getElementById("token").value.trim();
}

/** The form of an operation. `explain` describes a problem. */
export function trial({ method, path, parameters, body, explain }) {
  const prefix = `${method}-${path}`.replace(/\W+/g, "-");
  const fields = parameters.map((parameter) => ({ parameter, input: inputFor(parameter, `${prefix}-${parameter.name}`) }));
  const types = Object.keys(body?.content ?? {});
  const type = make("select", { id: `${prefix}-type` }, types.map((each) => make("option", {}, each)));
  const content = make("textarea", { id: `${prefix}-body`, rows: 6, spellcheck: "false" });
  if (types.length) content.value = JSON.stringify(exampleOf(body.content[types[0]]) ?? {}, null, 2);
  const command = make("pre", { class: "curl" }, code(""));
  const copy = make("button", { type: "button" }, "Copy");
  const send = make("button", { type: "submit", class: "send" }, `Send ${method}`);
  const stop = make("button", { type: "button", hidden: true }, "Stop");
  const message = make("p", { role: "alert" });
  const result = make("div", { class: "result", role: "status" });

  const request = () => {
    const given = fields.map(({ parameter, input }) => [parameter, input.value]);
    const headers = given.filter(([{ in: place }, value]) => place === "header" && value).map(([{ name }, value]) => [name, value]);
    if (types.length) headers.push(["Content-Type", type.value || types[0]]);
    return { method, address: location.origin + target(path, given), headers, content: types.length ? content.value : undefined };
  };
  const form = make(
    "form", { class: "trial", novalidate: true, autocomplete: "off" },
    fields.map(({ parameter, input }) => make("label", {}, parameter.name, parameter.required ? " (required)" : "", input)),
    types.length > 1 ? make("label", {}, "Content-Type", type) : [],
    types.length ? make("label", {}, "Body", content) : [],
    make("div", { class: "actions" }, send, stop), message, command, copy, result,
  );
  const update = () => {
    command.firstChild.textContent = curl(request());
  };
  form.addEventListener("input", update);
  document.querySelector("fieldset").addEventListener("input", update);
  update();
  copy.addEventListener("click", () => copyText(command, copy));
  let control;
  stop.addEventListener("click", () => control?.abort());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const missing = fields.find(({ parameter, input }) => parameter.required && !input.value);
    message.textContent = missing ? `${missing.parameter.name} is required.` : "";
    if (missing) return missing.input.focus();
    control = new AbortController();
    send.disabled = true;
    stop.hidden = false;
    try {
      await show(request(), result, control.signal, explain);
    } catch (error) {
      message.textContent = error.name === "AbortError" ? "Stopped." : `The request failed: ${error.message}`;
    } finally {
      send.disabled = false;
      stop.hidden = true;
    }
  });
  return form;
}

/** The example of a body or a parameter. */
export function exampleOf({ example, examples }) {
  return example ?? Object.values(examples ?? {}).map(resolved)[0]?.value;
}

function inputFor(parameter, id) {
  const schema = resolved(parameter.schema);
  const values = schema.enum ?? (schema.type === "boolean" ? ["true", "false"] : undefined);
  if (values) return make("select", { id }, make("option", { value: "" }, "—"), values.map((each) => make("option", {}, each)));
  const example = exampleOf(parameter);
  return make("input", { id, placeholder: example === undefined ? undefined : [example].flat().join(), autocapitalize: "off", spellcheck: "false" });
}

/** The path and the query of a request. A list is separated by commas. */
function target(path, given) {
  let filled = path;
  const query = new URLSearchParams();
  for (const [{ name, in: place, schema, explode }, value] of given) {
    if (place === "path" && value) filled = filled.replace(`{${name}}`, () => encodeURIComponent(value));
    if (place !== "query" || !value) continue;
    const isRepeated = resolved(schema).type === "array" && explode !== false;
    for (const each of isRepeated ? value.split(",") : [value]) query.append(name, each);
  }
  const text = query.toString();
  return text ? `${filled}?${text}` : filled;
}

/** The request as a command for a shell. The token stays out of it. */
function curl({ method, address, headers, content }) {
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const lines = [`curl ${method === "GET" ? "" : `-X ${method} `}${quoted(address)}`];
  if (token()) lines.push('-H "Authorization: Bearer $TOKEN"');
  for (const [name, value] of headers) lines.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (content !== undefined) lines.push(`--data-raw ${quoted(content)}`);
  return lines.join(" \\\n  ");
}

async function copyText(element, button) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  } catch {
    // Without HTTPS there is no clipboard.
    getSelection().selectAllChildren(element);
  }
}

/** Sends a request and shows its response as text. */
async function show({ method, address, headers, content }, result, signal, explain) {
  const began = performance.now();
  const all = new Headers(headers);
  if (token()) all.set("Authorization", `Bearer ${token()}`);
  const response = await fetch(address, {
    method, headers: all, body: content, signal, mode: "same-origin", credentials: "omit", redirect: "error", cache: "no-store", referrerPolicy: "no-referrer",
  });
  const status = make("strong", { class: response.ok ? undefined : "failed" }, `${response.status} ${response.statusText}`);
  const fields = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const body = make("pre", { class: "body" });
  const time = Math.round(performance.now() - began);
  result.replaceChildren(make("p", {}, status, ` · ${time} ms`), folded("Headers", () => make("pre", {}, fields)), body);
  const type = response.headers.get("content-type") ?? "";
  await read(response, body, !textual.test(type));
  if (!/json/.test(type)) return;
  try {
    const value = JSON.parse(body.textContent);
    body.textContent = JSON.stringify(value, null, 2);
    if (/problem/.test(type)) body.before(...explain(value));
  } catch {
    // An incomplete body stays as it is.
  }
}

/** Appends a body to an element while it arrives, up to 1 MiB; only its size if it is no text. */
async function read(response, element, isBinary) {
  const decoder = new TextDecoder();
  let bytes = 0;
  for (const reader = response.body?.getReader(); reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
    element.append(isBinary ? "" : decoder.decode(value, { stream: true }));
    if (bytes <= shownBytesMax) continue;
    await reader.cancel();
    element.append("\n… The page shows 1 MiB.");
    break;
  }
  if (isBinary) element.append(`${bytes.toLocaleString("en")} bytes`);
  element.normalize();
}
