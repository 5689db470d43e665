"""What is measured: each a name, what is wanted, and a function that gives one round's ratio and figures."""

import sqlite3
import statistics
import time

from load import posting, wrk


def read_beside_nginx(context):
    """One checklist, 64 connections, beside nginx and Node answering the same bytes."""
    ours = wrk(context.url(f"/v1/checklists/{context.checklist}"), context.seconds)
    nginx = wrk(f"http://127.0.0.1:{context.nginx.port}/", context.seconds)
    node = wrk(f"http://127.0.0.1:{context.node.port}/", context.seconds)
    return {
        "requests/s": ours["rate"],
        "nginx": nginx["rate"],
        "node": node["rate"],
        "x nginx": ours["rate"] / nginx["rate"],
        "x node": ours["rate"] / node["rate"],
        "failed": ours["failed"],
    }


def page_beside_nginx(context):
    """A page of 100 items, 64 connections, beside nginx serving the same bytes from a file."""
    ours = wrk(context.url(f"/v1/checklists/{context.hundred}/items"), context.seconds)
    nginx = wrk(f"http://127.0.0.1:{context.nginx_page.port}/file", context.seconds)
    return {
        "pages/s": ours["rate"],
        "nginx": nginx["rate"],
        "x nginx": ours["rate"] / nginx["rate"],
        "failed": ours["failed"],
    }


def post_beside_redis(context):
    """Synced POSTs of an item, 64 connections, beside Redis' synced SETs and PostgreSQL's INSERTs."""
    path = f"/v1/checklists/{context.checklist}/items"
    body = {"text": "Item from a benchmark", "notes": "x" * 60}
    ours = wrk(context.url(path), context.seconds, script=posting(path, body))
    redis = context.redis.sets_per_second(context.seconds)
    postgres = context.postgres.inserts_per_second(context.seconds)
    return {
        "posts/s": ours["rate"],
        "redis": redis,
        "postgres": postgres,
        "x redis": ours["rate"] / redis,
        "x postgres": ours["rate"] / postgres,
        "p99 ms": ours["p99"],
        "failed": ours["failed"],
    }


def toggle_beside_redis(context):
    """Synced toggles spread over many items, 64 connections."""
    script = f"""
    wrk.method = "POST"
    request = function()
        return wrk.format(nil, "/v1/items/" .. math.random(1, {context.items}) .. "/toggle")
    end
    """
    ours = wrk(context.url("/"), context.seconds, script=script)
    redis = context.redis.sets_per_second(context.seconds)
    return {
        "toggles/s": ours["rate"],
        "redis": redis,
        "x redis": ours["rate"] / redis,
        "failed": ours["failed"],
    }


def mixed_beside_reads(context):
    """Nine reads to one write, 64 connections, beside reads alone."""
    script = f"""
    local n = 0
    request = function()
        n = n + 1
        local item = "/v1/items/" .. math.random(1, {context.items})
        if n % 10 == 0 then return wrk.format("POST", item .. "/toggle") end
        return wrk.format("GET", item)
    end
    """
    mixed = wrk(context.url("/"), context.seconds, script=script)
    reads = wrk(context.url("/"), context.seconds, script=script.replace("n % 10 == 0", "false"))
    return {
        "mixed/s": mixed["rate"],
        "reads/s": reads["rate"],
        "x reads": mixed["rate"] / reads["rate"],
        "failed": mixed["failed"],
    }


def tail_at_half_rate(context):
    """The 99th percentile of reads at about half the top rate, beside nginx."""
    script = "delay = function() return 1 end"
    ours = wrk(context.url(f"/v1/checklists/{context.checklist}"), context.seconds, script=script)
    nginx = wrk(f"http://127.0.0.1:{context.nginx.port}/", context.seconds, script=script)
    return {
        "p99 ms": ours["p99"],
        "nginx p99 ms": nginx["p99"],
        "x nginx": ours["p99"] / nginx["p99"],
        "requests/s": ours["rate"],
    }


def timed(context, target, times=15):
    """Median milliseconds of one request on a connection of its own, the first not counted."""
    spent = []
    for _ in range(times + 1):
        began = time.perf_counter()
        status, _, _ = context.service.request("GET", target)
        spent.append((time.perf_counter() - began) * 1e3)
        assert status == 200, (status, target)
    return statistics.median(spent[1:])


def first_pages(context):
    """The first page of the largest list, by each single sort key and by the apps' three, in milliseconds."""
    base = f"/v1/checklists/{context.large}/items?sort="
    keys = [
        "position",
        "text",
        "dueDate",
        "important",
        "checked",
        "createdAt",
        "updatedAt",
        "-text",
        "-dueDate",
    ]
    figures = {f"{key} ms": timed(context, base + key) for key in keys}
    figures["three keys ms"] = timed(context, base + "checked,-important,dueDate")
    return figures


def search(context):
    """A three-letter substring over everything: first 100 and the total, beside SQLite."""
    figures = {"ms": timed(context, "/v1/items?q=qzj")}
    for name, query in (
        ("LIKE ms", "SELECT count(*), group_concat(id) FROM plain WHERE text LIKE '%qzj%'"),
        ("FTS5 ms", "SELECT count(*), group_concat(rowid) FROM indexed WHERE indexed MATCH '\"qzj\"'"),
    ):
        spent = []
        for _ in range(5):
            began = time.perf_counter()
            context.sqlite.execute(query).fetchall()
            spent.append((time.perf_counter() - began) * 1e3)
        figures[name] = statistics.median(spent)
    return figures


def sqlite_with(texts):
    """The same texts in SQLite, plain and in a trigram index."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE plain (id INTEGER PRIMARY KEY, text TEXT)")
    database.execute("CREATE VIRTUAL TABLE indexed USING fts5(text, tokenize='trigram')")
    rows = list(enumerate(texts, 1))
    database.executemany("INSERT INTO plain VALUES (?, ?)", rows)
    database.executemany("INSERT INTO indexed (rowid, text) VALUES (?, ?)", rows)
    return database


MEASURES = {
    "GET one checklist": (read_beside_nginx, "x nginx >= 1.0, x node >= 1.5"),
    "GET 100 items": (page_beside_nginx, "x nginx >= 0.8"),
    "POST an item, synced": (post_beside_redis, "x redis >= 0.7, x postgres >= 1.8"),
    "toggle, synced": (toggle_beside_redis, "x redis >= 0.7"),
    "nine reads to one write": (mixed_beside_reads, "x reads >= 0.7"),
    "p99 at half the rate": (tail_at_half_rate, "x nginx <= 2"),
    "first page of the largest list": (first_pages, "single key <= 2 ms, three keys <= 10 ms"),
    "search three letters": (search, "<= 5 ms, <= LIKE / 20, <= FTS5"),
}
