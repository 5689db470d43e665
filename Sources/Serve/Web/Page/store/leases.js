/** The part of the Web Locks API that the outbox needs, for pages without HTTPS: a lease in IndexedDB. */

import { useAnswers } from "./local-data.js";

/** How long a tab that was closed or stopped keeps a lease. */
const leaseMilliseconds = 10_000;
const renewMilliseconds = 3000;
const pollMilliseconds = 200;

/** This tab. */
const leaseHolder = crypto.getRandomValues(new Uint32Array(4)).join("-");

/** Takes or renews a lease. Returns whether this tab has it; without IndexedDB there is nothing to share. */
async function takeLease(name, steal = false) {
  let isFree = true;
  await useAnswers((kept) => Object.assign(kept.get(name), {
    onsuccess({ target: { result } }) {
      isFree = steal || !result || result.holder === leaseHolder || result.until < Date.now();
      if (isFree) kept.put({ holder: leaseHolder, until: Date.now() + leaseMilliseconds }, name);
    },
  }));
  return isFree;
}

const releaseLease = (name) => useAnswers((kept) => Object.assign(kept.get(name), {
  onsuccess: ({ target: { result } }) => result?.holder === leaseHolder && kept.delete(name),
}));

export const leases = {
  async request(name, { signal, steal }, work) {
    while (!(await takeLease(name, steal))) {
      await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
      signal?.throwIfAborted();
    }
    const renewing = setInterval(() => takeLease(name), renewMilliseconds);
    try {
      return await work();
    } finally {
      clearInterval(renewing);
      await releaseLease(name);
    }
  },
};
