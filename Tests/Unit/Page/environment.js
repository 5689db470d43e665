/** What the page's scripts need of a browser beside Node: storage, a database, an empty document and a server. */

class Storage {
  #kept = new Map();
  getItem = (name) => this.#kept.get(name) ?? null;
  setItem = (name, value) => this.#kept.set(name, `${value}`);
  removeItem = (name) => this.#kept.delete(name);
}

/** An object store of IndexedDB. Its transactions run one after the other, and complete after their last request. */
class Store {
  /** Whether every transaction fails. */
  isBroken = false;
  entries = new Map();
  #number = 0;
  #last = Promise.resolve();

  begin() {
    const before = this.#last;
    let open = 0;
    let complete;
    this.#last = new Promise((resolve) => { complete = resolve; });
    const transaction = {};
    const run = (request, work) => {
      open++;
      before.then(() => {
        request.result = work();
        request.onsuccess?.({ target: request });
        if (--open > 0) return;
        complete();
        transaction.oncomplete?.();
      });
      return request;
    };
    const { entries } = this;
    const put = (value, key) => entries.set(key, structuredClone(value)) && key;
    transaction.objectStore = () => {
      if (this.isBroken) {
        complete();
        throw new DOMException("The disk is full, or damaged.", "UnknownError");
      }
      return {
        get: (key) => run({}, () => structuredClone(entries.get(key))),
        put: (value, key) => run({}, () => put(value, key)),
        add: (value) => run({}, () => put(value, ++this.#number)),
        delete: (key) => run({}, () => entries.delete(key)),
        clear: () => run({}, () => entries.clear()),
        openCursor() {
          const [request, keys] = [{}, [...entries.keys()]];
          const next = () => run(request, () => {
            const key = keys.shift();
            const update = (value) => put(value, key);
            return key === undefined ? null : { key, value: structuredClone(entries.get(key)), update, continue: next };
          });
          return next();
        },
      };
    };
    return transaction;
  }
}

export const stores = { answers: new Store(), outbox: new Store() };

const database = { transaction: (name) => stores[name].begin() };

/** Any element: it has every member, and does nothing. */
const element = new Proxy(() => {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => "" : name === Symbol.iterator ? [][Symbol.iterator].bind([])
    : name === "dataset" ? {} : element),
  set: () => true,
  apply: () => element,
  construct: () => element,
});

/** The requests that the page has made, and how the server answers: a function of method, path, body and headers. */
export const server = { requests: [], answer: () => ({ status: 404 }) };

async function fetch(address, { method = "GET", body, headers = {} } = {}) {
  const request = { method, address, body: body && JSON.parse(body), headers };
  server.requests.push(request);
  const { status = 200, content, fields = {}, isLost } = await server.answer(request);
  if (isLost) throw new TypeError("Failed to fetch");
  const type = status < 400 ? "application/json" : "application/problem+json";
  const all = status < 400 ? content ?? {} : { type: "tag:checklistd,2026:test", ...content };
  return new Response(status === 204 ? null : JSON.stringify(all), {
    status, headers: { "Content-Type": type, "Cache-Control": "private", ...fields },
  });
}

const browser = {
  localStorage: new Storage(),
  Storage,
  document: element,
  indexedDB: {
    open() {
      const request = { result: database };
      queueMicrotask(() => request.onsuccess());
      return request;
    },
  },
  location: { hash: "", hostname: "localhost", origin: "http://localhost" },
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  addEventListener() {},
  removeEventListener() {},
  fetch,
};
for (const [name, value] of Object.entries(browser)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/** One tab has the lock at a time. */
let last = Promise.resolve();
Object.defineProperty(globalThis, "navigator", {
  value: { languages: ["en"], language: "en", locks: { request: (_name, _options, work) => (last = last.then(work, work)) } },
});
localStorage.setItem("owner", "1/");
