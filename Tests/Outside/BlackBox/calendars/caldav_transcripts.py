"""The requests of calendar programs, in the order and with the properties of their own sources, and what each
of them needs to read in the answers to go on.
"""

import uuid

from caldav_servers import NAMESPACES, Multistatus, connect, lines, make_list, tag, task

REDIRECTS = (301, 302, 307, 308)
SYNC = (
    "<D:sync-collection><D:sync-token>{token}</D:sync-token><D:sync-level>1</D:sync-level>"
    "<D:prop><D:getcontenttype/><D:getetag/></D:prop></D:sync-collection>"
)
QUERY = (
    "<C:calendar-query><D:prop><D:getetag/></D:prop><C:filter><C:comp-filter name=\"VCALENDAR\">"
    "<C:comp-filter name=\"VTODO\"/></C:comp-filter></C:filter></C:calendar-query>"
)
# What DAVx5 and Tasks.org want of each object.
DATA = '<D:getcontenttype/><C:schedule-tag/><C:calendar-data content-type="text/calendar" version="2.0"/>'
# What some of them ask for that has nothing to do with lists.
UNKNOWN = ["CS:pushkey", "CS:push-transports", "X:bulk-requests", "X:topic", "C:schedule-calendar-transp"]


def redirected(server, body=None):
    """Where the well-known address leads (RFC 6764 §5), with the method that comes."""
    for method in ("PROPFIND", "GET", "OPTIONS"):
        status, headers, _ = server.dav(method, "/.well-known/caldav", body, depth="0")
        assert status in REDIRECTS, (method, status)
        target = headers["location"].removeprefix(f"http://127.0.0.1:{server.port}")
        assert target == server.root, target
    return target


def find_home(server, *principal_properties):
    """The calendar home: well-known address, who one is, and what that one has."""
    target = redirected(server)
    found = server.propfind(target, "D:current-user-principal", "D:principal-URL", "D:resourcetype")
    principal = found.link(target, "D:current-user-principal")
    found = server.propfind(principal, "C:calendar-home-set", "D:displayname", *principal_properties)
    (principal,) = found.found
    assert found.text(principal, "D:displayname") == ("Me" if server.has_api else None)
    home = found.link(principal, "C:calendar-home-set")
    assert home.startswith(server.root) and home.endswith("/"), home
    return principal, home


def is_answered(found, href, names):
    """Every property is there: found, or missing by `404` (RFC 4918 §9.1)."""
    for name in names:
        at = [tag(name) in found.found[href], (404, tag(name)) in found.missing[href]]
        assert sum(at) == 1, (href, name, found.missing[href])


def lists_of(server, home, names):
    """The collections of a home that take tasks, by their addresses."""
    needed = ["D:resourcetype", "D:displayname", "C:supported-calendar-component-set"]
    needed += ["D:current-user-privilege-set"]
    names = [*needed, *(name for name in names if name not in needed)]
    found = server.propfind(home, *names, depth="1")
    assert home in found.found and not found.has(home, "D:resourcetype", "C:calendar"), found.found.keys()
    lists = {}
    for href in found.found:
        if not found.has(href, "D:resourcetype", "C:calendar"):
            continue
        is_answered(found, href, names)
        assert found.has(href, "D:resourcetype", "D:collection"), href
        kinds = [each.get("name") for each in found.found[href][tag("C:supported-calendar-component-set")]]
        assert "VTODO" in kinds, kinds
        if server.has_api:
            assert kinds == ["VTODO"], kinds
        privileges = {each.tag for each in found.found[href][tag("D:current-user-privilege-set")].iter()}
        write = {tag("D:write"), tag("D:write-content"), tag("D:all")}
        assert tag("D:read") in privileges and privileges & write, privileges
        lists[found.text(href, "D:displayname")] = href
    return lists, found


def fetch(server, list, hrefs, data="<C:calendar-data/>", **fields):
    """A multiget: of each object the tag and the text."""
    hrefs = "".join(f"<D:href>{href}</D:href>" for href in hrefs)
    body = f"<C:calendar-multiget><D:prop><D:getetag/>{data}</D:prop>{hrefs}</C:calendar-multiget>"
    found = server.find("REPORT", list, body, **fields)
    return found, {
        href: (found.text(href, "D:getetag"), found.text(href, "C:calendar-data"))
        for href in found.found
        if found.found[href]
    }


def tag_after(server, href, headers):
    """Its ETag, from the answer to the PUT or, where what is kept differs from what came, by asking again."""
    return headers["etag"] or server.dav("HEAD", href)[1]["etag"]


