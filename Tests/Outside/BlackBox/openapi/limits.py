"""Compares the limits in openapi.yaml with those of the server: numbers, lengths, counts and durations.

The test sends each value at its limit and just beyond it, in bodies and queries of all operations. A value at
its limit must not break a rule about its size. A value beyond it must be refused, with a violation that names
its field. Violations of other fields do not matter.

usage: limits.py
"""

import datetime
import json
import pathlib
import re
import sys
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from options import options  # noqa: E402
from service import ROOT, Service  # noqa: E402

# The violations of an import have no pointers. An event stream has no end. A sign-in checks its secret first.
LEFT_OUT = {"importChecklists", "streamChanges", "signIn"}
# Rules about the size of a value.
SIZES = {
    "too-long",
    "too-many",
    "out-of-range",
    "empty",
    "not-an-id",
    "not-a-duration",
    "duration-out-of-range",
    "not-printable-ascii",
    "wrong-type",
    "not-a-recurrence-rule",
    "not-a-url",
    "not-a-mail-address",
    "not-a-media-type",
    "not-a-set-of",
}
# A public key of a browser, from RFC 8291.
POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
LATER = "2100-01-01T00:00:00Z"
# What a field needs beside it, by its name.
BESIDE = {
    "unit": {"quantity": 1},
    "latitude": {"longitude": 0},
    "longitude": {"latitude": 0},
    "alarms": {"dueDate": LATER, "dueOn": None, "timeZone": None},
    "repeatEvery": {"dueDate": LATER, "shouldRemind": True},
    "recurrence": {"dueDate": LATER},
    "template": {"format": "template"},
    "sectionId": {"checklistId": [1]},
}
MAIL = ["--smtp", "smtp://127.0.0.1:1", "--smtp-from", "lists@example.org", "--url", "https://lists.example"]


def seconds(text):
    """The length of a duration."""
    parts = re.fullmatch(
        r"([-+]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?", text
    ).groups()
    units = zip(parts[1:], ("weeks", "days", "hours", "minutes", "seconds"))
    length = datetime.timedelta(**{unit: int(number or 0) for number, unit in units})
    return (-1 if parts[0] == "-" else 1) * int(length.total_seconds())


def duration(length):
    return f"{'-' if length < 0 else ''}PT{abs(length)}S"


