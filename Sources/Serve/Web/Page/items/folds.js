/** What is folds on this device: sections and parents of items. */

const foldedMax = 500;
const readFolds = () => JSON.parse(localStorage.getItem("folded") ?? "[]");

let folds = new Set(readFolds());

export const isFolded = (key) => folds.has(key);

/** Folds or unfolds something. */
export function fold(key, isOn) {
  // Another tab may have folds something else.
  folds = new Set(readFolds().filter((other) => other !== key));
  if (isOn) folds.add(key);
  localStorage.setItem("folded", JSON.stringify([...folds].slice(-foldedMax)));
}

/** Unfolds what hides an item. */
export function unfold({ sectionId, parentId }) {
  for (const key of [`section/${sectionId}`, `item/${parentId}`]) if (isFolded(key)) fold(key, false);
}
