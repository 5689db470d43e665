"""Every read of the API with each parameter, made from its description, and queries of calendar apps."""

import json
import pathlib
from urllib.parse import urlencode

DESCRIPTION = pathlib.Path(__file__).resolve().parents[2] / "Sources/System/CEmbedded/openapi.json"
# Reads that do not end, that ask another server, or that need one.
LEFT_OUT = {"streamChanges", "getItemWeather", "getDelivery", "getPushSubscription"}
PAGE = 20
# Values of parameters whose schemas are patterns. Other values are those of `ids`, enumerations and examples.
VALUES = {
    "q": ["milk", "bicycle", "zebra", "a"],
    "tag": ["rare5", "common"],
    "sectionId": ["{section}"],
    "parentId": ["none", "{parent}"],
    "assigneeId": ["me", "none"],
    "checklistId": ["{checklistId}"],
    "personId": ["{personId}"],
    "itemId": ["{itemId}"],
    "dueOn": ["2035-06-06"],
    "dueDate": ["2035-06-06T08:00:00Z"],
    "changedSince": ["2026-01-01T00:00:00Z", "2099-01-01T00:00:00Z"],
    "fields": ["text"],
    "file": ["folder.svg"],
}
# The parameter that another one needs beside it, unless it is in the path.
NEEDED = {"sectionId": "checklistId"}
# Parameters together that no single one stands for.
TOGETHER = [
    "/v1/items?tag=common&sort=dueDate",
    "/v1/items?sort=dueDate,text",
    "/v1/items?sort=checked,dueDate",
    "/v1/items?important=true&checked=false&sort=-updatedAt",
    "/v1/items?checklistId={checklistId}&checklistId={second}",
    "/v1/items?checklistId={checklistId}&sectionId={section}",
    "/v1/items?include=checklist&fields=text",
    "/v1/agenda?from=2030-01-01&to=2060-01-01",
]
QUERY = """<?xml version="1.0"?><C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
<D:prop><D:getetag/></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO">{}
</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>"""
SYNC = """<?xml version="1.0"?><D:sync-collection xmlns:D="DAV:"><D:sync-token/><D:sync-level>1</D:sync-level>
<D:prop><D:getetag/></D:prop></D:sync-collection>"""
PROPERTIES = '<?xml version="1.0"?><D:propfind xmlns:D="DAV:"><D:prop><D:getetag/></D:prop></D:propfind>'


def reads(ids):
    """The targets of every read, with the numbers in `ids` by their names in the description."""
    description = json.loads(DESCRIPTION.read_text())
    targets = []
    for path, operations in description["paths"].items():
        operation = operations.get("get")
        if operation is None or operation["operationId"] in LEFT_OUT:
            continue
        given = [*operation.get("parameters", []), *operations.get("parameters", [])]
        targets += targets_of(path, [resolved(description, one) for one in given], description, ids)
    return [*dict.fromkeys(targets + [one.format(**ids) + f"&limit={PAGE}" for one in TOGETHER])]


def targets_of(path, parameters, description, ids):
    """A read without optional parameters, and one with each value of each."""
    names = {one["name"] for one in parameters if one["in"] == "path"}
    if missing := names - ids.keys() - VALUES.keys():
        raise SystemExit(f"GET {path}: say a value of {', '.join(missing)} in {__file__}")
    place = path.format(**{name: ids.get(name) or VALUES[name][0] for name in names})
    in_query = [one for one in parameters if one["in"] == "query"]
    queried = {one["name"]: values_of(one, description, ids) for one in in_query}
    always = {one["name"]: one["example"] for one in in_query if one.get("required")}
    if "limit" in queried:
        always["limit"] = PAGE
    several = [(name, value) for name, values in queried.items() if name not in always for value in values]
    needed = {name: {other: ids[other]} for name, other in NEEDED.items() if other not in names}
    pairs = [always, *({name: value} | needed.get(name, {}) | always for name, value in several)]
    return [f"{place}?{urlencode(pair)}" if pair else place for pair in pairs]


def values_of(parameter, description, ids):
    """The values of a parameter to ask for; none of a cursor or ticket, which an answer has to give."""
    if parameter["name"] in VALUES:
        return [value.format(**ids) for value in VALUES[parameter["name"]]]
    schema = resolved(description, parameter["schema"])
    schema = resolved(description, schema["items"]) if schema.get("type") == "array" else schema
    if schema.get("type") == "boolean":
        return ["true", "false"]
    if "enum" in schema:
        return schema["enum"]
    example = parameter.get("example")
    return [] if example is None else [example]


def resolved(description, part):
    """A part of the description, which may be a reference to a component."""
    if "$ref" not in part:
        return part
    _, *keys = part["$ref"].split("/")
    for key in keys:
        description = description[key]
    return description


def calendar_reads():
    """What calendar apps ask of a list with `Depth: 1`: its name, the method and the body."""
    range_of_year = '<C:time-range start="20300101T000000Z" end="20310101T000000Z"/>'
    completed = '<C:prop-filter name="COMPLETED"><C:is-not-defined/></C:prop-filter>'
    summary = '<C:prop-filter name="SUMMARY"><C:text-match>zebra</C:text-match></C:prop-filter>'
    queries = {"all": "", "of a year": range_of_year, "not completed": completed, "with a text": summary}
    for name, condition in queries.items():
        yield f"calendar-query {name}", "REPORT", QUERY.format(condition)
    yield "sync-collection", "REPORT", SYNC
    yield "PROPFIND of a list", "PROPFIND", PROPERTIES
