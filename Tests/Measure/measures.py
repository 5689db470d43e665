"""What is measured: for each row of the table a function that gives a round's figures, and what is wanted."""

import multiprocessing
import time

from load import Client, median_time, post_all, posting, requesting, wrk

TEXT, NOTES = "Item from a benchmark", "x" * 60
BODY = f'{{"text": "{TEXT}", "notes": "{NOTES}"}}'
SORT_KEYS = "position text dueDate important checked createdAt updatedAt".split()


def one_checklist(context):
    """A checklist, beside nginx and Node answering the same bytes."""
    ours = wrk(context.url(f"/v1/checklists/{context.middle}"), context.seconds)
    nginx = wrk(context.nginx_url("/"), context.seconds)["rate"]
    node = wrk(f"http://127.0.0.1:{context.node.port}/", context.seconds)["rate"]
    return {**served(ours), "x nginx": ours["rate"] / nginx, "x node": ours["rate"] / node, "nginx/s": nginx}


def hundred_items(context):
    """A page of 100 items, beside nginx serving the same bytes from a file."""
    ours = wrk(context.url(f"/v1/checklists/{context.hundred}/items"), context.seconds)
    nginx = wrk(context.nginx_url("/1"), context.seconds)["rate"]
    return {**served(ours), "x nginx": ours["rate"] / nginx, "nginx/s": nginx}


def post(context):
    """New items, synced, beside Redis' synced SETs and PostgreSQL's INSERTs."""
    ours = wrk(context.url(f"/v1/checklists/{context.middle}/items"), context.seconds, posting(BODY))
    redis, postgres = context.redis.sets_per_second(context.seconds), context.postgres
    inserts = postgres.inserts_per_second(context.seconds)
    ratios = {"x redis": ours["rate"] / redis, "x postgres": ours["rate"] / inserts}
    return {**served(ours), **ratios, "redis/s": redis, "postgres/s": inserts}


def toggle(context):
    """Items checked and unchecked all over the lists, synced, beside Redis' synced SETs."""
    ours = wrk(context.url("/"), context.seconds, requesting(toggling(context.items)))
    redis = context.redis.sets_per_second(context.seconds)
    return {**served(ours), "x redis": ours["rate"] / redis, "redis/s": redis}


def nine_to_one(context):
    """Nine reads to one write all over the lists, beside reads alone."""
    read = reading(context.items)
    either = f"n % 10 == 0 and {toggling(context.items)} or {read}"
    mixed = wrk(context.url("/"), context.seconds, requesting(either))
    reads = wrk(context.url("/"), context.seconds, requesting(read))["rate"]
    return {**served(mixed), "x reads": mixed["rate"] / reads, "reads/s": reads}


def tail(context):
    """The 99th percentile of reads while each of the connections rests for a millisecond, beside nginx."""
    script = "delay = function() return 1 end"
    ours = wrk(context.url(f"/v1/checklists/{context.middle}"), context.seconds, script)
    nginx = wrk(context.nginx_url("/"), context.seconds, script)
    return {"p99 ms": ours["p99"], "x nginx": ours["p99"] / nginx["p99"], "/s": ours["rate"]}


def first_pages(context):
    """The first page of the largest list by each single key, either way, and by three keys."""
    client = Client(context.service.port)
    base = f"/v1/checklists/{context.large}/items?sort="
    keys = [sign + key for key in SORT_KEYS for sign in ("", "-")]
    single = max(client.median(base + key, context.large_item) for key in keys)
    three = client.median(base + "checked,-important,dueDate", context.large_item)
    return {"slowest key ms": single, "three keys ms": three}


def search(context):
    """Three letters over everything, the first 100 and the total, beside SQLite's LIKE and trigram index.

    SQLite is called within this process, so the ratios to its index are without what the cheapest request
    takes.
    """
    client, rare, frequent = Client(context.service.port), "qzj", "mil"
    round_trip = client.median("/healthz", context.large_item)
    ours = client.median(f"/v1/items?q={rare}", context.large_item)
    like = median_time(lambda: context.sqlite.search("plain", f"text LIKE '%{rare}%'"))
    fts = median_time(lambda: context.sqlite.search("indexed", f"indexed MATCH '\"{rare}\"'"), 15)
    frequent_fts = median_time(lambda: context.sqlite.search("indexed", f"indexed MATCH '\"{frequent}\"'"))
    many = client.median(f"/v1/items?q={frequent}", context.large_item)
    figures = {"ms": ours, "x LIKE": ours / like, "x FTS5": (ours - round_trip) / fts}
    figures |= {"frequent ms": many, "frequent x FTS5": (many - round_trip) / frequent_fts}
    return {**figures, "round trip ms": round_trip, "LIKE ms": like, "FTS5 ms": fts}