def edits(server, list, content_type):
    """Adds a task, changes it and deletes it, with and against the conditions that clients set."""
    uid = str(uuid.uuid4()).upper()
    href = f"{list}{uid}.ics"
    fields = {"content_type": content_type, "if_none_match": "*"}
    status, headers, content = server.dav("PUT", href, task(uid, "SUMMARY:Milk"), **fields)
    assert status == 201, (status, content)
    assert server.dav("PUT", href, task(uid, "SUMMARY:Twice"), **fields)[0] == 412
    first = tag_after(server, href, headers)
    assert first.startswith('"'), first
    status, headers, content = server.dav("GET", href)
    assert status == 200 and headers["etag"] == first and "SUMMARY:Milk" in lines(content), content
    assert headers["content-type"].startswith("text/calendar"), headers
    fields = {"content_type": content_type, "if_match": first}
    status, headers, _ = server.dav("PUT", href, task(uid, "SUMMARY:Bread"), **fields)
    assert status in (200, 201, 204), status
    assert server.dav("PUT", href, task(uid, "SUMMARY:Late"), **fields)[0] == 412
    second = tag_after(server, href, headers)
    assert second != first
    assert server.dav("DELETE", href, if_match=first)[0] == 412
    _, there = fetch(server, list, [href], depth="1")
    assert there[href][0] == second and "SUMMARY:Bread" in lines(there[href][1]), there
    assert server.dav("DELETE", href, if_match=second)[0] in (200, 204)
    assert server.dav("DELETE", href)[0] == 404 and server.dav("GET", href)[0] == 404
    found, there = fetch(server, list, [href])
    assert there == {} and found.gone() == {href}, found.statuses


def keeps_up(server, list):
    """A sync from nothing, one of nothing, and those of one change each (RFC 6578)."""
    href = f"{list}{uuid.uuid4()}.ics"
    all = server.find("REPORT", list, SYNC.format(token=""), depth="1")
    assert href not in all.found and all.token
    none = server.find("REPORT", list, SYNC.format(token=all.token), depth="1")
    assert none.found == {}, none.found
    steps = [("PUT", task("kept", "SUMMARY:One")), ("PUT", task("kept", "SUMMARY:Two")), ("DELETE", None)]
    token, tags = none.token, set()
    for method, body in steps:
        assert server.dav(method, href, body)[0] in (200, 201, 204)
        page = server.find("REPORT", list, SYNC.format(token=token), depth="1")
        assert [*page.found] == [href], (method, page.found)
        if method == "DELETE":
            assert page.gone() == {href}, page.statuses
        else:
            assert page.text(href, "D:getcontenttype").startswith("text/calendar")
            tags.add(page.text(href, "D:getetag"))
        assert page.token != token
        token = page.token
    assert len(tags) == 2, tags
    # A token that is none has to be told apart from other refusals (RFC 6578 §3.2).
    body = SYNC.format(token="http://example.com/none")
    body = body.replace("<D:sync-collection>", '<D:sync-collection xmlns:D="DAV:">')
    status, _, content = server.dav("REPORT", list, body, depth="1")
    assert status in (403, 409, 412) and b"valid-sync-token" in content, (status, content)


def ctag(server, list):
    return server.propfind(list, "CS:getctag").text(list, "CS:getctag")


