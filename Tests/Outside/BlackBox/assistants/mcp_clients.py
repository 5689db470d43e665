"""Assistants that use the tools at /mcp: the clients of PyPI's mcp and fastmcp, the checks of jbt-mcpcheck,
and wrong messages.

usage: mcp_clients.py [SEED]

Run by a Python that has mcp, fastmcp and jbt-mcpcheck. With CHECKLISTD_TEST_STORE=postgres on PostgreSQL.
"""

import asyncio
import collections
import contextlib
import json
import pathlib
import random
import subprocess
import sys

import fastmcp
import httpx2
import jsonschema
import mcp
from mcp.client.streamable_http import streamable_http_client

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from access import bearer, make, wait_for_tokens  # noqa: E402
from options import options, run_tests  # noqa: E402
from service import Service  # noqa: E402

TOOLS = [
    "list_lists", "find_items", "agenda", "add_items", "update_items", "check_items", "move_items",
    "create_list", "delete_items", "restore",
]  # fmt: skip
SEED = None


class Failed(Exception):
    """A tool answered with an error for the model."""


@contextlib.asynccontextmanager
async def mcp_client(url, token, mode):
    """A client of PyPI's mcp; its calls check results against the output schemas."""
    async with httpx2.AsyncClient(headers=bearer(token), timeout=60) as http:
        transport = streamable_http_client(url, http_client=http)
        async with mcp.Client(transport, mode=mode) as client:

            async def call(tool, **arguments):
                result = await client.call_tool(tool, arguments)
                if result.is_error:
                    raise Failed(result.content[0].text)
                assert json.loads(result.content[0].text) == result.structured_content
                return result.structured_content

            yield call, [tool.name for tool in (await client.list_tools()).tools]


@contextlib.asynccontextmanager
async def fastmcp_client(url, token):
    async with fastmcp.Client(fastmcp.client.StreamableHttpTransport(url, auth=token)) as client:

        async def call(tool, **arguments):
            result = await client.call_tool(tool, arguments, raise_on_error=False)
            if result.is_error:
                raise Failed(result.content[0].text)
            return result.structured_content

        yield call, [tool.name for tool in await client.list_tools()]


CLIENTS = {
    "mcp, each request alone": lambda url, token: mcp_client(url, token, "auto"),
    "mcp, with a handshake": lambda url, token: mcp_client(url, token, "legacy"),
    "fastmcp": fastmcp_client,
}


async def run_all_tools(call, name):
    """A shopping trip that takes all ten tools.

    - name: A text that no other trip has, for keys and tags.
    """
    made = await call("create_list", name="Shop", icon="Groceries", lines=["Milk 2 l", "Bread @bakery"])
    shop = made["list"]["listId"]
    milk, bread = (item["itemId"] for item in made["items"])
    assert made["items"][0]["quantity"] == 2 and made["items"][1]["tags"] == ["bakery"]
    home = (await call("create_list", name="Home"))["list"]["listId"]
    lists = await call("list_lists")
    assert {"Shop", "Home"} <= {each["name"] for each in lists["lists"]}
    added = await call(
        "add_items", listId=home, lines=["Sweep today", "Water plants every Monday"], idempotencyKey=name
    )
    again = await call(
        "add_items", listId=home, lines=["Sweep today", "Water plants every Monday"], idempotencyKey=name
    )
    assert [each["itemId"] for each in added["items"]] == [each["itemId"] for each in again["items"]]
    sweep, water = (item["itemId"] for item in added["items"])
    assert (await call("find_items", text="BREAD", listIds=[shop]))["items"][0]["itemId"] == bread
    assert sweep in [each["itemId"] for day in (await call("agenda"))["days"] for each in day["items"]]
    changed = await call("update_items", changes=[{"itemId": milk, "text": "Oat milk", "important": True}])
    assert changed["items"][0]["text"] == "Oat milk" and changed["items"][0]["important"]
    checked = await call("check_items", itemIds=[sweep, water])
    assert [each["checked"] for each in checked["items"]] == [True, False]
    moved = await call("move_items", itemIds=[water, milk], listId=shop, place="first")
    assert [each["itemId"] for each in moved["items"]] == [water, milk]
    found = await call("find_items", listIds=[shop], limit=2)
    assert [each["itemId"] for each in found["items"]] == [water, milk] and found["total"] == 3
    rest = await call("find_items", listIds=[shop], limit=2, cursor=found["nextCursor"])
    assert [each["itemId"] for each in rest["items"]] == [bread] and rest["nextCursor"] is None
    deleted = await call("delete_items", itemIds=[milk, bread])
    assert deleted["deleted"] == 2 and len(deleted["trashIds"]) == 2
    assert (await call("find_items", listIds=[shop]))["total"] == 1
    assert {each["name"] for each in (await call("restore"))["trash"]} >= {"Oat milk", "Bread"}
    restored = await call("restore", trashIds=deleted["trashIds"])
    assert restored["lists"][0]["itemsCount"] == 3
    try:
        await call("check_items", itemIds=[bread, 1 << 40])
    except Failed as failure:
        assert "/itemIds/1: There is no such item" in str(failure), failure
    else:
        raise AssertionError("an unknown item was checked")
    assert not (await call("find_items", text="bread", listIds=[shop]))["items"][0]["checked"]


