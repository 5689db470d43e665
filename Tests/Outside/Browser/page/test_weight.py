"""How much the page weighs, how soon it shows, and what becomes of it with 5,000 items."""

import gzip
import json
import pathlib
import re

import pytest
from playwright.sync_api import expect

ITEMS = 5000
LANGUAGES = {"/assets/de.js", "/assets/fr.js", "/assets/ja.js"}
# Bundles of dialogs and views that are opened rarely have limits of their own, in bytes.
BUNDLES = {"exchange": 12_000, "people": 14_000, "more": 26_000, "welcome": 5_000}


def files(service):
    """The address of every file that the page needs, as the worker names what it keeps, without the build."""
    worker = service.request("GET", "/worker.js")[2].decode()
    return ["/worker.js", *map(plain, json.loads(re.search(r"^const files = (.*);$", worker, re.M)[1]))]


def plain(path):
    """The address of a file in every build."""
    return re.sub("^/assets/[0-9a-f]{8}/", "/assets/", path)


@pytest.mark.gate
def test_weighs_at_most_100_kB(window, service):
    """What one person is sent who opens every place, in the language that weighs most."""
    window.open_list("List")
    window.expect_texts("Edit your first item", "Swipe me to delete")
    weights = {path: window.weight(path) for path in files(service)}
    asked = [plain(request.url.removeprefix(window.origin).split("#")[0]) for request in window.requests]
    opened = {path for path in asked if path in weights}
    assert opened >= {"/", "/assets/app.js", "/assets/style.css", "/icons/folder.svg"}
    # What a person needs to see a list and no more: on 400 kbit/s this takes less than a second.
    assert sum(weights[path] for path in ("/", "/assets/app.js", "/assets/style.css")) < 40_000, weights
    begin = sum(weights[path] for path in opened)
    words = max(weights[path] for path in LANGUAGES)
    own = {name: [path for path in weights if re.match(rf"/assets/{name}[.-]", path)] for name in BUNDLES}
    others = LANGUAGES.union(*own.values())
    most = sum(weight for path, weight in weights.items() if path not in others) + words
    print(f"page weight: {begin} bytes in {len(opened)} files to begin, {most} in all")
    assert most <= 100_000, weights
    for name, most in BUNDLES.items():
        languages = [weights[path] for path in own[name] if "-" in path]
        assert len(languages) == len(LANGUAGES), own[name]
        weight = sum(weights[path] for path in own[name] if "-" not in path) + max(languages)
        print(f"bundle {name}: {weight} bytes")
        assert weight <= most, (name, weights)


def said(text):
    """The code of a text, without comments, imports and indentation."""
    text = re.sub(r"^ */\*.*?\*/$", "", text, flags=re.M | re.S)
    text = re.sub(r'^(?:import|export \*) [^;]*?";$', "", text, flags=re.M)
    lines = [line.lstrip(" ") for line in text.split("\n")]
    # A bundle exports only what others need.
    lines = [re.sub("^export (?=(async )?(function|class|const) )", "", line) for line in lines]
    return "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))


@pytest.mark.gate
def test_every_file_is_sent_compressed_and_whole(service):
    sent = {}
    # A device asks for these once, when the page is installed there.
    installed = [f"/assets/icon-{kind}.png" for kind in ("192", "512", "maskable")]
    for path in [*files(service), *installed]:
        _, headers, body = service.request("GET", path, headers={"accept-encoding": "gzip"})
        assert headers["content-encoding"] == "gzip"
        # The page names its build.
        sent[path] = re.sub(rb"/assets/[0-9a-f]{8}/", b"/assets/", gzip.decompress(body))
    folder = pathlib.Path(__file__).resolve().parents[4] / "Sources/Serve/Web/Page"
    for file in folder.rglob("*.*"):
        path = {"index.html": "/", "worker.js": "/worker.js"}.get(file.name, f"/assets/{file.name}")
        if file.suffix in (".html", ".css", ".js"):
            # The server joins scripts, and templates, into bundles. The page contains the first script.
            names = ("app.js", "rest.js", "people.js", "more.js", "exchange.js", "welcome.js", "rest.html")
            together = [sent["/"], *(sent[f"/assets/{name}"] for name in names)]
            texts = [said(text.decode()) for text in ([sent[path]] if path in sent else together)]
            own = said(file.read_text()).replace('<script type="module" async src="early.js"></script>', "\0")
            assert any(all(part in text for part in own.split("\0")) for text in texts), path
        else:
            assert file.read_bytes() == sent[path], path


