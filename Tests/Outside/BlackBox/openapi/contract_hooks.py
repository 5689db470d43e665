"""Gives schemathesis what no schema can describe: names of time zones, points of curves, property lists, and
what has to come from an answer or be sent once."""

import base64
import datetime
import itertools
import plistlib
import re
import zoneinfo

import schemathesis
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import positive_data_acceptance, skips_on_unexpected_http_status

ZONES = sorted(name for name in zoneinfo.available_timezones() if name == "UTC" or "/" in name)
schemathesis.openapi.format("time-zone", st.sampled_from(ZONES))

RULES = ["FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;WKST=SU", "FREQ=MONTHLY;BYDAY=-1FR"]
schemathesis.openapi.format("reset-days", st.sampled_from(RULES))
ENDS = ["", ";COUNT=3", ";UNTIL=99991231", ";UNTIL=20301231T225959Z"]
schemathesis.openapi.format(
    "recurrence-rule", st.builds(lambda rule, end: rule + end, st.sampled_from(RULES), st.sampled_from(ENDS))
)


def duration(seconds):
    """A duration with a number of each unit that it has any of."""
    units = [("W", 604_800), ("D", 86_400), ("H", 3_600), ("M", 60), ("S", 1)]
    texts = []
    for name, length in units:
        number, seconds = divmod(seconds, length)
        texts.append(f"{number}{name}" if number else "")
    time = "".join(texts[2:])
    return f"P{texts[0]}{texts[1]}" + (f"T{time}" if time else "")


DURATIONS = st.builds(duration, st.integers(1, 366 * 86_400))
schemathesis.openapi.format("duration", DURATIONS)
SIGNS = st.sampled_from(["", "-", "+"])
schemathesis.openapi.format("signed-duration", st.builds(lambda sign, text: sign + text, SIGNS, DURATIONS))
schemathesis.openapi.format("repeat-duration", st.builds(duration, st.integers(60, 86_400)))


def point(number):
    """A point of P-256 that has a private key, as browsers write it."""
    key = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    octets = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


schemathesis.openapi.format("p256-point", st.builds(point, st.integers(1, 2**255)))

ITEM = st.fixed_dictionaries(
    {
        "text": st.text("abc é🛒<&", min_size=1, max_size=20),
        "checked": st.booleans(),
        "dueDate": st.datetimes(datetime.datetime(1990, 1, 1), datetime.datetime(2100, 1, 1)),
        "shouldRemind": st.booleans(),
        "itemID": st.integers(0, 1000),
    }
)
CHECKLIST = st.fixed_dictionaries(
    {
        "name": st.text("abc é🛒", min_size=1),
        "iconName": st.just("Trips"),
        "items": st.lists(ITEM, max_size=5),
    }
)
KEYS = itertools.count(1)
FORMATS = st.sampled_from([plistlib.FMT_XML, plistlib.FMT_BINARY])

schemathesis.openapi.media_type(
    "application/octet-stream",
    st.builds(lambda lists, kind: plistlib.dumps(lists, fmt=kind), st.lists(CHECKLIST, max_size=5), FORMATS),
)


def usable(lists):
    """Lists of an export that can be kept, whatever else they have."""
    kept = []
    for each in lists if isinstance(lists, list) else []:
        each = dict(each) if isinstance(each, dict) else {}
        if not isinstance(each.get("name"), str) or not each["name"].strip():
            each["name"] = "List"
        items = each.get("items")
        each["items"] = [
            item if isinstance(item, dict) and isinstance(item.get("text"), str) else {"text": "Item"}
            for item in (items if isinstance(items, list) else [])
        ]
        kept.append(each)
    return kept


GROUPS = {"checklist", "-checklist", "section", "-section"}


def fit_query(query, path):
    """Drops parameters that contradict others."""
    lists = query.get("checklistId")
    if path == "/v1/items" and (not isinstance(lists, list) or len(lists) != 1):
        query.pop("sectionId", None)
    if "due" in query:
        query.pop("dueOn", None)
    sort = query.get("sort")
    if isinstance(sort, str):
        query["sort"] = ",".join(sorted(sort.split(","), key=lambda each: each not in GROUPS))
    elif isinstance(sort, list):
        sort.sort(key=lambda each: each not in GROUPS)


