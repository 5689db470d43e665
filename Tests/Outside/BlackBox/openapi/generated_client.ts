// What the client that openapi-generator makes in TypeScript has to be able to do; see generated_clients.py.
// usage: generated_client.js URL

import {
  ChecklistsApi, Configuration, Icon, ItemsApi, ListChecklistItemsSortEnum, OverviewApi, RemindersApi, ResponseError,
} from "./client";

declare const process: { argv: string[]; exitCode: number };

function expect(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what);
}

async function status(request: Promise<unknown>): Promise<number> {
  try {
    await request;
    return 200;
  } catch (error) {
    if (error instanceof ResponseError) return error.response.status;
    throw error;
  }
}

async function main(): Promise<void> {
  const configuration = new Configuration({ basePath: process.argv[2] });
  const lists = new ChecklistsApi(configuration);
  const items = new ItemsApi(configuration);

  const list = await lists.createChecklist({ checklistDraft: { name: "TypeScript", icon: Icon.Trips } });
  expect(list.icon === Icon.Trips, "a list is made");
  const checklistId = list.id;

  const draft = {
    text: "Passport",
    notes: "In the drawer",
    dueDate: new Date("2100-01-01T12:00:00+02:00"),
    shouldRemind: true,
    location: { city: "Paris", latitude: 48.8571, longitude: 2.3535 },
  };
  const once = { checklistId, createItemRequest: draft, idempotencyKey: "typescript-1" };
  const item = await items.createItem(once);
  const again = await items.createItemRaw(once);
  expect(again.raw.headers.get("idempotent-replayed") === "true", "a key is heeded");
  expect((await again.value()).id === item.id, "an item is added once");
  expect(item.dueDate?.toISOString() === "2100-01-01T10:00:00.000Z", "a date is read");
  const itemId = item.id;
  const etag = again.raw.headers.get("etag") ?? "";

  const snoozed = await new RemindersApi(configuration).snoozeItem({ itemId, snooze: { _for: "PT10M" } });
  expect(snoozed.snoozedUntil instanceof Date, "a reminder is put off");
  const itemPatch = {
    notes: null,
    dueDate: null,
    shouldRemind: false,
    location: { city: null, latitude: null, longitude: null, country: "France" },
  };
  expect((await status(items.updateItem({ itemId, itemPatch, ifMatch: etag }))) === 412, "If-Match is heeded");
  const changed = await items.updateItem({ itemId, itemPatch });
  expect(changed.notes === "" && changed.dueDate === null, "null clears");
  expect(changed.location?.city === null && changed.location.country === "France", "a location is merged");
  const without = await items.updateItem({ itemId, itemPatch: { location: null } });
  expect(without.location === null, "null clears a location");

  const toggled = await items.toggleItem({ itemId });
  expect(toggled.checked && toggled.checkedAt instanceof Date, "an item is checked");

  const itemDrafts = [0, 1, 2, 3, 4, 5].map((number) => ({ text: `Item ${number}` }));
  const added = await items.createItems({ checklistId, itemDraft: itemDrafts });
  await items.moveItem({ itemId: added[5].id, placement: { first: true } });
  const found: string[] = [];
  const sort = new Set([ListChecklistItemsSortEnum.Checked, ListChecklistItemsSortEnum.Position]);
  let cursor: string | undefined;
  do {
    const page = await items.listChecklistItemsRaw({ checklistId, limit: 3, cursor, sort });
    found.push(...(await page.value()).map((item) => item.text));
    expect(page.raw.headers.get("x-total-count") === "7", "all are counted");
    cursor = /[?&]cursor=([^&>]*)/.exec(page.raw.headers.get("link") ?? "")?.[1];
  } while (cursor);
  const expected = ["Item 5", "Item 0", "Item 1", "Item 2", "Item 3", "Item 4", "Passport"];
  expect(found.join() === expected.join(), `pages have ${found.join()}`);

  const preferencesPatch = { selectedChecklistId: null, showChecked: true };
  const preferences = await new OverviewApi(configuration).updatePreferences({ preferencesPatch });
  expect(preferences.selectedChecklistId === null, "null is kept");
  await lists.deleteChecklist({ checklistId });
  expect((await status(items.getItem({ itemId }))) === 404, "a list goes with its items");
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
