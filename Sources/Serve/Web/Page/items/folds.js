/** What is folded on this device: sections and parents of items. */

const foldedMax = 500;
const read = () => JSON.parse(localStorage.getItem("folded") ?? "[]");

let folded = new Set(read());

export const isFolded = (key) => folded.has(key);

/** Folds or unfolds something. */
export function fold(key, isOn) {
  // Another tab may have folded something else.
  folded = new Set(read().filter((other) => other !== key));
  if (isOn) folded.add(key);
  localStorage.setItem("folded", JSON.stringify([...folded].slice(-foldedMax)));
}

/** Unfolds what hides an item. */
export function unfold({ sectionId, parentId }) {
  for (const key of [`section/${sectionId}`, `item/${parentId}`]) if (isFolded(key)) fold(key, false);
}