def test_requests_of_apple_reminders(server):
    for method in ("OPTIONS", "PROPFIND"):
        body = '<A:propfind xmlns:A="DAV:"><A:prop><A:current-user-principal/></A:prop></A:propfind>'
        redirected(server, body if method == "PROPFIND" else None)
    asked = ["C:calendar-user-address-set", "D:principal-collection-set", "D:principal-URL", "D:resource-id",
             "C:schedule-inbox-URL", "C:schedule-outbox-URL", "D:supported-report-set",
             "CS:email-address-set", "CS:notification-URL", "CS:dropbox-home-URL"]
    principal, home = find_home(server, *asked)
    status, headers, _ = server.dav("OPTIONS", principal)
    classes = [each.strip() for each in headers["dav"].split(",")]
    assert status == 200 and {"1", "calendar-access"} <= {*classes}, classes
    href = f"{home}{str(uuid.uuid4()).upper()}/"
    colour = '<I:calendar-color symbolic-color="custom">#1BADF8FF</I:calendar-color>'
    made = (
        f"<D:set><D:prop><D:displayname>Einkäufe</D:displayname>{colour}"
        "<I:calendar-order>3</I:calendar-order>"
        '<C:supported-calendar-component-set><C:comp name="VTODO"/></C:supported-calendar-component-set>'
        "<X:of-no-use>yes</X:of-no-use></D:prop></D:set>"
    )
    make(server, href, made)
    asked = ["D:add-member", "I:calendar-color", "C:calendar-description", "I:calendar-order",
             "C:calendar-timezone", "CS:getctag", "D:owner", "D:quota-available-bytes", "D:quota-used-bytes",
             "I:refreshrate", "D:resource-id", "CS:source", "CS:subscribed-strip-alarms",
             "D:supported-report-set", "D:sync-token", *UNKNOWN]
    lists, found = lists_of(server, home, asked)
    assert lists["Einkäufe"] == href, lists
    assert found.text(href, "I:calendar-color") == "#1BADF8FF" and found.text(href, "I:calendar-order") == "3"
    assert found.text(href, "CS:getctag") and found.text(href, "D:sync-token")
    reports = {each.tag for each in found.found[href][tag("D:supported-report-set")].iter()}
    assert {tag("C:calendar-query"), tag("C:calendar-multiget"), tag("D:sync-collection")} <= reports, reports
    patches(server, href)
    keeps_up(server, href)
    edits(server, href, "text/calendar")
    assert server.dav("DELETE", href)[0] in (200, 204)
    assert "Einkäufe" not in lists_of(server, home, [])[0]


def make(server, href, inner):
    """A list by MKCALENDAR, and that it cannot be made twice."""
    body = f'<?xml version="1.0" encoding="UTF-8"?><C:mkcalendar {NAMESPACES}>{inner}</C:mkcalendar>'
    status, _, content = server.dav("MKCALENDAR", href, body)
    assert status == 201, (status, content)
    assert server.dav("MKCALENDAR", href, body)[0] in (403, 405, 409)


def patches(server, list):
    """PROPPATCH as settings of lists come: set, changed, removed, all of them or none."""

    def patch(inner):
        found = server.find("PROPPATCH", list, f"<D:propertyupdate>{inner}</D:propertyupdate>")
        assert [*found.found] == [list], found.found
        return found

    def now(*names):
        found = server.propfind(list, *names)
        return [found.text(list, name) for name in names]

    set = "<D:set><D:prop>{}</D:prop></D:set>"
    colour = '<I:calendar-color symbolic-color="red">#FF2968FF</I:calendar-color>'
    done = patch(set.format(colour) + set.format("<I:calendar-order>7</I:calendar-order>"))
    assert done.has(list, "I:calendar-color") and done.has(list, "I:calendar-order"), done.missing
    assert now("I:calendar-color", "I:calendar-order") == ["#FF2968FF", "7"]
    described = "<C:calendar-description>Long</C:calendar-description>"
    patch(set.format("<X:mood>a &amp; b &lt;c&gt; ü</X:mood>" + described))
    assert now("X:mood", "C:calendar-description") == ["a & b <c> ü", "Long"]
    patch("<D:remove><D:prop><X:mood/></D:prop></D:remove>")
    assert (404, tag("X:mood")) in server.propfind(list, "X:mood").missing[list]
    # What is protected is refused, and what stands beside it is not done either (RFC 4918 §9.2).
    if server.has_api:
        found = patch(set.format('<D:getetag>"1"</D:getetag><I:calendar-order>9</I:calendar-order>'))
        assert {status for status, _ in found.missing[list]} == {403, 424}, found.missing
        assert now("I:calendar-order") == ["7"]