def test_tools_with_each_client(data):
    with Service(data, "--log-level", "debug") as service:
        token = make(data, "writer", "write")
        reader = make(data, "reader", "read")
        wait_for_tokens(service, 2)
        url = f"http://127.0.0.1:{service.port}/mcp"

        async def use(name, client):
            async with client(url, token) as (call, tools):
                assert tools == TOOLS, tools
                await run_all_tools(call, name)
            async with client(url, reader) as (call, tools):
                assert tools == TOOLS[:3], tools

        for name, client in CLIENTS.items():
            asyncio.run(use(name, client))
            print(f"{name}: ok", flush=True)
        status, headers, _ = service.request("POST", "/mcp", {})
        assert status == 401 and "Bearer" in headers["www-authenticate"]


def test_conformance(data):
    """The checks of jbt-mcpcheck, of which none may fail, warn or be inconclusive."""
    with Service(data) as service:
        command = [str(pathlib.Path(sys.executable).with_name("mcpcheck")), "--json", "--strict"]
        command += ["--probe", "all", "--legacy-probes", f"http://127.0.0.1:{service.port}/mcp"]
        result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert result.returncode == 0, result.stdout + result.stderr


def test_arguments_that_break_a_published_schema(data):
    """The server accepts no arguments that the schema of a tool refuses."""
    rng = random.Random(SEED)
    verdicts = collections.Counter()
    with Service(data) as service:
        listed = service.request("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/list"})[2]
        for tool in listed["result"]["tools"][:3]:
            schema = jsonschema.Draft202012Validator(tool["inputSchema"])
            names = [*tool["inputSchema"]["properties"], "unknown"]
            for _ in range(300):
                chosen = rng.sample(names, rng.randrange(3))
                arguments = {name: rng.choice([*VALUES, *GOOD_VALUES]) for name in chosen}
                params = {"name": tool["name"], "arguments": arguments}
                message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
                status, _, answer = service.request("POST", "/mcp", message)
                assert status == 200, (arguments, status, answer)
                is_accepted = "isError" not in answer["result"]
                is_valid = schema.is_valid(arguments)
                assert is_valid or not is_accepted, (tool["name"], arguments)
                verdicts[is_valid, is_accepted] += 1
    assert verdicts[True, True] and verdicts[False, False], verdicts


def test_wrong_messages(data):
    """Whatever comes, the answer is a JSON-RPC error or a result, and nothing changes."""
    rng = random.Random(SEED)
    with Service(data) as service:
        for number in range(1_000):
            body, headers = wrong_message(rng)
            status, _, answer = service.request("POST", "/mcp", body, headers)
            told = (number, body, headers, status, answer)
            assert status < 500, told
            if status in (202, 415):
                continue
            assert answer["jsonrpc"] == "2.0" and ("error" in answer) != ("result" in answer), told
            assert "result" not in answer or answer["result"].get("isError") is not False, told
        lists = [each["name"] for each in service.walk("/v1/checklists")]
        assert lists == ["List"], lists


VALUES = [
    None, True, 0, -1, 1.5, 1 << 53, 1 << 70, "", "x", "\u0000", "é" * 300, [], [None], [[]], {}, {"a": {}},
    "2026-02-30", [1] * 101, [{}] * 101,
]  # fmt: skip
GOOD_VALUES = ["2026-11-26", "2026-11-26T12:00:00Z", "UTC", "due", "overdue", [1], ["tag"], False, 1.0, 200]
NAMES = [
    "listId", "lines", "itemIds", "changes", "trashIds", "name", "text", "limit", "cursor", "due", "dueFrom",
    "sort", "timeZone", "idempotencyKey", "unknown",
]  # fmt: skip


def wrong_message(rng):
    """A body with wrong parts, and header fields that mostly match it."""
    modern = rng.random() < 0.5
    # No call can succeed: each has an unknown argument.
    tool = rng.choice(TOOLS[1:7] + TOOLS[8:])
    arguments = {name: rng.choice(VALUES) for name in rng.sample(NAMES, rng.randrange(1, 5))} | {"unknown": 1}
    params = {"name": tool, "arguments": arguments}
    headers = {"content-type": "application/json"}
    if modern:
        params["_meta"] = {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        }
        headers |= {"mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": tool}
    message = {"jsonrpc": "2.0", "id": rng.choice([1, "a"]), "method": "tools/call", "params": params}
    match rng.randrange(6):
        case 0:
            message[rng.choice(["jsonrpc", "id", "method", "params"])] = rng.choice(VALUES)
        case 1:
            params[rng.choice(["name", "arguments", "_meta"])] = rng.choice(VALUES)
        case 2:
            field = rng.choice(["mcp-protocol-version", "mcp-method", "mcp-name"])
            headers[field] = rng.choice(["", "x", "=?base64?!?="])
        case 3:
            message = [message] * rng.randrange(3)
    body = json.dumps(message).encode()
    if rng.random() < 0.2:
        at = rng.randrange(len(body))
        body = body[:at] + bytes([rng.randrange(256)]) + body[at + rng.randrange(3) :]
    return body, headers


if __name__ == "__main__":
    given = options(__doc__, seed=None)
    SEED = given.seed
    run_tests(globals(), given.night)
