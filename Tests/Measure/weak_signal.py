"""Measures how soon the rows of a list seen before are shown, with a server that is hard to reach.

Usage: weak_signal.py [--runs N]    CHECKLISTD names the program.

A proxy stands between the browser and the server. It lets everything pass, never answers, answers after
3 seconds, refuses connections, or sends 400 kbit/s. Each run loads the page anew, with its service worker.
"""

import argparse
import asyncio
import pathlib
import statistics
import sys
import tempfile
import threading

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Outside/BlackBox"))

from service import Service  # noqa: E402

SHELL = "/usr/lib/chromium/chromium-headless-shell"
ITEMS = 60
SECONDS_MAX = 0.3
BYTES_PER_SECOND = 400_000 // 8
CASES = ("pass", "never answers", "3 s delay", "refuses", "400 kbit/s")

# Resolves with the milliseconds from the navigation until a row is painted.
ROWS = """() => new Promise((shown) => {
    const look = () => document.querySelector("main .row [data-part=text]")?.textContent
        ? requestAnimationFrame(() => setTimeout(() => shown(performance.now())))
        : requestAnimationFrame(look);
    look();
})"""


class Proxy:
    """Forwards connections to a server, in one of the modes of CASES."""

    def __init__(self, port):
        self.target, self.mode, self.port = port, "pass", 0
        self.loop = asyncio.new_event_loop()
        self.server = None
        ready = threading.Event()
        threading.Thread(target=self._run, args=(ready,), daemon=True).start()
        ready.wait()

    def _run(self, ready):
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(self._listen())
        ready.set()
        self.loop.run_forever()

    async def _listen(self):
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self.server.sockets[0].getsockname()[1]
        self.writers = set()

    def become(self, mode):
        asyncio.run_coroutine_threadsafe(self._become(mode), self.loop).result()

    async def _become(self, mode):
        self.mode = mode
        for writer in list(self.writers):
            writer.transport.abort()
        self.server.close()
        if mode != "refuses":
            await self._listen()

    async def _serve(self, reader, writer):
        self.writers.add(writer)
        try:
            if self.mode == "never answers":
                while await reader.read(65536):
                    pass
                return
            back, forth = await asyncio.open_connection("127.0.0.1", self.target)
            pumps = (self._pump(reader, forth), self._pump(back, writer, slows=True))
            await asyncio.gather(*pumps, return_exceptions=True)
        except OSError:
            pass
        finally:
            self.writers.discard(writer)
            writer.close()

    async def _pump(self, reader, writer, slows=False):
        while data := await reader.read(4096):
            if slows and self.mode == "3 s delay":
                await asyncio.sleep(3)
            if slows and self.mode == "400 kbit/s":
                await asyncio.sleep(len(data) / BYTES_PER_SECOND)
            writer.write(data)
            await writer.drain()
        writer.close()


def measure(page, proxy, address, runs):
    figures = {}
    for mode in CASES:
        proxy.become(mode)
        times = []
        for _ in range(runs):
            page.goto("about:blank")
            page.goto(address, wait_until="commit")
            times.append(page.evaluate(ROWS) / 1000)
        figures[mode] = times
        print(f"{mode}: median {statistics.median(times):.2f} s, most {max(times):.2f} s", flush=True)
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with Service(tempfile.mkdtemp(prefix="weak-")) as service, sync_playwright() as playwright:
        _, _, made = service.request("POST", "/v1/checklists", {"name": "Groceries"})
        for number in range(ITEMS):
            service.request("POST", f"/v1/checklists/{made['id']}/items", {"text": f"Item {number}"})
        proxy = Proxy(service.port)
        browser = playwright.chromium.launch(executable_path=SHELL, args=["--no-sandbox"])
        page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        address = f"http://127.0.0.1:{proxy.port}/#/lists/{made['id']}"
        for _ in range(2):
            page.goto(address)
            page.evaluate(ROWS)
            page.evaluate("navigator.serviceWorker.ready.then(() => null)")
            page.wait_for_timeout(2000)
        figures = measure(page, proxy, address, runs)
        browser.close()
    late = [mode for mode, times in figures.items() if statistics.median(times) > SECONDS_MAX]
    if late:
        sys.exit(f"rows came later than {SECONDS_MAX} s: {', '.join(late)}")


if __name__ == "__main__":
    main()
