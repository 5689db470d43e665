"""Finds tasks of the page over 50 ms of processor time in a list of 5,000 items.

Usage: long_tasks.py [--items N] [--functions N]    CHECKLISTD names the program.

Opens the list, scrolls through it, checks, adds, searches and undoes. A trace of the browser gives each task
its processor time, which other programs on the machine do not lengthen. The V8 profiler names the functions
with the most time of their own.
"""

import argparse
import collections
import json
import pathlib
import sys
import tempfile

from playwright.sync_api import expect, sync_playwright

OUTSIDE = pathlib.Path(__file__).resolve().parents[1] / "Outside"
sys.path[:0] = [str(OUTSIDE / "BlackBox"), str(OUTSIDE / "Browser")]

from service import Service  # noqa: E402
from window import Content, Window  # noqa: E402

SHELL = "/usr/lib/chromium/chromium-headless-shell"
TASK_MILLISECONDS_MAX = 50
BATCH = 1000
CATEGORIES = ["toplevel", "devtools.timeline", "blink.user_timing"]


class Recorder:
    """Records the tasks and the functions of a page while something is done there."""

    def __init__(self, browser, window, functions):
        self.browser, self.window, self.functions = browser, window, functions
        self.session = window.context.new_cdp_session(window.page)
        self.session.send("Profiler.enable")
        self.session.send("Profiler.setSamplingInterval", {"interval": 500})
        self.longest = 0

    def record(self, name, act):
        self.browser.start_tracing(page=self.window.page, categories=CATEGORIES)
        self.session.send("Profiler.start")
        act()
        profile = self.session.send("Profiler.stop")["profile"]
        trace = json.loads(self.browser.stop_tracing())["traceEvents"]
        tasks = sorted(self._tasks(trace), reverse=True)
        long = [task for task in tasks if task > TASK_MILLISECONDS_MAX]
        self.longest = max(self.longest, *tasks[:1])
        most = ", ".join(f"{task:.0f}" for task in tasks[:6])
        print(f"{name:10} {len(long)} tasks over {TASK_MILLISECONDS_MAX} ms; longest: {most} ms", flush=True)
        for function, milliseconds in self._own_times(profile).most_common(self.functions):
            print(f"    {milliseconds:6.0f} ms  {function}")

    @staticmethod
    def _tasks(trace):
        """Milliseconds of processor time of each task of the page's main thread."""
        names = {(e["pid"], e["tid"]): e["args"]["name"] for e in trace if e["name"] == "thread_name"}
        pages = {e["pid"] for e in trace if e["name"] == "FunctionCall"}
        for event in trace:
            is_main = names.get((event["pid"], event["tid"])) == "CrRendererMain" and event["pid"] in pages
            if is_main and event["name"].endswith("RunTask") and "tdur" in event:
                yield event["tdur"] / 1000

    @staticmethod
    def _own_times(profile):
        nodes = {node["id"]: node["callFrame"] for node in profile["nodes"]}
        times = collections.Counter()
        for number, delta in zip(profile["samples"], profile["timeDeltas"]):
            frame = nodes[number]
            if frame["functionName"] not in ("(idle)", "(root)"):
                where = frame["url"].rsplit("/", 1)[-1]
                times[f"{frame['functionName']} {where}:{frame['lineNumber'] + 1}"] += delta / 1000
        return times


def scroll(window):
    page = window.page
    page.locator("main").hover()
    for _ in range(400):
        page.mouse.wheel(0, 4000)
        if page.evaluate("main.scrollTop + main.clientHeight > main.scrollHeight - 5"):
            window.quiet()
            last = window.rows().last
            if last.get_attribute("aria-posinset") == last.get_attribute("aria-setsize"):
                return


def go_to_top(window):
    window.page.locator("main").hover()
    # A new row stays in view until a person scrolls.
    window.page.mouse.wheel(0, -10_000_000)
    expect(window.row("Item 0")).to_be_in_viewport()


def check(window):
    for index in range(3):
        window.rows().nth(index + 3).locator(".check").click()
        window.settled()
    window.quiet()


def add(window):
    line = window.page.get_by_role("textbox", name="Add an item")
    for text in ("Brand new", "Brand newer"):
        line.fill(text)
        line.press("Enter")
        expect(window.row(text)).to_be_visible()
    window.settled()
    window.quiet()


def search(window):
    field = window.page.get_by_role("searchbox", name="Search this list")
    field.press_sequentially("item 4")
    window.quiet()
    field.fill("")
    window.quiet()
    expect(window.row("Item 0")).to_be_visible()


def undo(window):
    window.row("Item 10").locator(".open").press("Delete")
    window.row("Item 11").locator(".open").press("Delete")
    expect(window.row("Item 10")).to_have_count(0)
    window.page.locator("main").focus()
    window.page.keyboard.press("z")
    window.page.keyboard.press("z")
    expect(window.row("Item 10")).to_be_visible()
    window.settled()
    window.quiet()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--items", type=int, default=5000)
    parser.add_argument("--functions", type=int, default=0, help="how many functions to name for each action")
    given = parser.parse_args()
    with Service(tempfile.mkdtemp(prefix="long-")) as service, sync_playwright() as playwright:
        content = Content(service)
        made = content.make_list("Much")
        long = " that is rather long"
        texts = [f"Item {number}" + long * (number % 7 == 5) for number in range(given.items)]
        for first in range(0, given.items, BATCH):
            batch = [{"text": text} for text in texts[first : first + BATCH]]
            content.send("POST", f"/v1/checklists/{made['id']}/items/batch", batch)
        browser = playwright.chromium.launch(executable_path=SHELL, args=["--no-sandbox"])
        window = Window(browser, service, "/#/lists/1")
        window.handy()
        window.quiet()
        recorder = Recorder(browser, window, given.functions)

        def open_list():
            window.go(f"/?1#/lists/{made['id']}")
            expect(window.row("Item 0")).to_be_visible()
            window.handy()
            window.quiet()

        recorder.record("open", open_list)
        recorder.record("scroll", lambda: scroll(window))
        go_to_top(window)
        for name, act in (("check", check), ("add", add), ("undo", undo), ("search", search)):
            if name == "undo":
                go_to_top(window)
            recorder.record(name, lambda act=act: act(window))
        browser.close()
    if recorder.longest > TASK_MILLISECONDS_MAX:
        sys.exit(f"the longest task took {recorder.longest:.0f} ms of processor time")


if __name__ == "__main__":
    main()