@pytest.mark.gate
def test_paints_before_any_script_or_answer_has_come(open_window):
    window = open_window()
    expect(window.list("List")).to_be_visible()
    held = []
    for waiting in ("**/*.js", "**/v1/**"):
        window.page.route(waiting, lambda route: held.append(route))
    window.page.reload(wait_until="commit")
    window.page.evaluate("""() => new Promise((painted, failed) => {
        setTimeout(() => failed(new Error("nothing is painted")), 15_000);
        const look = (list) => list.getEntriesByName("first-contentful-paint").forEach(painted);
        new PerformanceObserver(look).observe({ type: "paint", buffered: true });
    })""")
    assert held
    for route in held:
        route.continue_()
    window.page.unroute_all()
    expect(window.list("List")).to_be_visible()


def test_has_5000_items_without_stutter(content, open_window):
    made = content.make_list("Much")
    content.make_items(
        made, [f"Item {number}" + " that is rather long" * (number % 7) for number in range(ITEMS)]
    )
    window = open_window(f"/#/lists/{made['id']}")
    page = window.page
    expect(window.row("Item 0")).to_be_visible()
    window.expect_summary("Much", "5,000 left")
    page.evaluate("""() => {
        window.frames_ = [];
        const tick = (now) => { window.frames_.push(now); requestAnimationFrame(tick); };
        requestAnimationFrame(tick);
        window.work = [];
        new PerformanceObserver((list) => window.work.push(...list.getEntries().map((e) => e.duration)))
            .observe({ type: "longtask" });
    }""")
    page.locator("main").hover()
    last = f"Item {ITEMS - 1}"
    most = 0
    for _ in range(2000):
        page.mouse.wheel(0, 4000)
        most = max(most, window.rows().count())
        if page.get_by_text(last, exact=False).count():
            break
    expect(page.get_by_text(last)).to_be_visible()
    assert most < 150, "only the rows in view are in the document"
    long = page.evaluate("window.work")
    print(f"5,000 items: {len(long)} tasks over 50 ms, longest {max(long, default=0):.0f} ms, rows {most}")
    row = window.rows().last
    row.locator(".check").check()
    window.expect_summary("Much", "4,999 left")
    search = page.get_by_role("searchbox", name="Search this list")
    page.locator("main").evaluate("main => main.scrollTo(0, 0)")
    search.press_sequentially("item 4999")
    expect(window.rows()).to_have_count(1)
    search.fill("")
    expect(window.row("Item 0")).to_be_visible()
    window.handle("Item 0").focus()
    page.keyboard.press("ArrowDown")
    expect(window.row("Item 0")).to_have_attribute("aria-posinset", "2")
    window.settled()
    assert content.items(made)[1]["text"] == "Item 0"


def test_shows_a_new_item_of_5000(content, open_window):
    made = content.make_list("Much")
    content.make_items(made, [f"Item {number}" for number in range(ITEMS)])
    window = open_window(f"/#/lists/{made['id']}")
    expect(window.row("Item 0")).to_be_visible()
    window.add("Brand new")
    expect(window.row("Brand new")).to_be_in_viewport()
    window.expect_summary("Much", "5,001 left")
    expect(window.row("Brand new")).to_have_attribute("aria-posinset", "5001")
    window.settled()
    window.quiet()
    expect(window.row("Brand new")).to_be_in_viewport()


def test_rows_never_lie_over_each_other_while_a_list_opens(content, open_window):
    tall = content.make_list("Tall")
    content.make_items(tall, [f"Item {number}" + " that is rather long" * 40 for number in range(30)])
    window = open_window(reduced_motion="no-preference")
    window.page.evaluate("""() => {
        window.overlap = 0;
        const look = () => {
            const rows = [...document.querySelectorAll("main .row")];
            const boxes = rows.map((row) => row.getBoundingClientRect());
            boxes.slice(1).forEach(({ top }, index) => {
                window.overlap = Math.max(window.overlap, boxes[index].bottom - top);
            });
            requestAnimationFrame(look);
        };
        look();
    }""")
    for _ in range(3):
        window.open_list("List")
        window.open_list("Tall")
        expect(window.rows()).to_have_count(30)
        window.settled()
        window.quiet()
    assert window.page.evaluate("window.overlap") <= 1
