/** The account dialog: name, devices and, for administrators, people and their sign-in links. */

import * as api from "./api.js";
import { ask } from "./dialogs.js";
import { fill, label, stamp } from "./dom.js";
import { reasonOf } from "./errors.js";
import { momentInText, number, t } from "./language.js";
import { showAssistant, showCalendarApp, showLink, showToken } from "./link-dialog.js";
import { isAdmin, loadMe, me } from "./me.js";
import { showInitials } from "./members.js";
import { makeSessions } from "./proposals.js";
import { hasToken, rights } from "./session.js";
import { signOut, signInHere } from "./sign-in.js";
import { publish } from "./topics.js";
import * as writes from "./writes.js";

const devicesIn = (count) => (count > 1 ? t("{0} devices", number(count)) : count ? t("1 device") : "");
const personAddress = ({ id }) => `/v1/people/${id}`;

/** Makes the fields about the account. Returns them with `load`, which reads what they show. */
export function makeAccount() {
  const { element, parts } = stamp("me");
  parts.name.value = me.person.name;
  parts.name.disabled = !rights.write;
  parts.administration.hidden = !isAdmin();

  /** Wraps an action of the dialog: shows its error or the new state. */
  const doing = (work) => async () => {
    fill(parts.error, "");
    try {
      await work();
      await load();
    } catch (error) {
      fill(parts.error, reasonOf(error));
    }
  };

  async function load() {
    const [devices, people, sessions] = await Promise.all([
      api.read("/v1/devices"), isAdmin() ? writes.readAll("/v1/people?") : [], api.readOnce("/v1/sessions"), loadMe(),
    ]);
    parts.none.hidden = devices.length > 0 || hasToken() || me.signedInByProxy;
    parts.devices.replaceChildren(...devices.map((device) => makeDevice(device, doing)));
    parts.assistants.hidden = sessions.length === 0;
    parts.sessions.replaceChildren(...makeSessions(sessions, devices, doing));
    parts.people.replaceChildren(...people.map((person) => makePerson(person, doing)));
    parts.kept.hidden = !hasToken();
  }

  parts.another.onclick = doing(addDevice);
  parts.calendar.onclick = doing(connectCalendarApp);
  parts.assistant.onclick = doing(connectAssistant);
  parts.add.onclick = doing(async () => {
    const name = parts.newcomer.value.trim();
    if (!name) throw new Error(t("Enter a name."));
    await writes.post("/v1/people", { name });
    parts.newcomer.value = "";
  });
  parts.newcomer.onkeydown = (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    // Enter adds a person without closing the dialog.
    event.preventDefault();
    parts.add.click();
  };
  const save = () => rename(parts.name.value.trim());
  return { element, parts, load, doing, save };
}

/** Changes the name of the signed-in person. */
export async function rename(name) {
  if (!name) throw new Error(t("Enter a name."));
  await writes.patchAsIs(personAddress(me.person), { name }, writes.once);
  await loadMe();
  publish("refresh");
}

/** Opens the dialog. */
export async function showAccount() {
  const { element, parts, load, save } = makeAccount();
  await load();
  await ask({
    title: t("Account"), body: element, action: t("Save"), cancel: t("Close"),
    ready: () => ![me.person.name, ""].includes(parts.name.value.trim()), submit: save,
  });
}

/** Shows a link that signs the same person in on another device, with the same scope. */
export const addDevice = () => invite(me.person, me.scope);

/** Sends the sign-in link of the person that `find` returns, unless this device must not be signed in for it. */
export const sendSignInLink = async (find) => (await signInHere()) && showSignInLink(await find(), "write");

/** Creates a sign-in link and shows it. */
const invite = async (person, scope) => (await signInHere()) && showSignInLink(person, scope);

async function showSignInLink(person, scope) {
  const { path, expiresAt } = await writes.post(`${personAddress(person)}/sign-in-links`, { scope });
  await showLink({
    path, title: t("Sign-in link for {0}", person.name),
    message: t("Open this link on the other device. It works once, until {0}.", momentInText(expiresAt)),
  });
}

/** Registers a calendar app as a device, and shows its account details. */
async function connectCalendarApp() {
  const token = await connect("write", t("Calendar app"));
  if (token) await showCalendarApp({ user: me.person.name, password: token });
}

/** Registers an assistant as a device, and shows its address and token. */
async function connectAssistant() {
  const token = await connect("assist", t("Assistant"));
  if (token) await showAssistant(token);
}

/** The token of a new device; undefined if this device must not be signed in for it. */
async function connect(scope, name) {
  if (!(await signInHere())) return undefined;
  const { secret } = await writes.post(`${personAddress(me.person)}/sign-in-links`, { scope });
  return (await writes.post("/v1/devices", { secret, name })).token;
}

/** Creates an access token for a program, and shows it once. */
export async function createToken() {
  const { element, parts } = stamp("token-fields");
  const sure = await ask({
    title: t("New access token"), body: element, action: t("Create token"), ready: () => parts.name.value.trim() !== "",
  });
  if (!sure) return;
  const token = await connect(parts.writes.checked ? "write" : "read", parts.name.value.trim());
  if (token) await showToken(token);
}

function makeDevice(device, doing) {
  const { element, parts } = stamp("device");
  const { name, current, lastUsedAt } = device;
  parts.name.textContent = name;
  parts.used.textContent = current ? t("this device") : t("Last used {0}", momentInText(lastUsedAt));
  parts.remove.textContent = current ? t("Sign out") : t("Sign out");
  if (!current) label(parts.remove, t("Sign out “{0}”", name));
  parts.remove.onclick = doing(current ? signOut : async () => {
    const message = t("To sign in again, it needs a new sign-in link.");
    if (!(await ask({ title: t("Sign out “{0}”?", name), message, action: t("Sign out"), danger: true }))) return;
    await writes.removeAll(`/v1/devices/${device.id}`);
  });
  return element;
}

function makePerson(person, doing) {
  const { element, parts } = stamp("person-row");
  const own = person.id === me.person.id;
  const { name, devicesCount } = person;
  showInitials(parts.initials, person);
  parts.name.textContent = name;
  parts.about.textContent = own ? t("you") : devicesIn(devicesCount);
  label(parts.invite, t("Sign-in link for {0}", name));
  label(parts.remove, t("Remove {0}", name));
  parts.invite.hidden = parts.remove.hidden = own;
  parts.invite.onclick = doing(() => invite(person, "write"));
  parts.remove.onclick = doing(async () => {
    const message = t("All of their devices are signed out. You become the owner of lists that have no other owner.");
    if (!(await ask({ title: t("Remove {0}?", name), message, action: t("Remove"), danger: true }))) return;
    await writes.removeAll(`${personAddress(person)}?transferTo=${me.person.id}`);
    publish("refresh");
  });
  return element;
}
