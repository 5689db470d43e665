/** What a schema allows, in words. */

import { blocks, code, folded, make } from "./elements.js";

let components;

export function setComponents(all) {
  components = all;
}

/** What a reference leads to, with the members beside the reference, and the `title` of a component. */
export function resolved(node = {}) {
  if (!node.$ref) return node;
  const [kind, title] = node.$ref.split("/").slice(-2);
  const { $ref, ...own } = node;
  return { title, ...resolved(components[kind][title]), ...own };
}

const kinds = (schema) => [schema.type ?? []].flat();
const choices = (schema) => (schema.anyOf ?? schema.oneOf ?? []).map(resolved).filter((each) => !each.required || each.properties || each.type);

/** The type of a schema: `string`, `array of Item`, `integer or null`. */
function typeOf(schema) {
  const options = choices(schema);
  if (options.length && !schema.type) return [...new Set(options.map(typeOf))].join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const names = kinds(schema).map((kind) => {
    if (kind === "array") return schema.items ? `array of ${typeOf(resolved(schema.items))}` : kind;
    return kind === "object" && schema.title ? schema.title : kind;
  });
  return names.join(" or ") || schema.title || "any value";
}

function range(least, most, unit = "") {
  if (least === undefined && most === undefined) return [];
  const number = (value) => value.toLocaleString("en", { maximumFractionDigits: 3 });
  const text = least === undefined ? `at most ${number(most)}`
    : most === undefined ? `at least ${number(least)}`
    : least === most ? `exactly ${number(most)}` : `${number(least)} to ${number(most)}`;
  return [unit ? `${text} ${unit}` : text];
}

/** The greatest number of characters that the pattern of a text allows. */
function lengthOf({ maxLength, pattern = "" }) {
  const length = /\[\\t-.*\{0,(\d+)\}/s.exec(pattern)?.[1];
  return maxLength ?? (length && Number(length) + 2);
}

/** The limits of a value, without its type. */
function limits(schema) {
  const items = resolved(schema.items);
  const parts = [
    ...range(schema["x-minimum"] ?? schema.minimum, schema["x-maximum"] ?? schema.maximum),
    ...range(schema.minLength, lengthOf(schema), "characters"),
    ...range(schema.minItems, schema.maxItems, "elements"),
    ...(schema.uniqueItems ? ["each once"] : []),
    ...(schema.format && schema.format !== "uri" ? [schema.format] : []),
    ...(schema.readOnly ? ["read-only"] : []),
    ...(schema.writeOnly ? ["write-only"] : []),
  ];
  const values = schema.enum ?? items.enum;
  return [
    ...parts.flatMap((part) => [" · ", part]),
    ...(values ? [" · one of ", ...values.flatMap((value, index) => [index ? ", " : "", code(String(value))])] : []),
    ...(schema.default === undefined ? [] : [" · default ", code(JSON.stringify(schema.default))]),
  ];
}

/** The members of an object, with those of the schemas that it consists of. */
function members(schema) {
  const own = Object.entries(schema.properties ?? {});
  const required = new Set(schema.required);
  for (const part of (schema.allOf ?? []).map(resolved)) {
    own.push(...Object.entries(part.properties ?? {}));
    for (const name of part.required ?? []) required.add(name);
  }
  return own.map(([name, member]) => ({ name, schema: resolved(member), isRequired: required.has(name) }));
}

/** The names of all fields of a schema, for the filter. Components are in each other, so depth has a limit. */
export function fieldNames(node, depth = 3) {
  const schema = resolved(node);
  if (depth === 0) return [];
  return [
    ...members(schema).flatMap(({ name, schema: member }) => [name, ...fieldNames(member, depth - 1)]),
    ...(schema.items ? fieldNames(schema.items, depth) : []),
    ...choices(schema).flatMap((each) => fieldNames(each, depth - 1)),
  ];
}

/** A name with its type, limits and description. */
export function entry({ name, schema, isRequired, place, description, example }) {
  return make(
    "li", {}, code(name),
    make("span", { class: "type" }, " ", place ? `${place} · ` : "", typeOf(schema), isRequired ? [" · ", make("strong", {}, "required")] : [], limits(schema)),
    blocks(description ?? schema.description),
    example === undefined ? [] : make("p", { class: "type" }, "Example: ", code(typeof example === "string" ? example : JSON.stringify(example))),
    schema.pattern ? folded("Pattern", () => make("p", {}, code(schema.pattern))) : [],
    within(schema),
  );
}

/** The parts of a value that has any, folded. */
function within(schema) {
  const part = kinds(schema).includes("array") ? resolved(schema.items) : schema;
  if (!members(part).length && !choices(part).some((each) => members(each).length)) return [];
  return folded(part.title ? `Fields of ${part.title}` : "Fields", () => fieldsOf(part));
}

/** The fields of a value, or of each kind that it may be. */
export function fieldsOf(node) {
  const schema = resolved(node);
  if (kinds(schema).includes("array")) return fieldsOf(schema.items);
  const found = members(schema);
  const options = choices(schema).filter((each) => members(each).length);
  return [
    ...(schema.description && !found.length ? blocks(schema.description) : []),
    ...(found.length ? [make("ul", { class: "fields" }, found.map(entry))] : []),
    ...options.flatMap((each, index) => [
      make("p", {}, index ? "or " : options.length > 1 ? "either " : "", make("strong", {}, each.title ?? "an object"), ":"),
      ...fieldsOf(each),
    ]),
  ];
}

/** A schema as a sentence: its type and limits. */
export const summaryOf = (node) => [typeOf(resolved(node)), ...limits(resolved(node))];

