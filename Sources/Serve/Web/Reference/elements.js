/** Elements, and the Markdown of descriptions. */

/** An element. Strings become text, never HTML. */
export function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== ""));
  return element;
}

export const code = (text) => make("code", {}, text);

/** A part that is filled when it is opened first. */
export function folded(title, fill, attributes) {
  const element = make("details", attributes, make("summary", {}, title));
  element.addEventListener("toggle", () => element.append(...[fill()].flat()), { once: true });
  return element;
}

/** A text with code and links as nodes. */
export function inline(text) {
  const parts = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\((https:[^)]+)\)/g;
  const nodes = [];
  let end = 0;
  for (const found of text.matchAll(parts)) {
    nodes.push(text.slice(end, found.index));
    const [whole, quoted, strong, name, address] = found;
    if (quoted) nodes.push(code(quoted));
    else if (strong) nodes.push(make("strong", {}, strong));
    else nodes.push(make("a", { href: address, rel: "noreferrer" }, name));
    end = found.index + whole.length;
  }
  return [...nodes, text.slice(end)].filter(Boolean);
}

/** Blocks of Markdown: headings, paragraphs, lists and code. */
export function blocks(text = "") {
  const nodes = [];
  let lines = [];
  let listing;
  const end = () => {
    if (lines.length) nodes.push(block(lines));
    lines = [];
  };
  for (const line of text.trim().split("\n")) {
    if (line.startsWith("```")) {
      if (listing) nodes.push(make("pre", {}, code(listing.join("\n"))));
      else end();
      listing = listing ? undefined : [];
    } else if (listing) listing.push(line);
    else if (!line.trim()) end();
    else lines.push(line);
  }
  end();
  return nodes;
}

/** A heading, or paragraphs that end with a list. */
function block(lines) {
  const heading = /^#+ (.*)/.exec(lines[0]);
  if (heading) return make("h3", {}, inline(heading[1]));
  const items = [];
  const before = [];
  for (const line of lines) {
    const item = /^[*-] (.*)/.exec(line);
    if (item) items.push([item[1]]);
    else if (items.length) items.at(-1).push(line.trim());
    else before.push(line);
  }
  const parts = before.length ? [make("p", {}, inline(before.join(" ")))] : [];
  if (items.length) parts.push(make("ul", {}, items.map((item) => make("li", {}, inline(item.join(" "))))));
  return parts.length === 1 ? parts[0] : make("div", {}, parts);
}
