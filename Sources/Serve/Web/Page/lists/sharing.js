/** The dialog for members and share links of a list. */

import { listAddress } from "./addresses.js";
import { rename, sendSignInLink } from "./account.js";
import * as api from "./api.js";
import { ask, choose } from "./dialogs.js";
import { fill, label, stamp } from "./dom.js";
import { explain, reasonOf } from "./errors.js";
import { momentInText, t } from "./language.js";
import { showLink } from "./link-dialog.js";
import { currentList, knownLists, loadLists } from "./lists.js";
import { muteList, setMember } from "./list-changes.js";
import { isAdmin, may, me, showRole } from "./me.js";
import { loadMembers, showInitials } from "./members.js";
import { open, showList } from "./open-list.js";
import { overlaid } from "./overlays.js";
import { rights } from "./session.js";
import { subscribe } from "./topics.js";
import * as writes from "./writes.js";

const roleNames = () => ({
  view: t("Can view"), check: t("Can check off"), edit: t("Can edit"), own: t("Owner"),
});

/** The server's name of the first person until they give another. */
const unnamed = "Me";

/** Opens the dialog of a list. */
export async function share(list) {
  const { element, parts } = stamp("sharing");
  const address = listAddress(list.id);
  showRole(element, list);
  const owns = may("own", list);

  /** Wraps an action of the dialog: shows its error or the new state. */
  const doing = (work) => async () => {
    fill(parts.error, "");
    try {
      await work().finally(() => element.isConnected && load());
    } catch (error) {
      fill(parts.error, reasonOf(error));
    }
  };

  let found = { members: [], links: [], people: [] };

  /** Reads what the dialog shows. Offline, what was read before. */
  async function load() {
    const [members, links, people] = await Promise.all([
      api.read(`${address}/members`, writes.once), owns ? api.read(`${address}/links`, writes.once) : [],
      owns ? writes.walk("/v1/people?", { once: true, fresh: false }) : [],
    ]);
    found = { members, links, people };
    show();
    await refreshList(list);
  }

  function show() {
    const { links, people } = found;
    const members = overlaid("members", list.id, found.members);
    parts.members.replaceChildren(...members.map((member) => makeMember(member, list, load)));
    parts.links.replaceChildren(...links.map((link) => makeLink(link, list, doing)));
    const others = people.filter(({ id }) => !members.some(({ personId }) => personId === id));
    parts.person.replaceChildren(...others.map(({ id, name }) => new Option(name, id)));
    parts.adding.hidden = others.length === 0;
    parts.inviting.hidden = !isAdmin();
    parts.own.hidden = me.person?.name !== unnamed;
    fill(parts.alone, others.length || isAdmin() || people.length === 0 ? ""
      : people.length > 1 ? t("Everyone is already a member.") : t("Ask whoever runs this server to add people."));
    const own = members.find(({ personId }) => personId === me.person?.id);
    parts.offer.hidden = !own?.offeredRole || !rights.write;
    parts.accept.onclick = doing(() => answer(own.offeredRole));
    parts.decline.onclick = doing(() => answer(own.role));
    parts.muted.checked = own?.muted === true;
    // A list keeps at least one owner.
    const stays = own?.role === "own" && members.filter(({ role }) => role === "own").length === 1;
    parts.leave.hidden = stays;
    parts.mine.hidden = !own || !rights.write;
  }

  /** Accepts or declines ownership by setting the own role. */
  const answer = (role) => writes.put(`${address}/members/${me.person.id}`, { role });

  offerRoles(parts.role, Object.keys(roleNames()), "edit");
  offerRoles(parts.linkRole, ["view", "check", "edit"], "check");
  parts.add.onclick = doing(() => {
    const [{ value, text }] = parts.person.selectedOptions;
    return setMember(list.id, { personId: Number(value), name: text }, parts.role.value, null, load);
  });
  parts.send.onclick = doing(() => invitePerson(list, parts));
  parts.newcomer.onkeydown = (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    parts.send.click();
  };
  parts.link.onclick = doing(async () => {
    const days = Number(parts.linkDays.value);
    const expiresAt = days ? new Date(Date.now() + days * 86_400_000).toISOString() : null;
    await takeOwnName(parts.yours);
    const name = parts.linkName.value.trim() || null;
    const { path } = await writes.post(`${address}/links`, { name, role: parts.linkRole.value, expiresAt });
    parts.linkName.value = "";
    const message = days
      ? t("Works until {0}. Copy it now.", momentInText(expiresAt))
      : t("Works until you turn it off. Copy it now.");
    await showLink({ path, title: t("Share link for “{0}”", list.name), message });
  });
  parts.muted.onchange = doing(() => muteList(list.id, parts.muted.checked));
  parts.leave.onclick = async () => {
    const message = t("To see it again, ask an owner to add you.");
    const title = t("Leave “{0}”?", list.name);
    const sure = await ask({ title, message, action: t("Leave"), danger: true });
    if (sure) doing(() => leave(list, element.closest("dialog")))();
  };
  show();
  const closing = new AbortController();
  subscribe("members", show, closing.signal);
  const reload = () => load().then(() => fill(parts.error, ""), (error) => fill(parts.error, reasonOf(error)));
  subscribe("refresh", reload, closing.signal);
  reload();
  await choose({
    title: owns ? t("Share “{0}”", list.name) : t("Members of “{0}”", list.name), body: element,
    actions: [{ value: null, name: t("Close") }],
  });
  closing.abort();
}