class Schemas:
    """The schemas of the document, with references followed."""

    def __init__(self, components):
        self.components = components

    def resolved(self, schema):
        while "$ref" in schema:
            kind, name = schema["$ref"].split("/")[-2:]
            schema = {**self.components[kind][name], **{key: schema[key] for key in schema if key != "$ref"}}
        return schema

    def sample(self, schema, number=0):
        """A valid value; another one for each number."""
        schema = self.resolved(schema)
        for branch in schema.get("oneOf", schema.get("anyOf", [])):
            return self.sample(branch, number)
        kinds = schema.get("type", "string")
        kind = kinds if isinstance(kinds, str) else kinds[0]
        if "enum" in schema:
            return schema["enum"][number % len(schema["enum"])]
        if kind == "object":
            return {
                name: self.sample(schema["properties"][name], number) for name in schema.get("required", [])
            }
        if kind == "array":
            return [self.sample(schema["items"])]
        if kind in ("integer", "number"):
            return number + 1
        texts = {
            "date-time": LATER,
            "date": "2100-01-01",
            "recurrence-rule": "FREQ=DAILY",
            "reset-days": "FREQ=DAILY",
            "email": "ada@example.org",
            "signed-duration": f"PT{number}S",
            "p256-point": POINT,
        }
        starts = {
            "^[Hh]": "https://example.org/a",
            "^[A-Za-z0-9!": "text/plain",
            "^[A-Za-z0-9_-]{21}": "A" * 22,
        }
        start = next((text for key, text in starts.items() if schema.get("pattern", "").startswith(key)), "x")
        return texts.get(schema.get("format"), f"{start}{number or ''}")

    def values(self, schema):
        """Values at the limits of a schema, and values beyond them."""
        schema = self.resolved(schema)
        lists = [list(each) for each in self.lists(schema)]
        at, beyond = [], []
        for inside, outside in [self.numbers(schema), self.texts(schema), self.durations(schema), *lists]:
            at += inside
            beyond += outside
        return at, beyond

    def numbers(self, schema):
        at, beyond = [], []
        step = 1 if "integer" in schema.get("type", "") else 0.0005
        for name, sign in (("minimum", -1), ("maximum", 1)):
            if name in schema:
                at.append(schema[name])
                beyond.append(schema[name] + sign * step)
        return at, beyond

    def texts(self, schema):
        pattern = schema.get("pattern", "")
        most = schema.get("maxLength")
        # The pattern of a text without white space at its ends; that of a QR code.
        for found in re.finditer(r"^.*\[\\t-\\r.*\{0,(\d+)\}|\{1,(\d+)\}\$$", pattern):
            most = int(found[1]) + 2 if found[1] else int(found[2])
        if most is None:
            return [], []
        at, beyond = [self.text(schema, most)], [self.text(schema, most + 1)]
        least = 1 if "{1," in pattern or r"[\t-\r" in pattern else schema.get("minLength", 0)
        return at, beyond + ([""] if least else [])

    def text(self, schema, length):
        """A valid text of a length."""
        kind, start = schema.get("format", ""), self.sample(schema)
        if kind.endswith("duration"):
            # Leading zeros count.
            sign = "+" if kind == "signed-duration" else ""
            return f"{sign}P{0:09}W{0:09}DT{0:09}H{10:0{length - len(sign) - 33}}M"
        if kind in ("recurrence-rule", "reset-days"):
            rule = "FREQ=MONTHLY;BYMONTHDAY=" + "1,2," * length
            return rule[: length - 2] + ("," if rule[length - 3] != "," else "1") + "1"
        if kind == "email":
            labels = ".".join(["a" * 60] * 4)
            return f"{'a' * (length - len(labels) - 5)}@{labels}.org"[-length:]
        return start + "a" * (length - len(start))

    def durations(self, schema):
        at, beyond = [], []
        for name, sign in (("x-minimum", -1), ("x-maximum", 1)):
            if name not in schema:
                continue
            limit = seconds(schema[name])
            at += [schema[name], duration(limit)]
            beyond.append(duration(limit + sign))
            if limit >= 3600:
                # The same length in other units.
                at.append(f"PT{limit // 3600 - 1}H59M60S")
        return at, beyond

    def lists(self, schema):
        if "array" not in schema.get("type", ""):
            return
        for name, step in (("minItems", -1), ("maxItems", 1)):
            if name in schema and "enum" not in self.resolved(schema["items"]):
                counts = schema[name], schema[name] + step
                yield [[[self.sample(schema["items"], each) for each in range(count)]] for count in counts]

    def cases(self, schema, build, pointer=""):
        """Each value with the whole body around it and its pointer: (body, pointer, is allowed)."""
        schema = self.resolved(schema)
        at, beyond = self.values(schema)
        for value in at:
            if isinstance(value, str) and "pattern" in schema:
                assert re.search(schema["pattern"], value), (pointer, value, schema["pattern"])
        yield from ((build(value), pointer, True) for value in at)
        yield from ((build(value), pointer, False) for value in beyond)
        for branch in [*schema.get("oneOf", []), *schema.get("anyOf", [])]:
            yield from self.cases(branch, build, pointer)
        if "items" in schema:
            yield from self.cases(schema["items"], lambda value: build([value]), f"{pointer}/0")
        for name, member in schema.get("properties", {}).items():
            beside = self.sample({**schema, "oneOf": [], "type": "object"}) | BESIDE.get(name, {})
            beside = {key: value for key, value in beside.items() if key in schema["properties"]}
            inner = lambda value, name=name, beside=beside: build({**beside, name: value})  # noqa: E731
            yield from self.cases(member, inner, f"{pointer}/{name}")


