/** Elements that scripts make. */

/** An element with properties and children. */
export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** A select with a label. `choices` are pairs of value and name. */
export function makeSelect(name, choices, value) {
  const select = make("select", {}, ...choices.map(([one, title]) => new Option(title, one)));
  select.value = value;
  return { label: make("label", {}, make("span", { textContent: name }), select), select };
}

/** A check box with its name and more about it. */
export function makeTick(name, about) {
  const box = make("input", { type: "checkbox" });
  const more = make("span", { className: "hint", textContent: about });
  const text = make("span", {}, make("bdi", { textContent: name }), more);
  return { box, row: make("label", { className: "tick" }, box, text) };
}