/** Adds a person to the server and to a list, and sends them their sign-in link. */
async function invitePerson(list, { yours, newcomer }) {
  const name = newcomer.value.trim();
  if (!name) throw new Error(t("Enter a name."));
  await takeOwnName(yours);
  await sendSignInLink(async () => {
    const person = await writes.post("/v1/people", { name });
    await writes.put(`${listAddress(list.id)}/members/${person.id}`, { role: "edit" });
    newcomer.value = "";
    return person;
  });
}

/** Saves the owner's name, if they entered one: other members would see "Me". */
async function takeOwnName(field) {
  const name = field.value.trim();
  if (!name) return;
  await rename(name);
  field.value = "";
}

/** Shows the changed list in the page. */
async function refreshList({ id }) {
  const now = await currentList(id);
  if (!now) return;
  showList(now);
  await loadMembers(now);
}

async function leave({ id }, dialog) {
  await writes.removeAll(`${listAddress(id)}/members/${me.person.id}`);
  dialog.close();
  knownLists.delete(id);
  if (open.list?.id === id) {
    open.list = null;
    location.hash = "#/";
  }
  await loadLists();
}

function offerRoles(select, roles, chosen) {
  select.replaceChildren(...roles.map((role) => new Option(roleNames()[role], role)));
  select.value = chosen;
}

function makeMember({ personId, name, role, offeredRole }, list, after) {
  const { element, parts } = stamp("member");
  const setRole = (now) => setMember(list.id, { personId, name }, now, role, after).catch(explain);
  const own = personId === me.person?.id;
  showInitials(parts.initials, { personId, name });
  parts.name.textContent = name;
  const about = [
    own && t("you"), !may("own", list) && roleNames()[role], !own && offeredRole && t("invitation pending"),
  ];
  parts.about.textContent = about.filter(Boolean).join(" · ");
  offerRoles(parts.role, Object.keys(roleNames()), role);
  label(parts.role, t("Role of {0}", name));
  // An owner who gave up the role could not get it back here.
  parts.role.disabled = own;
  parts.role.onchange = () => setRole(parts.role.value);
  label(parts.remove, t("Remove {0}", name));
  parts.remove.hidden = own;
  parts.remove.onclick = () => setRole(null);
  return element;
}

function makeLink({ id, name, role, createdAt, expiresAt }, list, doing) {
  const { element, parts } = stamp("list-link");
  parts.name.textContent = name ?? roleNames()[role];
  const time = expiresAt ? t("Expires {0}", momentInText(expiresAt)) : t("Created {0}", momentInText(createdAt));
  parts.made.textContent = [name && roleNames()[role], time].filter(Boolean).join(" · ");
  if (name) label(parts.revoke, t("Turn off “{0}”", name));
  parts.revoke.onclick = doing(() => writes.removeAll(`${listAddress(list.id)}/links/${id}`));
  return element;
}
