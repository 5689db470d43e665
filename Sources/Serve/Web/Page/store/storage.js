/** Lets the page work where the browser blocks `localStorage`, or where that is full. */

try {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function setItemIfPossible(...entry) {
    try {
      setItem.apply(this, entry);
    } catch {
      // The storage is full. The page goes on without what it keeps there.
    }
  };
  localStorage.getItem("");
} catch {
  const kept = new Map();
  const memory = {
    getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, `${value}`),
    removeItem: (name) => kept.delete(name),
  };
  Object.defineProperty(globalThis, "localStorage", { value: memory, configurable: true });
}