def test_requests_of_davx5_and_tasks_org(server):
    asked = ["D:resourcetype", "C:calendar-home-set", "D:current-user-principal", *UNKNOWN]
    found = server.propfind(server.root, *asked)
    is_answered(found, server.root, asked)
    _, home = find_home(server, "CS:calendar-proxy-read-for", "D:group-membership", "D:resourcetype")
    list = f"{home}{uuid.uuid4()}/"
    make(server, list, (
        "<D:set><D:prop><D:resourcetype><D:collection/><C:calendar/></D:resourcetype>"
        "<D:displayname>Phone</D:displayname><I:calendar-color>#FF0000FF</I:calendar-color>"
        '<C:supported-calendar-component-set><C:comp name="VTODO"/></C:supported-calendar-component-set>'
        "</D:prop></D:set>"
    ))
    lists, _ = lists_of(server, home, ["D:owner", "C:calendar-description", "I:calendar-color", "CS:source",
                                       "C:calendar-timezone", "C:calendar-timezone-id", *UNKNOWN])
    assert lists["Phone"] == list
    before = server.propfind(list, "D:supported-report-set", "CS:getctag", "D:sync-token", *UNKNOWN)
    for number in range(25):
        body = task(f"davx5-{number}", f"SUMMARY:Task {number}", f"X-APPLE-SORT-ORDER:{number}")
        assert server.dav("PUT", f"{list}davx5-{number}.ics", body, if_none_match="*")[0] == 201
    after = server.propfind(list, "CS:getctag", "D:sync-token")
    for name in ("CS:getctag", "D:sync-token"):
        assert before.text(list, name) != after.text(list, name), name
    found = server.find("REPORT", list, QUERY, depth="1")
    hrefs = sorted(found.found)
    assert len(hrefs) == 25 and all(found.text(href, "D:getetag") for href in hrefs)
    for start in range(0, 25, 10):
        _, there = fetch(server, list, hrefs[start : start + 10], DATA)
        assert sorted(there) == hrefs[start : start + 10]
        for href, (etag, content) in there.items():
            assert etag == found.text(href, "D:getetag") and content.startswith("BEGIN:VCALENDAR"), content
    edits(server, list, "text/calendar; charset=utf-8")
    assert server.dav("DELETE", list)[0] in (200, 204)


def test_requests_of_thunderbird(server):
    _, home = find_home(server)
    list = make_list(server, "Thunderbird").url.path
    asked = ["D:resourcetype", "D:owner", "D:current-user-principal", "D:current-user-privilege-set",
             "D:supported-report-set", "C:supported-calendar-component-set", "CS:getctag"]
    found = server.propfind(list, *asked)
    is_answered(found, list, asked)
    assert found.has(list, "D:resourcetype", "C:calendar")
    status, headers, _ = server.dav("OPTIONS", list)
    assert status == 200 and "calendar-access" in headers["dav"], headers
    keeps_up(server, list)
    # Without sync-collection: has anything changed, and what is there.
    before = ctag(server, list)
    assert ctag(server, list) == before
    edits(server, list, "text/calendar; charset=utf-8")
    body = task("thunderbird", "SUMMARY:With a reminder", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M",
                "DESCRIPTION:x", "END:VALARM", "DTSTART:20300101T000000Z", "DUE:20300102T000000Z")
    # Addresses are written as a program likes; what one character stands for is the same.
    assert server.dav("PUT", f"{list}thunder%20bird%40example.ics", body, if_none_match="*")[0] == 201
    assert server.dav("GET", f"{list}thunder%20bird@example.ics")[0] == 200
    assert ctag(server, list) != before
    found = server.propfind(list, "D:getcontenttype", "D:resourcetype", "D:getetag", depth="1")
    assert len(found.found) == 2 and list in found.found, found.found.keys()
    (href,) = found.found.keys() - {list}
    assert found.text(href, "D:getetag") and not found.has(href, "D:resourcetype", "D:collection")
    _, there = fetch(server, list, [href])
    assert "TRIGGER:-PT5M" in lines(there[href][1])
    # Read as a whole by who has the address alone.
    alarms = QUERY.replace("<D:getetag/>", "<D:getetag/>" + DATA)
    assert server.find("REPORT", list, alarms, depth="1").text(href, "C:calendar-data") == there[href][1]


def test_requests_of_evolution(server):
    status, headers, _ = server.dav("OPTIONS", server.root)
    methods = {each.strip() for each in headers["allow"].split(",")}
    assert status == 200 and {"PROPFIND", "REPORT", "PUT", "DELETE", "MKCALENDAR"} <= methods, methods
    _, home = find_home(server, "C:calendar-user-address-set", "D:resourcetype")
    list = make_list(server, "Evolution").url.path
    lists, _ = lists_of(server, home, ["C:calendar-description", "I:calendar-color", "I:calendar-order",
                                       "D:supported-report-set"])
    assert lists["Evolution"] == list
    tag_of_nothing = ctag(server, list)
    edits(server, list, "text/calendar; charset=\"utf-8\"")
    for day in (1, 2):
        said = [f"DUE:2030010{day}T120000Z", f"SUMMARY:On {day}", "STATUS:NEEDS-ACTION"]
        body = task(f"evolution-{day}", *said)
        assert server.dav("PUT", f"{list}evolution-{day}.ics", body)[0] == 201
    assert ctag(server, list) != tag_of_nothing
    range = '<C:time-range start="20300102T000000Z" end="20300103T000000Z"/>'
    body = QUERY.replace('"VTODO"/>', f'"VTODO">{range}</C:comp-filter>')
    assert [*server.find("REPORT", list, body, depth="1").found] == [f"{list}evolution-2.ics"]
    assert len(server.find("REPORT", list, QUERY, depth="1").found) == 2
    # From one list to another, as dragging does.
    other = make_list(server, "Evolution too").url.path
    target = f"http://127.0.0.1:{server.port}{other}evolution-1.ics"
    assert server.dav("MOVE", f"{list}evolution-1.ics", destination=target, overwrite="F")[0] in (201, 204)
    assert server.dav("GET", f"{list}evolution-1.ics")[0] == 404
    assert "SUMMARY:On 1" in lines(server.dav("GET", f"{other}evolution-1.ics")[2])
    page = server.find("REPORT", list, SYNC.format(token=""), depth="1")
    assert page.found.keys() - page.gone() == {f"{list}evolution-2.ics"}, page.found
    # What went before is nothing to who begins; Radicale tells of it.
    assert not server.has_api or not page.gone(), page.gone()


