"""The reference of the API under /docs/api: every operation, and requests with a token."""

import gzip
import json
import re
import subprocess

import pytest
from playwright.sync_api import expect

from service import BINARY, Service, kept_in

HOSTILE = '"><img src=x onerror=alert(1)><script>alert(2)</script>'
PHONE = (390, 844)


@pytest.fixture
def token(tmp_path):
    (tmp_path / "data").mkdir(exist_ok=True)
    command = [BINARY, "token", "create", "--name", "reader", "--scope", "write", *kept_in(tmp_path / "data")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return re.search(r"cld_\S+", done.stdout)[0]


@pytest.fixture
def service(tmp_path, token):
    """A service that asks for a token."""
    with Service(tmp_path / "data") as running:
        yield running


class Reference:
    """The page in a window."""

    def __init__(self, window):
        self.window, self.page = window, window.page

    def open(self, name):
        """Opens an operation as a link does."""
        self.page.evaluate("name => { location.hash = name; }", name)
        operation = self.page.locator(f"details#{name}")
        expect(operation.locator("form")).to_be_visible()
        return operation

    def send(self, name, status, body=None, **parameters):
        """Sends a request, and gives what the page shows of its response."""
        operation = self.open(name)
        for label, value in parameters.items():
            operation.get_by_label(label).fill(value)
        if body is not None:
            operation.get_by_label("Body").fill(json.dumps(body))
        operation.get_by_role("button", name="Send").click()
        result = operation.locator(".result")
        expect(result.locator("strong")).to_contain_text(str(status))
        return result

    def command(self, name):
        return self.page.locator(f"#{name} .curl").text_content()


@pytest.fixture
def open_reference(open_window):
    def open_one(name="", **options):
        window = open_window(f"/docs/api{name}", **options)
        expect(window.page.get_by_role("status").first).to_contain_text("operations")
        return Reference(window)

    return open_one


@pytest.fixture
def description(service):
    return service.request("GET", "/openapi.json")[2]


def operations(description):
    return {
        operation["operationId"]: (method.upper(), path, operation)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
        if method != "parameters"
    }


@pytest.mark.gate
def test_lists_every_operation(open_reference, description):
    reference = open_reference()
    described = operations(description)
    shown = reference.page.locator("details.operation").evaluate_all(
        "all => all.map((each) => [each.id, each.querySelector('summary').textContent])"
    )
    expected = {
        name: f"{method} {path} {more['summary']}" for name, (method, path, more) in described.items()
    }
    assert dict(shown) == expected
    filtered = reference.page.get_by_label("Filter")
    reference.page.keyboard.press("/")
    expect(filtered).to_be_focused()
    filtered.fill("PUT {itemId}/Snooze")
    expect(reference.page.get_by_role("status").first).to_have_text(f"1 of {len(described)} operations")
    expect(reference.page.locator("details.operation:visible code").first).to_have_text(
        "/v1/items/{itemId}/snooze"
    )
    filtered.fill("shouldRemind")
    expect(reference.page.locator("#createItem")).to_be_visible()
    expect(reference.page.locator("#deleteItem")).to_be_hidden()


def test_describes_parameters_fields_responses_and_codes(open_reference, description):
    reference = open_reference("#createItem")
    operation = reference.page.locator("#createItem")
    expect(operation.locator("summary").first).to_be_focused()
    text = operation.text_content()
    for part in (
        "Idempotency-Key",
        "header",
        "at most 1,000 characters",
        "dueDate",
        "date-time",
        "storage-full",
    ):
        assert part in text, part
    schemas = description["components"]["schemas"]
    codes = reference.page.locator("#violation-codes li code:first-child").all_text_contents()
    assert set(codes) == set(schemas["Violation"]["properties"]["code"]["enum"])
    types = reference.page.locator("#problem-types li code:first-child").all_text_contents()
    assert {f"tag:checklistd,2026:{name}" for name in types} == set(
        schemas["Problem"]["properties"]["type"]["enum"]
    )
    # Every part of every operation can be opened.
    reference.page.evaluate("""async () => {
        for (let closed; (closed = document.querySelectorAll("main details:not([open], .seen)")).length; ) {
            for (const each of closed) {
                each.classList.add("seen");
                // Schemas are in each other.
                each.open = each.parentElement.closest("details details details details") === null;
            }
            await new Promise(requestAnimationFrame);
            await new Promise((next) => setTimeout(next));
        }
    }""")
    count = reference.page.locator("details.operation form").count()
    assert count == len(operations(description))


@pytest.mark.gate
def test_tries_requests_with_a_token(open_reference, token):
    reference = open_reference(refusals=[401, 404, 422])
    assert "token-missing" in reference.send("listChecklists", 401).text_content()
    reference.page.get_by_label("Access token").fill(token)
    made = reference.send("createChecklist", 201, {"name": HOSTILE})
    assert json.loads(made.locator("pre.body").text_content())["name"] == HOSTILE
    listed = reference.send("listChecklists", 200, limit="1000")
    assert HOSTILE in [each["name"] for each in json.loads(listed.locator("pre.body").text_content())]
    expect(listed.locator("img, script")).to_have_count(0)
    headers = listed.locator("details")
    headers.locator("summary").click()
    expect(headers.locator("pre")).to_contain_text("x-total-count: 2")

    missing = reference.send("getChecklist", 404, checklistId="99")
    expect(missing.locator(".meaning")).to_contain_text("not-found")
    invalid = reference.send("createItem", 422, {"text": ""}, checklistId="1")
    expect(invalid.locator(".meaning")).to_contain_text("empty")
    # The page asks for what a request lacks.
    reference.open("getItem").get_by_role("button", name="Send").click()
    expect(reference.page.locator("#getItem [role=alert]")).to_have_text("itemId is required.")

    command = reference.command("createItem")
    assert token not in command and '-H "Authorization: Bearer $TOKEN"' in command
    sent = [
        request for request in reference.window.requests if token in request.headers.get("authorization", "")
    ]
    assert len(sent) == 4 and all(request.url.startswith(reference.window.origin) for request in sent)
    # Nothing keeps the token.
    kept = reference.page.evaluate(
        "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])"
    )
    assert token not in kept
    reference.page.reload()
    expect(reference.page.get_by_label("Access token")).to_have_value("")


def test_writes_commands_that_a_shell_understands(open_reference, service, token):
    reference = open_reference()
    reference.page.get_by_label("Access token").fill(token)
    name = 'It\'s $HOME `id` \\ "quoted" é'
    reference.open("createChecklist").get_by_label("Body").fill(
        json.dumps({"name": name}, ensure_ascii=False)
    )
    command = reference.command("createChecklist")
    done = subprocess.run(
        ["sh", "-c", f"TOKEN={token}; {command}"], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout)["name"] == name


def test_uses_the_sign_in_of_the_browser(open_reference, token):
    reference = open_reference()
    reference.page.evaluate("token => localStorage.setItem('token', token)", token)
    reference.page.reload()
    expect(reference.page.get_by_label("Access token")).to_be_hidden()
    assert json.loads(reference.send("getMe", 200).locator("pre.body").text_content())["scope"] == "write"
    reference.page.get_by_label("Send them with").select_option("a token")
    expect(reference.page.get_by_label("Access token")).to_be_visible()
    reference.page.evaluate("localStorage.removeItem('token')")


def test_follows_an_event_stream_until_it_is_stopped(open_reference, token):
    reference = open_reference()
    reference.page.get_by_label("Access token").fill(token)
    operation = reference.open("streamChanges")
    operation.get_by_role("button", name="Send").click()
    expect(operation.locator(".result strong")).to_contain_text("200")
    reference.send("createChecklist", 201, {"name": "Streamed"})
    expect(operation.locator("pre.body")).to_contain_text("Streamed")
    operation.get_by_role("button", name="Stop").click()
    expect(operation.locator("[role=alert]")).to_have_text("Stopped.")


@pytest.mark.gate
@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), ((1280, 800), "light")])
def test_is_accessible_and_fits_the_screen(open_reference, token, size, scheme):
    reference = open_reference("#updateItem", size=size, color_scheme=scheme, refusals=[404])
    reference.page.get_by_label("Access token").fill(token)
    reference.send("updateItem", 404, {"checked": True}, itemId="99")
    reference.page.evaluate(
        "document.querySelectorAll('#updateItem details, #rules').forEach((each) => { each.open = true; })"
    )
    expect(reference.page.locator("#rules h3").first).to_be_visible()
    reference.window.expect_accessible()
    assert reference.page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.gate
def test_weighs_at_most_30_kB(service):
    """Beside openapi.json."""
    names = ["api", "manual.css", "reference.css", "reference.js"]
    sent = [service.request("GET", f"/docs/{name}", headers={"accept-encoding": "gzip"}) for name in names]
    assert all(status == 200 for status, _, _ in sent)
    assert sum(len(body) for _, _, body in sent) <= 30_000
    assert b"https://" not in gzip.decompress(sent[0][2])
    assert "script-src 'self';" in sent[0][1]["content-security-policy"]
