"""How much the page weighs, how soon it shows, and what becomes of it with 5,000 items."""

import pathlib

from playwright.sync_api import expect

ITEMS = 5000


def test_weighs_at_most_100_kB(window):
    """Every file there is, in any language, for whoever opens every place: as it is sent to a browser."""
    folder = pathlib.Path(__file__).resolve().parents[2] / "Sources/Web"
    paths = {"/", *(f"/icons/{file.name}" for file in (folder / "Icons").iterdir())}
    paths |= {f"/assets/{file.name}" for file in (folder / "Page").iterdir() if file.name != "index.html"}
    window.open_list("List")
    window.expect_texts("Edit your first item", "Swipe me to delete")
    weights = {path: window.weight(path) for path in paths}
    asked = [request.url.removeprefix(window.origin).split("#")[0] for request in window.requests]
    opened = {path for path in asked if path in paths}
    assert opened >= {"/", "/assets/app.js", "/assets/style.css", "/icons/folder.svg"}
    begin = sum(weights[path] for path in opened)
    print(f"page weight: {begin} bytes in {len(opened)} files to begin, {sum(weights.values())} in all")
    assert sum(weights.values()) <= 100_000, weights


def test_paints_within_100_ms(open_window):
    window = open_window()
    times = []
    for _ in range(15):
        window.page.reload()
        expect(window.list("List")).to_be_visible()
        times.append(
            window.page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        )
    print(f"first paint: median {sorted(times)[7]:.0f} ms, best {min(times):.0f} ms")
    # The best of many loads: what the page needs, not what the machine is busy with besides.
    assert min(times) <= 100


def test_has_5000_items_without_stutter(content, open_window):
    made = content.make_list("Much")
    content.make_items(
        made, [f"Item {number}" + " that is rather long" * (number % 7) for number in range(ITEMS)]
    )
    window = open_window(f"/#/lists/{made['id']}")
    page = window.page
    expect(window.row("Item 0")).to_be_visible()
    window.expect_summary("Much", "5,000 Remaining")
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
    window.expect_summary("Much", "4,999 Remaining")
    search = page.get_by_role("searchbox", name="Search this list")
    page.locator("main").evaluate("main => main.scrollTo(0, 0)")
    search.press_sequentially("item 4999")
    expect(window.rows()).to_have_count(1)
    search.fill("")
    expect(window.row("Item 0")).to_be_visible()
    window.row("Item 0").locator(".handle").focus()
    page.keyboard.press("ArrowDown")
    expect(window.row("Item 0")).to_have_attribute("aria-posinset", "2")
    window.settled()
    assert content.items(made)[1]["text"] == "Item 0"
