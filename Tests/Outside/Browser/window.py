"""A browser window with the page in it, and what a person does there."""

import http.client
import json
import re
import time
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

# When a wait fails. No test waits for time to pass, so that this only matters for one that fails.
SECONDS_MAX = 30
expect.set_options(timeout=SECONDS_MAX * 1000)

ENGLISH = "en-GB"
PARIS = ZoneInfo("Europe/Paris")


class Window:
    """One window of one person; `page` is Playwright's."""

    def __init__(
        self,
        chromium,
        service,
        path="/#/",
        size=(1280, 800),
        locale=ENGLISH,
        refusals=(),
        deaf=False,
        first_run=False,
        origin=None,
        **options,
    ):
        self.service = service
        self.origin = origin or f"http://127.0.0.1:{service.port}"
        self.complaints, self.foreign, self.requests = [], [], []
        # Statuses that the browser's console reports and this test causes on purpose.
        self.refusals = tuple(f"status of {status}" for status in refusals)
        self.context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=locale,
            timezone_id=PARIS.key,
            **{"reduced_motion": "reduce", "service_workers": "block", **options},
        )
        self.context.set_default_timeout(SECONDS_MAX * 1000)
        if not first_run:
            # A document without an origin has no storage.
            self.context.add_init_script("try { localStorage.welcomed = '1'; } catch {}")
        self.asking = set()
        if deaf:
            self.deafen()
        self.page = self._new_page()
        self.go(path)

    def _new_page(self):
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self._asked)
        for end in ("requestfinished", "requestfailed"):
            page.on(end, self._answered)
        return page

    def _heard(self, message):
        # Without a weather service, or a forecast for the day, the browser reports what the page expects.
        weather = "status of 404" in message.text and message.location["url"].endswith("/weather")
        # Tests of what else the page does come to the service each time.
        blocked = message.text == "Service Worker registration blocked by Playwright"
        expected = weather or blocked or any(refusal in message.text for refusal in self.refusals)
        if message.type in ("error", "warning") and not expected:
            self.complaints.append(f"{message.text} {message.location}")

    def _asked(self, request):
        self.requests.append(request)
        if "/v1/events" not in request.url:
            self.asking.add(request)
        if not request.url.startswith((self.origin, "data:")):
            self.foreign.append(request.url)

    def _answered(self, request):
        self.asking.discard(request)

    def reopen(self, path="/"):
        """Closes the tab, and opens the page in another one."""
        before, self.page = self.page, self._new_page()
        before.close()
        self.asking.clear()
        self.go(path)

    def go(self, path):
        self.page.goto(self.origin + path)

    # What is there

    def lists(self):
        return self.page.locator("#lists .row")

    def list(self, name):
        return self.lists().filter(has=self.page.locator(".name", has_text=exactly(name)))

    def rows(self):
        return self.page.locator("main .row")

    def row(self, text):
        return self.rows().filter(has=self.page.locator("[data-part=text]", has_text=exactly(text)))

    def texts(self):
        """The texts of the rows, in the order in which they stand."""
        return self.page.locator("main .row [data-part=text]").all_inner_texts()

    def expect_texts(self, *texts):
        expect(self.page.locator("main .row [data-part=text]")).to_have_text(list(texts))

    def handle(self, text):
        """What a row is moved by, once it can be."""
        self.handy()
        return self.row(text).locator(".handle")

    def check_box(self, text):
        return self.page.get_by_role("checkbox", name=text, exact=True)

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def completed(self):
        """What opens and closes the section of what is checked."""
        return self.page.get_by_role("button", name="Completed")

    def editor(self):
        return self.page.locator("form.editor")

    def dialog(self):
        return self.page.get_by_role("dialog")

    def notice(self, text):
        return self.page.locator(".notice", has_text=text)

    def expect_summary(self, name, summary):
        expect(self.list(name).locator(".summary")).to_have_text(summary)

    def expect_accessible(self):
        """axe over what is there, best practices included."""
        result = Axe().run(self.page)
        assert result.violations_count == 0, result.generate_report()

    # What a person does

    def open_list(self, name):
        self.list(name).locator("a").click()
        expect(self.page.locator("main h1")).to_have_text(name)

    def add(self, *texts):
        line = self.page.get_by_role("textbox", name="Add an item")
        for text in texts:
            line.fill(text)
            line.press("Enter")
            expect(self.row(text)).not_to_have_class(re.compile("unsaved"))

    def edit(self, text):
        self.row(text).locator(".open").click()
        expect(self.editor()).to_be_visible()
        return self.editor()

    def save(self):
        self.editor().get_by_role("button", name="Done").click()
        expect(self.editor()).to_have_count(0)

    def choose_in_menu(self, name):
        self.button("List options").click()
        self.page.locator(".menu").get_by_role("button", name=name).click()

    def weight(self, path):
        """How many octets of a file a browser is sent."""
        status, _, body = self.service.request("GET", path, headers={"accept-encoding": "gzip, br"})
        assert status == 200, path
        return len(body)

    def deafen(self):
        """What happens elsewhere does not reach the page, from when it is loaded next."""
        self.context.route("**/v1/events*", lambda _: None)

    def hide(self, hidden=True):
        """Puts another window before this one, or takes it away."""
        self.page.evaluate(
            """(hidden) => {
                Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
                document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
            }""",
            hidden,
        )

    def quiet(self):
        """Waits until each request of the page has ended, except the event stream."""
        # Playwright reports what the page has sent so far before it answers.
        self.page.evaluate("0")
        while self.asking:
            response = self.asking.pop().response()
            if response:
                response.finished()
            self.page.evaluate("0")

    def wait_for(self, condition, arg=None):
        """Waits until a function in the page returns or resolves to true, and calls it for each frame."""
        script = f"""async (arg) => {{
            let late = false;
            setTimeout(() => {{ late = true; }}, {SECONDS_MAX * 1000});
            while (!(await ({condition})(arg))) {{
                if (late) throw new Error("never happened");
                await new Promise(requestAnimationFrame);
            }}
        }}"""
        self.page.evaluate(script, arg)

    def kept_texts(self, list_id):
        """The texts of the items that the browser has cached of a list."""
        return self.page.evaluate(
            """async (path) => {
                const opening = indexedDB.open("checklists");
                await new Promise((done) => { opening.onsuccess = done; });
                const reading = opening.result.transaction("answers").objectStore("answers")
                    .get(`${localStorage.getItem("owner")} ${path}`);
                await new Promise((done) => { reading.onsuccess = done; });
                opening.result.close();
                return reading.result?.content.map(({ text }) => text) ?? null;
            }""",
            f"/v1/checklists/{list_id}/items?sort=&q=&limit=1000",
        )

    def handy(self):
        """Waits until rows can be moved and wiped: what that takes is read after the list is shown."""
        expect(self.page.locator("main .handy")).to_be_visible()

    def settled(self):
        """Waits until everything that was done here has been answered."""
        expect(self.page.locator("body")).to_have_attribute("data-waiting", "0")


