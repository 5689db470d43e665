"""The first query after a start, of more items than are sorted under the lock: each kind, twice at once.

usage: first_queries.py
"""

import concurrent.futures
import itertools
import re
import tempfile

from options import options
from service import Service

ITEMS = 12_000
BATCH = 1_000
SORTS = ["position", "text", "dueDate", "important", "checked", "createdAt", "updatedAt"]
FILTERS = [
    "", "checked=false", "dueBefore=2027-01-01T00:00:00Z", "dueAfter=2026-01-01T00:00:00Z&important=true",
    "q=item", "q=item&dueBefore=2027-01-01T00:00:00Z", "shouldRemind=true",
]  # fmt: skip
OTHERS = [
    "/v1/agenda", "/v1/agenda?from=2026-12-01&to=2026-12-07", "/v1/changes", "/v1/calendar.ics",
    "/v1/reminders", "/v1/counts", "/v1/export", "/v1/trash",
]  # fmt: skip
QUERY = b"""<C:calendar-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><getetag/></prop>
<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO"/></C:comp-filter></C:filter>
</C:calendar-query>"""
SYNC = b"""<sync-collection xmlns="DAV:"><sync-token/><sync-level>1</sync-level><prop><getetag/></prop>
</sync-collection>"""


def fill(data):
    """Makes the items; returns the number of their list, and its calendar."""
    with Service(data) as service:
        made = service.request("POST", "/v1/checklists", {"name": "Many"})[2]["id"]
        for start in range(0, ITEMS, BATCH):
            drafts = [
                {
                    "text": f"Item {number}",
                    "important": number % 3 == 0,
                    "dueDate": f"2026-12-{number % 28 + 1:02}T10:00:00Z",
                    "shouldRemind": number % 5 == 0,
                }
                for number in range(start, start + BATCH)
            ]
            status, _, answer = service.request("POST", f"/v1/checklists/{made}/items/batch", drafts)
            assert status == 201, (status, answer)
        answer = service.request("PROPFIND", "/dav/calendars/1/", headers={"depth": "1"})[2].decode()
        hrefs = re.findall(r"<D:href>(/dav/calendars/1/[^<]+)</D:href>", answer)
        assert service.stop() == 0
    # The calendar of the list that was made last.
    return made, hrefs[-1]


def requests(checklist, calendar):
    """Method, target, body and fields of each kind of query."""
    at = f"/v1/checklists/{checklist}"
    for scope, sort, found in itertools.product(["/v1/items", f"{at}/items"], SORTS, FILTERS):
        sign = "-" if len(found) % 2 else ""
        yield "GET", f"{scope}?sort={sign}{sort}&limit=50" + (f"&{found}" if found else ""), None, {}
    for target in [*OTHERS, f"{at}/calendar.ics"]:
        yield "GET", target, None, {}
    for body in (QUERY, SYNC):
        yield "REPORT", calendar, body, {"depth": "1", "content-type": "application/xml"}


def main():
    options(__doc__)
    with tempfile.TemporaryDirectory() as data:
        checklist, calendar = fill(data)
        count = 0
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for request in requests(checklist, calendar):
                with Service(data) as service:
                    both = [pool.submit(service.request, *request) for _ in range(2)]
                    for answer in both:
                        status, headers, body = answer.result()
                        # A sync-collection of more than 10,000 is truncated, with its own status inside.
                        assert status in (200, 207), (request[:2], status, body)
                    following = re.match(r'<([^>]*)>; rel="next"', headers.get("link", ""))
                    assert service.stop() == 0, request[:2]
                if following:
                    with Service(data) as service:
                        status, _, page = service.request("GET", following[1])
                        assert status == 200 and page, (following[1], status)
                        assert service.stop() == 0, following[1]
                count += 1
    print(f"{count} kinds of first queries of {ITEMS} items: all answered")


main()