def test_requests_of_home_assistant(server):
    """It calls python-caldav; these are the calls of its integration."""
    list = make_list(server, "Assistant")
    assert "VTODO" in list.get_supported_components()
    list.save_todo(summary="Vacuum", status="NEEDS-ACTION")
    (found,) = list.search(todo=True, include_completed=True)
    uid = found.vobject_instance.vtodo.uid.value
    assert found.vobject_instance.vtodo.summary.value == "Vacuum"
    todo = list.todo_by_uid(uid)
    todo.icalendar_component.update({"summary": "Vacuumed", "status": "COMPLETED"})
    todo.save(no_create=True, obj_type="todo")
    assert list.search(todo=True, include_completed=False) == []
    if server.has_api:
        assert server.item("Assistant", "Vacuumed")["checked"]
    list.todo_by_uid(uid).delete()
    assert list.search(todo=True, include_completed=True) == []
    assert [str(each.url) for each in connect(server).calendars()].count(str(list.url)) == 1


def test_what_is_refused(server):
    if not server.has_api:
        return
    wrong = "Basic TWU6Y2xkX3dyb25n"
    for method, target in (
        ("PROPFIND", server.root), ("GET", server.root), ("REPORT", server.root), ("PROPFIND", "/"),
        ("OPTIONS", "/"),
    ):  # fmt: skip
        status, headers, _ = server.dav(method, target, authorization=wrong)
        challenges = " ".join(headers.get_all("www-authenticate"))
        assert status == 401 and "Basic" in challenges and "Bearer" in challenges, (status, challenges)
    assert server.dav("PROPFIND", "/", depth="0")[0] == 207
    assert "calendar-access" in server.dav("OPTIONS", "/")[1]["dav"]
    _, home = find_home(server)
    list = make_list(server, "Refusals").url.path
    assert server.dav("PROPFIND", list, depth="infinity")[0] == 403
    bearer = f"Bearer {server.password}"
    assert server.dav("PROPFIND", list, depth="0", authorization=bearer)[0] == 207
    bomb = '<!DOCTYPE a [<!ENTITY b "c">]><D:propfind xmlns:D="DAV:"><D:prop>&b;</D:prop></D:propfind>'
    for body in (bomb, "<D:propfind>", '<D:propfind xmlns:D="DAV:">', "x"):
        assert server.dav("PROPFIND", list, body, depth="0")[0] == 400, body
    event = task("event", "SUMMARY:x").replace("VTODO", "VEVENT")
    status, _, content = server.dav("PUT", f"{list}event.ics", event)
    assert status == 403 and b"supported-calendar-component" in content, (status, content)
    status, _, content = server.dav("PUT", f"{list}none.ics", "BEGIN:VCALENDAR\r\nNothing\r\n")
    assert status == 403 and b"valid-calendar-data" in content, (status, content)
    two = task("one").replace("END:VCALENDAR\r\n", "\r\n".join([*lines(task("two"))[3:], ""]))
    status, _, content = server.dav("PUT", f"{list}two.ics", two)
    assert status == 403 and b"valid-calendar-object-resource" in content, (status, content)
    everything = server.dav("PROPFIND", list, depth="1")
    assert everything[0] == 207 and [*Multistatus(everything[2]).found] == [list]
    assert server.dav("PUT", f"{home}nowhere/a.ics", task("a"))[0] in (404, 409)
