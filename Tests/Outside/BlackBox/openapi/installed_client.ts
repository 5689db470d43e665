// What the installed TypeScript client has to be able to do; see installed_clients.py.
// usage: installed_client.js URL

import { ChecklistsApi, Configuration, ItemsApi, Problem, ProblemFromJSON, ResponseError } from "checklistd-client";

declare const process: { argv: string[]; exitCode: number };

function expect(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what);
}

async function problem(request: Promise<unknown>): Promise<Problem> {
  try {
    await request;
  } catch (error) {
    if (error instanceof ResponseError) return ProblemFromJSON(await error.response.json());
    throw error;
  }
  throw new Error("the request was not refused");
}

async function main(): Promise<void> {
  const configuration = new Configuration({ basePath: process.argv[2] });
  const lists = new ChecklistsApi(configuration);
  const items = new ItemsApi(configuration);

  const { id: checklistId } = await lists.createChecklist({ checklistDraft: { name: "TypeScript" } });
  const itemDraft = [0, 1, 2, 3, 4, 5, 6].map((number) => ({ text: `Item ${number}` }));
  const added = await items.createItems({ checklistId, itemDraft });
  expect(added.length === itemDraft.length, "items are added");

  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await items.listChecklistItemsRaw({ checklistId, limit: 3, cursor });
    found.push(...(await page.value()).map(({ text }) => text));
    cursor = /[?&]cursor=([^&>]*)/.exec(page.raw.headers.get("link") ?? "")?.[1];
  } while (cursor);
  expect(found.join() === itemDraft.map(({ text }) => text).join(), `pages have ${found.join()}`);

  const refused = await problem(lists.createChecklist({ checklistDraft: { name: "x".repeat(1001) } }));
  expect(refused.type === "tag:checklistd,2026:invalid-content", `the type is ${refused.type}`);
  const errors = (refused.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
  expect(errors.join() === "/name too-long", `the violations are ${errors.join()}`);
  const missing = await problem(items.getItem({ itemId: Number.MAX_SAFE_INTEGER }));
  expect(missing.status === 404 && missing.type === "tag:checklistd,2026:not-found", "an item is missing");
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