def prepare(service):
    """Adds one object of each kind, and gives the ids of those that are not the first."""
    ids = {}
    for path, body in [
        ("/v1/checklists/1/sections", {"name": "Section"}),
        ("/v1/webhooks", {"url": "https://example.org/hook", "format": "template"} | TEMPLATE),
        ("/v1/views", {"name": "View", "query": {}}),
    ]:
        status, _, answer = service.request("POST", path, body)
        assert status == 201, answer
        ids |= {"sectionId": answer["id"]} if "sections" in path else {}
    due = {"dueDate": LATER, "shouldRemind": True, "tags": ["x"]}
    assert service.request("PATCH", "/v1/items/1", due)[0] == 200
    return ids


TEMPLATE = {"template": {"contentType": "text/plain", "body": "x"}}


def violations(answer):
    return (
        [(each.get("pointer", each.get("parameter")), each["code"]) for each in answer.get("errors", [])]
        if isinstance(answer, dict)
        else []
    )


def judge(name, place, value, is_allowed, status, answer):
    """Why a response differs from the document; nothing if it does not."""
    found = violations(answer)
    text = json.dumps(value)
    told = f"{name} {place} {text[:60]}{'…' if len(text) > 60 else ''}: {status} {found[:3]}"
    if status >= 500 and status not in (501, 502):
        return told
    if is_allowed:
        return told if any(where == place and code in SIZES for where, code in found) else ""
    # Some arrays are refused as a whole.
    places = {place, place.removesuffix("/0")}
    return "" if status in (400, 422) and any(where in places for where, _ in found) else told


def filled(path, ids):
    """A path with the ids of objects."""
    return re.sub(r"{(\w+)}", lambda found: str({"tag": "x", **ids}.get(found[1], 1)), path)


def value_at(body, pointer):
    for name in pointer.split("/")[1:]:
        body = body[int(name) if isinstance(body, list) else name]
    return body


def test_bodies(service, description, schemas, ids):
    count, differences = 0, []
    for path, method, operation in operations(description):
        if operation["operationId"] in LEFT_OUT:
            continue
        target = filled(path, ids)
        for kind, content in operation.get("requestBody", {}).get("content", {}).items():
            for body, pointer, is_allowed in schemas.cases(content["schema"], lambda value: value):
                fields = {"content-type": kind}
                sent = json.dumps(body).encode()
                status, _, answer = service.request(method, target, sent, fields)
                value = value_at(body, pointer)
                difference = judge(operation["operationId"], pointer, value, is_allowed, status, answer)
                differences += [difference] if difference else []
                count += 1
    return count, differences


def test_queries(service, description, schemas, ids):
    count, differences = 0, []
    for path, method, operation in operations(description):
        target = filled(path, ids)
        for parameter in map(schemas.resolved, operation.get("parameters", [])):
            if parameter["in"] != "query" or method != "GET" or operation["operationId"] in LEFT_OUT:
                continue
            at, beyond = schemas.values(parameter["schema"])
            for value, is_allowed in [(each, True) for each in at] + [(each, False) for each in beyond]:
                if isinstance(value, list):
                    continue
                query = urllib.parse.urlencode({parameter["name"]: value})
                status, _, answer = service.request(method, f"{target}?{query}")
                name = operation["operationId"]
                difference = judge(name, parameter["name"], value, is_allowed, status, answer)
                differences += [difference] if difference else []
                count += 1
    return count, differences


def operations(description):
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            if method != "parameters":
                yield path, method.upper(), operation


def main():
    options(__doc__)
    with Service(None, *MAIL) as service:
        ids = prepare(service)
        description = json.loads((ROOT / "Sources/System/CEmbedded/openapi.json").read_text())
        schemas = Schemas(description["components"])
        found = [test(service, description, schemas, ids) for test in (test_bodies, test_queries)]
    differences = [each for _, several in found for each in several]
    print("\n".join(differences))
    print(f"{sum(count for count, _ in found)} values at and beyond their limits")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
