/** The reference of the API, made from openapi.json. */

import { blocks, code, folded, inline, make } from "./elements.js";
import { entry, fieldNames, fieldsOf, resolved, setComponents, summaryOf } from "./schemas.js";
import { exampleOf, trial } from "./trying.js";

const filter = document.getElementById("filter");
const count = document.getElementById("count");
const place = document.getElementById("operations");
const operations = [];
let problems = new Map();
let rules = new Map();

/** The items of a list in a description, by the code that they begin with. */
function listed(text) {
  const items = text.split(/^\* /m).slice(1).map((item) => item.replace(/\s+/g, " ").trim());
  return new Map(items.map((item) => [/`([^`]+)`/.exec(item)[1], item]));
}

function add(description, path, method, operation, shared) {
  const { operationId: id, summary } = operation;
  const name = method.toUpperCase();
  const parameters = [...shared, ...(operation.parameters ?? [])].map(resolved);
  const body = operation.requestBody && resolved(operation.requestBody);
  const heading = make(
    "h3", {}, make("span", { class: `method ${method}` }, name), " ", code(path), " ", make("span", { class: "title" }, summary),
  );
  const element = folded(heading, () => content({ ...operation, id, name, path, parameters, body }), { id, class: "operation" });
  element.addEventListener("toggle", () => {
    if (element.open && location.hash !== `#${id}`) history.replaceState(null, "", `#${id}`);
  });
  const schemas = Object.values(body?.content ?? {}).map(({ schema }) => schema);
  const fields = [...parameters.map((each) => each.name), ...schemas.flatMap((schema) => fieldNames(schema))];
  const words = [name, path, id, summary, operation.description, ...operation.tags, ...fields].join(" ").toLowerCase();
  operations.push({ element, words });
  return element;
}

function content({ id, name, path, description, parameters, body, responses, "x-access": access, deprecated }) {
  const permission = access === "open" ? "Needs no token."
    : `Needs a token with the scope ${access.person}${access.guest === "never" ? "" : `, or a share link with the role ${access.guest}`}.`;
  return [
    make("p", { class: "type" }, permission, " ", make("a", { href: `#${id}` }, "Link to ", code(id))),
    ...(deprecated ? [make("p", {}, make("strong", {}, "Deprecated."))] : []),
    ...blocks(description),
    ...(parameters.length ? [make("h4", {}, "Parameters"), make("ul", { class: "fields" }, parameters.map(parameterEntry))] : []),
    ...Object.entries(body?.content ?? {}).flatMap(([type, { schema, ...more }]) => [
      make("h4", {}, "Body: ", code(type)), make("p", { class: "type" }, summaryOf(schema)),
      ...fieldsOf(schema), ...examples(more),
    ]),
    make("h4", {}, "Responses"),
    make("ul", { class: "fields" }, Object.entries(responses).map(([status, response]) => responseEntry(status, resolved(response)))),
    make("h4", {}, "Try it"),
    trial({ method: name, path, parameters, body, explain }),
  ];
}

const parameterEntry = (parameter) => entry({
  name: parameter.name, place: parameter.in, isRequired: parameter.required, schema: resolved(parameter.schema),
  description: parameter.description, example: exampleOf(parameter),
});

function examples(holder) {
  const example = exampleOf(holder);
  if (example === undefined) return [];
  return [folded("Example", () => make("pre", {}, code(typeof example === "string" ? example : JSON.stringify(example, null, 2))))];
}

function responseEntry(status, { description, headers = {}, content: contents = {} }) {
  const types = [...problems].filter(([, text]) => text.includes(`(${status})`)).map(([type]) => type);
  return make(
    "li", {}, code(status), blocks(description),
    Object.keys(headers).length ? folded("Headers", () => make("ul", { class: "fields" }, Object.entries(headers).map(headerEntry))) : [],
    Object.entries(contents).flatMap(([type, { schema, ...more }]) => {
      if (type === "application/problem+json") return types.length ? [possible(types)] : [];
      return [make("p", { class: "type" }, code(type), " ", summaryOf(schema)), folded("Fields", () => fieldsOf(schema)), ...examples(more)];
    }),
  );
}

const headerEntry = ([name, header]) => entry({ name, schema: resolved(resolved(header).schema), description: resolved(header).description });

const possible = (types) => make("p", { class: "type" }, "Problem types with this status: ", types.flatMap((type, index) => [index ? ", " : "", code(type)]));

/** What the reference says about a problem that a request got. */
function explain({ type, errors = [] }) {
  const found = [problems.get(type?.split(":").at(-1)), ...errors.map(({ code: rule }) => rules.get(rule))].filter(Boolean);
  return found.length ? [make("ul", { class: "meaning" }, [...new Set(found)].map((text) => make("li", {}, inline(text))))] : [];
}

const glossary = (id, title, texts) =>
  make("section", { id }, make("h2", {}, title), make("ul", {}, [...texts.values()].map((text) => make("li", {}, inline(text)))));

function render(description) {
  setComponents(description.components);
  problems = listed(resolved({ $ref: "#/components/schemas/Problem" }).properties.type.description);
  rules = listed(resolved({ $ref: "#/components/schemas/Violation" }).properties.code.description);
  const sections = new Map(description.tags.map(({ name, description: text }) => [
    name, make("section", { id: `tag-${name}` }, make("h2", {}, name), make("p", {}, inline(text))),
  ]));
  for (const [path, item] of Object.entries(description.paths)) {
    const { parameters = [], ...methods } = item;
    for (const [method, operation] of Object.entries(methods)) {
      sections.get(operation.tags[0]).append(add(description, path, method, operation, parameters));
    }
  }
  const contents = [...sections.keys(), "Problem types", "Violation codes"].map((name) => {
    const id = sections.has(name) ? `tag-${name}` : name.replace(" ", "-").toLowerCase();
    return make("li", {}, make("a", { href: `#${id}` }, name));
  });
  place.replaceChildren(
    make("ul", { class: "contents" }, contents),
    folded(make("h2", {}, "Rules of all operations"), () => blocks(description.info.description), { id: "rules" }),
    ...sections.values(),
    glossary("problem-types", "Problem types", problems), glossary("violation-codes", "Violation codes", rules),
  );
}

function search() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const { element, words: own } of operations) element.hidden = !words.every((word) => own.includes(word));
  for (const section of place.querySelectorAll("section[id^=tag-]")) section.hidden = !section.querySelector(".operation:not([hidden])");
  const shown = operations.filter(({ element }) => !element.hidden).length;
  count.textContent = shown === operations.length ? `${shown} operations` : `${shown} of ${operations.length} operations`;
}

/** Opens the operation that the address names. */
function follow() {
  const element = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!element || !place.contains(element)) return;
  if (element.hidden) {
    filter.value = "";
    search();
  }
  if (element.matches("details")) {
    element.open = true;
    element.querySelector("summary").focus();
  }
  element.scrollIntoView();
}

const access = document.getElementById("access");
const isSignedIn = localStorage.getItem("token") !== null;
document.getElementById("choice").hidden = !isSignedIn;
access.value = isSignedIn ? "session" : "token";
const showToken = () => (document.getElementById("own").hidden = access.value === "session");
access.addEventListener("change", showToken);
showToken();
filter.addEventListener("input", search);
addEventListener("hashchange", follow);
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  event.preventDefault();
  filter.focus();
});

try {
  const response = await fetch("/openapi.json");
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
  render(await response.json());
  search();
  follow();
} catch (error) {
  count.textContent = `openapi.json could not be loaded: ${error.message}`;
}
