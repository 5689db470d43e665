"""Gives schemathesis what no schema can describe: names of time zones, and property lists."""

import datetime
import plistlib
import zoneinfo

import schemathesis
from hypothesis import strategies as st

ZONES = sorted(name for name in zoneinfo.available_timezones() if name == "UTC" or "/" in name)
schemathesis.openapi.format("time-zone", st.sampled_from(ZONES))

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
FORMATS = st.sampled_from([plistlib.FMT_XML, plistlib.FMT_BINARY])

schemathesis.openapi.media_type(
    "application/x-plist",
    st.builds(lambda lists, kind: plistlib.dumps(lists, fmt=kind), st.lists(CHECKLIST, max_size=5), FORMATS),
)