def alternatives(context):
    """Single items made and read, beside Kinto's records and Radicale's tasks."""
    kinto, radicale = context.kinto, context.radicale
    ours = wrk(context.url(f"/v1/checklists/{context.middle}/items"), context.seconds, posting(BODY))
    our_reads = wrk(context.url("/"), context.seconds, requesting(reading(1_000)))
    records = wrk(kinto.url(kinto.RECORDS), context.seconds, posting(f'{{"data": {BODY}}}'))
    record = wrk(kinto.url(f"{kinto.RECORDS}/first"), context.seconds)
    tasks = wrk(radicale.url(), context.seconds, putting(radicale))
    task = wrk(radicale.url(f"{radicale.CALENDAR}first.ics"), context.seconds)
    return {
        "POST x Kinto": ours["rate"] / records["rate"], "GET x Kinto": our_reads["rate"] / record["rate"],
        "POST x Radicale": ours["rate"] / tasks["rate"], "GET x Radicale": our_reads["rate"] / task["rate"],
        "Kinto POST/s": records["rate"], "Kinto GET/s": record["rate"], "Radicale PUT/s": tasks["rate"],
        "Radicale GET/s": task["rate"], "failed": sum(r["failed"] for r in (records, record, tasks, task)),
    }


def putting(radicale):
    """A script that makes a task with each request."""
    target = f'"{radicale.CALENDAR}" .. uid .. ".ics"'
    task = radicale.task.replace("\r\n", "\\r\\n")
    return f"""
    local n, start = 0, os.time()
    request = function()
        n = n + 1
        local uid = start .. "-" .. n
        local body = string.gsub("{task}", "{{uid}}", uid)
        return wrk.format("PUT", {target}, {{["content-type"] = "text/calendar"}}, body)
    end
    """


def growth(context):
    """What everything costs with all the items, as a multiple of what it costs with a thousand."""
    figures = {}
    for name, expression in (("read", reading), ("write", writing), ("toggle", toggling)):
        small, large = [
            wrk(url("/"), context.seconds, requesting(expression(count)))["rate"]
            for url, count in ((context.small_url, 1_000), (context.url, context.items))
        ]
        figures[f"{name} x"] = small / large
    pages = [
        Client(service.port).median(f"/v1/checklists/{number}/items?sort=dueDate", item, 100)
        for service, number, item in (
            (context.small, context.small_list, context.first_item),
            (context.service, context.large, context.large_item),
        )
    ]
    return {**figures, "first page x": pages[1] / pages[0]}


def checkpoint(context):
    """The slowest of the reads on one connection, one a millisecond, while so many items are changed that the
    files of all lists are written anew."""
    count, ended = context.checkpoints(), multiprocessing.Event()
    slowest = multiprocessing.Value("d", 0)
    target = f"/v1/checklists/{context.middle}"
    reader = multiprocessing.Process(target=slowest_read, args=(context.service.port, target, ended, slowest))
    reader.start()
    began = time.monotonic()
    step = max(1, context.items // context.checkpoint_changes)
    items = (
        context.first_item + number * step % (context.items - 3)
        for number in range(context.checkpoint_changes)
    )
    post_all(context.service.port, ((f"/v1/items/{item}/toggle", "") for item in items))
    while context.checkpoints() == count and time.monotonic() < began + 60:
        time.sleep(0.1)
    ended.set()
    reader.join()
    return {"slowest read ms": slowest.value, "seconds": time.monotonic() - began}


def slowest_read(port, target, ended, slowest):
    client = Client(port)
    while not ended.is_set():
        slowest.value = max(slowest.value, client.milliseconds(target))
        time.sleep(0.001)


def reading(count):
    return f'wrk.format("GET", "/v1/items/" .. math.random(3, {count}))'


def toggling(count):
    return f'wrk.format("POST", "/v1/items/" .. math.random(3, {count}) .. "/toggle")'


def writing(_):
    return 'wrk.format("POST", "/v1/checklists/1/items", nil, \'{"text": "Item from a benchmark"}\')'


def served(run):
    return {"/s": run["rate"], "p99 ms": run["p99"], "failed": run["failed"]}


# What each figure should be: at least a positive number, at most a negative one.
MEASURES = {
    "GET one checklist": (one_checklist, {"x nginx": 1.05, "x node": 1.5}),
    "GET 100 items": (hundred_items, {"x nginx": 0.8}),
    "POST an item": (post, {"x redis": 1.0, "x postgres": 2.0}),
    "toggle an item": (toggle, {"x redis": 0.9}),
    "nine reads to one write": (nine_to_one, {"x reads": 0.7}),
    "reads at half the rate": (tail, {"x nginx": -2}),
    "first page of the largest list": (first_pages, {"slowest key ms": -2, "three keys ms": -10}),
    "search of three letters": (search, {"ms": -5, "x LIKE": -0.05, "x FTS5": -1}),
    "growth from 1,000 items": (
        growth,
        {f"{name} x": -1.3 for name in ("read", "write", "toggle", "first page")},
    ),
    "what people know": (alternatives, {}),
    "during a checkpoint": (checkpoint, {"slowest read ms": -50}),
}