def fit_item(item, is_patch):
    """Drops a parent, which must be an item of the checklist, and a start that may be after the due time."""
    if not isinstance(item, dict):
        return
    item.pop("parentId", None)
    # No pattern limits the sum of the numbers in a duration. limits.py checks it.
    if isinstance(item.get("repeatEvery"), str):
        item["repeatEvery"] = "PT10M"
    is_due = any(isinstance(item.get(name), str) for name in ("dueDate", "dueOn"))
    for name in ("startDate", "startOn"):
        # The item of a patch may have a due time that the patch does not name, or a start.
        if is_patch and is_due:
            item[name] = None
        elif (is_patch or is_due) and item.get(name) is not None:
            del item[name]


# The statuses of `components.responses.Default`.
DEFAULT_STATUSES = {421, 429, 500, 503}


@schemathesis.check
@skips_on_unexpected_http_status
def default_response_conformance(context, response, case):
    """An operation lists its statuses. schemathesis allows any status where there is a default response."""
    listed = {int(status) for status in case.operation.responses.status_codes if status != "default"}
    assert response.status_code in listed | DEFAULT_STATUSES, f"{response.status_code} is not documented"


# What a reference to a record that is not there is refused with.
DEAD_REFERENCES = {
    f"not-a-{record}" for record in ("checklist", "person", "member", "section", "sibling", "parent")
}


@schemathesis.check
def valid_data_acceptance(context, response, case):
    """A valid request is accepted, unless it refers to a record that is not there, or expects what is not so:
    no schema knows the records."""
    if response.status_code in (400, 412, 422):
        errors = response.json().get("errors", [])
        is_of_records = [
            each["code"] in DEAD_REFERENCES or each.get("pointer", "").startswith("/expect/")
            for each in errors
        ]
        if errors and all(is_of_records):
            return None
    return positive_data_acceptance(context, response, case)


@schemathesis.hook
def filter_case(context, case):
    """Drops requests that should be refused because of a null. No format excludes null, but schemathesis
    takes it for a violation of a format that it does not know."""
    description = case.meta and getattr(case.meta.phase.data, "description", None)
    found = re.search(r"violates `format` at /properties/(\S+)", description or "", re.I)
    if not found or case.meta.generation.mode.is_positive:
        return True
    value = case.body
    for name in found[1].split("/properties/"):
        value = value.get(name, "") if isinstance(value, dict) else ""
    return value is not None


@schemathesis.hook
def before_call(context, case, kwargs):
    """Where a request is to be accepted: no cursor, which only an answer gives; a tag that fits whatever
    there is; a key that no other request had; no lead, which only an item has; no parameters and fields that
    contradict others; and lists that can be kept, since an import of which nothing can be kept is refused."""
    # A case that follows a link can have fields of an earlier response, which no other hook sees.
    if case.meta is not None and not case.meta.generation.mode.is_positive:
        return
    if case.query:
        for name in ("cursor", "since"):
            case.query.pop(name, None)
        if case.operation.path.endswith("/import"):
            # They have to fit the file.
            for name in ("format", "columns", "lists"):
                case.query.pop(name, None)
        if case.operation.path.endswith("/items"):
            fit_query(case.query, case.operation.path)
    if isinstance(case.body, dict) and isinstance(case.body.get("recurrence"), dict):
        case.body["recurrence"].pop("lead", None)
    if "/items" in case.operation.path:
        for item in case.body if isinstance(case.body, list) else [case.body]:
            fit_item(item, case.operation.method.upper() == "PATCH")
    if case.operation.path.endswith("/import"):
        if isinstance(case.body, dict):
            lists = usable(case.body.get("checklists"))
            if case.operation.path != "/v1/import":
                # An import into a checklist has 1 to 1,000 items.
                lists = [*lists[:20], {"name": "Trip", "items": [{"text": "Passport"}]}]
            case.body["checklists"] = lists
        elif isinstance(case.body, list):
            case.body = usable(case.body)
    if case.operation.path == "/v1/batch" and isinstance(case.body, dict):
        # The operations have schemas of their own.
        for each in case.body.get("operations", []):
            if isinstance(each, dict):
                each.update(method="POST", path="/v1/checklists", body={"name": "Trip"})
                each.pop("ifMatch", None)
    if case.headers:
        for name, value in {"If-Match": "*", "Idempotency-Key": f"key-{next(KEYS)}"}.items():
            if name in case.headers:
                case.headers[name] = value