def panel(form, name):
    """Opens the panel of a row of the editor (Date, Repeat or Remind), unless it is open."""
    row = form.locator(f"[data-part={name.lower()}Row]")
    if row.get_attribute("aria-expanded") == "false":
        row.click()
    return form


def exactly(text):
    return re.compile(f"^\\s*{re.escape(text)}\\s*$")


def timestamp(moment):
    """A time as the service writes it."""
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def at(days, hour):
    """A time of a day where the windows are, so many days from today."""
    today = datetime.now(PARIS).replace(hour=hour, minute=0, second=0, microsecond=0)
    return timestamp(today + timedelta(days=days))


def eventually(holds):
    """Asks the service until something holds of which no page and no answer tells."""
    deadline = time.monotonic() + SECONDS_MAX
    while not holds():
        assert time.monotonic() < deadline, "never happened"
        time.sleep(0.01)


class Content:
    """The service's content, made and read behind the page's back."""

    def __init__(self, service):
        self.service = service

    def send(self, method, path, body=None, headers=None):
        status, _, answer = self.service.request(method, path, body, headers)
        assert 200 <= status < 300, (method, path, status, answer)
        return answer

    def make_list(self, name, *texts, icon="Folder"):
        made = self.send("POST", "/v1/checklists", {"name": name, "icon": icon})
        for text in texts:
            self.make_item(made, text)
        return made

    def make_item(self, checklist, text, **fields):
        return self.send("POST", f"/v1/checklists/{checklist['id']}/items", {"text": text, **fields})

    def make_items(self, checklist, texts):
        """Many items, over one connection."""
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=60)
        for text in texts:
            body = json.dumps({"text": text})
            connection.request(
                "POST", f"/v1/checklists/{checklist['id']}/items", body, {"content-type": "application/json"}
            )
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 201
        connection.close()

    def items(self, checklist):
        return list(self.service.walk(f"/v1/checklists/{checklist['id']}/items?limit=1000"))

    def texts(self, checklist):
        return [item["text"] for item in self.items(checklist)]

    def item(self, item):
        return self.send("GET", f"/v1/items/{item['id']}")

    def change(self, item, **fields):
        return self.send("PATCH", f"/v1/items/{item['id']}", fields)
