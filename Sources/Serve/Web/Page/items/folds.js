/** The folded sections and parent items, stored on this device. */

const foldedMax = 500;
const readFolds = () => JSON.parse(localStorage.getItem("folded") ?? "[]");

let folds = new Set(readFolds());

export const isFolded = (key) => folds.has(key);

/** Folds or unfolds a section or a parent. */
export function fold(key, isOn) {
  // Another tab may have folded other rows.
  folds = new Set(readFolds().filter((other) => other !== key));
  if (isOn) folds.add(key);
  localStorage.setItem("folded", JSON.stringify([...folds].slice(-foldedMax)));
}

/** Unfolds the section and the parent of an item. */
export function unfold({ sectionId, parentId }) {
  for (const key of [`section/${sectionId}`, `item/${parentId}`]) if (isFolded(key)) fold(key, false);
}
