import CalendarObjects
import Checklists
import HTTP
import Testing
import XML

@Suite struct `A report` {
    private let client = Client()
    private let list = "\(Client.home)shop/"
    private static let data = "<D:prop><D:getetag/><C:calendar-data/></D:prop>"

    private func fill() async {
        _ = await client.make("shop")
        _ = await client.put("\(list)a.ics", uid: "a", ["SUMMARY:Ävocado", "DUE:20301203T120000Z"])
        _ = await client.put("\(list)b.ics", uid: "b", ["SUMMARY:Bread", "STATUS:COMPLETED", "CATEGORIES:x"])
        _ = await client.put(
            "\(list)c.ics", uid: "c", ["SUMMARY:Cheese", "DUE:20301203T120000Z", "RRULE:FREQ=DAILY"])
    }

    private func query(_ filter: String) async -> [String] {
        let filter = "<C:filter><C:comp-filter name=\"VCALENDAR\">\(filter)</C:comp-filter></C:filter>"
        let answer = await client.report(list, "C:calendar-query", Self.data + filter)
        #expect(answer.status == 207)
        return answer.responses.keys.map { String($0.dropFirst(list.count)) }.sorted()
    }

    @Test func `has a few filters at most`() async {
        await fill()
        let filter = "<C:prop-filter name=\"SUMMARY\"><C:text-match negate-condition=\"yes\">x</C:text-match>"
        let query = { (count: Int) in
            """
            \(Self.data)<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO">\
            \(String(repeating: filter + "</C:prop-filter>", count: count))</C:comp-filter></C:comp-filter>\
            </C:filter>
            """
        }
        #expect(await client.report(list, "C:calendar-query", query(15)).status == 207)
        let refused = await client.report(list, "C:calendar-query", query(16))
        #expect(refused.status == 403)
        #expect(refused.condition == .calDAV("supported-filter"))
    }

    @Test func `looks for short texts alone`() async {
        _ = await client.make("shop")
        for (count, status) in [(TextFilter.textBytesMax, 207), (TextFilter.textBytesMax + 1, 403)] {
            let match = "<C:text-match>\(String(repeating: "x", count: count))</C:text-match>"
            let filter = """
                <C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO">
                <C:prop-filter name="SUMMARY">\(match)</C:prop-filter>
                </C:comp-filter></C:comp-filter></C:filter>
                """
            let answer = await client.report(
                "\(Client.home)shop/", "C:calendar-query", "<D:prop><D:getetag/></D:prop>" + filter)
            #expect(answer.status == status)
        }
    }

    @Test func `finds tasks by what they are like`() async {
        await fill()
        let todo = { (inner: String) in "<C:comp-filter name=\"VTODO\">\(inner)</C:comp-filter>" }
        #expect(await query(todo("")) == ["a.ics", "b.ics", "c.ics"])
        #expect(await query("<C:comp-filter name=\"VEVENT\"/>") == [])
        let open = """
            <C:prop-filter name="STATUS"><C:text-match negate-condition="yes">COMPLETED</C:text-match>\
            </C:prop-filter>
            """
        let undone = "<C:prop-filter name=\"COMPLETED\"><C:is-not-defined/></C:prop-filter>"
        #expect(await query(todo(undone)) == ["a.ics", "b.ics", "c.ics"])
        #expect(await query(todo(open)) == [])
        let summary = { (text: String, collation: String) in
            """
            <C:prop-filter name="SUMMARY"><C:text-match collation="\(collation)">\(text)</C:text-match>\
            </C:prop-filter>
            """
        }
        #expect(await query(todo(summary("bREAD", "i;ascii-casemap"))) == ["b.ics"])
        #expect(await query(todo(summary("ävo", "i;ascii-casemap"))) == [])
        #expect(await query(todo(summary("ävo", "i;unicode-casemap"))) == ["a.ics"])
        #expect(await query(todo(summary("bread", "i;octet"))) == [])
        #expect(await query(todo("<C:prop-filter name=\"CATEGORIES\"/>")) == ["b.ics"])
        #expect(await query(todo("<C:comp-filter name=\"VALARM\"/>")) == [])
        #expect(
            await query(todo("<C:time-range start=\"20301203T000000Z\" end=\"20301204T000000Z\"/>")) == [
                "a.ics", "b.ics", "c.ics",
            ])
        #expect(
            await query(todo("<C:time-range start=\"20301210T000000Z\" end=\"20301211T000000Z\"/>")) == [
                "b.ics", "c.ics",
            ])
        #expect(
            await query(todo("<C:time-range start=\"20201210T000000Z\" end=\"20201211T000000Z\"/>")) == [
                "b.ics"
            ])
    }

    @Test(arguments: [
        "", "<C:filter/>", "<C:filter><C:comp-filter/></C:filter>",
        "<C:filter><C:comp-filter name=\"VCALENDAR\"><C:time-range/></C:comp-filter></C:filter>",
        """
        <C:filter><C:comp-filter name="VCALENDAR"><C:time-range start="today"/></C:comp-filter></C:filter>
        """,
    ])
    func `refuses what is no filter`(filter: String) async {
        await fill()
        #expect(await client.report(list, "C:calendar-query", Self.data + filter).status == 403)
    }

    @Test func `finds tasks by where they are`() async {
        await fill()
        let answer = await client.report(
            list, "C:calendar-multiget",
            Self.data
                + """
                <D:href>\(list)a.ics</D:href><D:href>http://x\(list)%62.ics</D:href>\
                <D:href>\(list)z.ics</D:href><D:href>\(list)z%00.ics</D:href>
                """
        )
        #expect(
            answer.property(.calDAV("calendar-data"), of: "\(list)a.ics")?.text.contains("vocado") ?? false)
        #expect(answer.responses.count == 4)
        for name in ["z.ics", "z%00.ics"] {
            #expect(answer.status(of: "\(list)\(name)")?.contains("404") ?? false)
        }
    }

    @Test func `tells what has changed`() async {
        await fill()
        func sync(_ token: String, limit: Int? = nil) async -> Answer {
            let limit = limit.map { "<D:limit><D:nresults>\($0)</D:nresults></D:limit>" } ?? ""
            return await client.report(
                list, "D:sync-collection",
                """
                <D:sync-token>\(token)</D:sync-token><D:sync-level>1</D:sync-level>\(limit)\
                <D:prop><D:getetag/></D:prop>
                """
            )
        }
        let all = await sync("")
        #expect(all.responses.count == 3)
        #expect(await sync(all.syncToken).responses.isEmpty)
        _ = await client.put("\(list)a.ics", uid: "a", ["SUMMARY:New"])
        _ = await client.send(.delete, "\(list)b.ics")
        _ = await client.put("\(list)b.ics", uid: "b2", ["SUMMARY:Other"])
        _ = await client.send(.delete, "\(list)c.ics")
        let some = await sync(all.syncToken)
        #expect(some.responses.count == 3)
        #expect(some.status(of: "\(list)c.ics")?.contains("404") ?? false)
        #expect(some.property(.dav("getetag"), of: "\(list)b.ics") != nil)
        let token = await client.find(list, "<D:sync-token/>").property(.dav("sync-token"), of: list)?.text
        #expect(token == some.syncToken)
        let refused = await sync("data:,other")
        #expect(refused.status == 403)
        #expect(refused.condition == .dav("valid-sync-token"))
    }

    @Test func `comes in parts where there is too much`() async {
        await fill()
        var token = ""
        var found: Set<String> = []
        var parts = 0
        repeat {
            parts += 1
            let answer = await client.report(
                list, "D:sync-collection",
                """
                <D:sync-token>\(token)</D:sync-token><D:limit><D:nresults>1</D:nresults></D:limit><D:prop/>
                """)
            found.formUnion(answer.responses.keys)
            token = answer.syncToken
            if !(answer.status(of: list)?.contains("507") ?? false) { break }
        } while parts < 20
        #expect(found.subtracting([list]) == ["\(list)a.ics", "\(list)b.ics", "\(list)c.ics"])
        #expect(3...10 ~= parts)
    }

    @Test func `tells that a task went to another list`() async {
        await fill()
        _ = await client.make("other")
        let sync = "<D:sync-token></D:sync-token><D:prop><D:getetag/></D:prop>"
        let token = await client.report(list, "D:sync-collection", sync).syncToken
        let other = await client.report("\(Client.home)other/", "D:sync-collection", sync).syncToken
        _ = await client.send(.move, "\(list)a.ics", ["Destination": "\(Client.home)other/a.ics"])
        let next = { (token: String) in "<D:sync-token>\(token)</D:sync-token><D:prop><D:getetag/></D:prop>" }
        let left = await client.report(list, "D:sync-collection", next(token))
        #expect(left.status(of: "\(list)a.ics")?.contains("404") ?? false)
        let came = await client.report("\(Client.home)other/", "D:sync-collection", next(other))
        #expect(came.property(.dav("getetag"), of: "\(Client.home)other/a.ics") != nil)
    }

    @Test func `expands what refers to others`() async {
        let answer = await client.report(
            "/dav/", "D:expand-property",
            """
            <D:property name="current-user-principal">\
            <D:property name="calendar-home-set" namespace="urn:ietf:params:xml:ns:caldav"/></D:property>
            """
        )
        #expect(answer.text.contains(Client.home))
        #expect(await client.report("/dav/", "D:other", "").status == 403)
    }

    @Test func `answers what is named several times once`() async {
        await fill()
        let name = "<D:property name='displayname'/>"
        let expanded = await client.report(list, "D:expand-property", String(repeating: name, count: 500))
        #expect(expanded.text.ranges(of: "<D:displayname>").count == 1)
        let properties = "<D:prop>\(String(repeating: "<D:getetag/>", count: 500))</D:prop>"
        let href = "<D:href>\(list)a.ics</D:href>"
        let found = await client.report(
            list, "C:calendar-multiget", properties + String(repeating: href, count: 500))
        #expect(found.text.ranges(of: "<D:getetag>").count == 1)
    }

    @Test func `comes in pieces of some size`() async throws {
        let long = String(repeating: "x", count: 18_000)
        _ = await client.make("shop")
        for uid in ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"] {
            _ = await client.put("\(list)\(uid).ics", uid: uid, ["SUMMARY:\(uid)", "DESCRIPTION:\(long)"])
        }
        let all = Self.data + "<C:filter><C:comp-filter name='VCALENDAR'/></C:filter>"
        let pieces = await client.report(list, "C:calendar-query", all).pieces
        #expect(pieces.count == 3 && pieces.allSatisfy { $0 < 65_536 + 20_000 })
    }

    private let range = "<C:expand start='20261201T000000Z' end='20261206T000000Z'/>"

    private func expanded(_ name: String, _ content: String = "", _ range: String) async -> Answer {
        await client.report(
            "\(Client.home)shop/", name,
            "<D:prop><C:calendar-data>\(range)</C:calendar-data></D:prop>\(content)")
    }

    @Test(arguments: ["calendar-query", "calendar-multiget"])
    func `tells each occurrence as a task of its own`(report: String) async throws {
        _ = await client.make("shop")
        let path = "\(Client.home)shop/a.ics"
        let override = ["END:VTODO", "BEGIN:VTODO", "UID:a@b"]
        _ = await client.put(
            path,
            [
                "SUMMARY:Milk", "DTSTART;TZID=Europe/Paris:20261129T090000",
                "DUE;TZID=Europe/Paris:20261130T100000", "RRULE:FREQ=DAILY;COUNT=8",
                "EXDATE;TZID=Europe/Paris:20261202T090000",
            ] + override + [
                "RECURRENCE-ID;TZID=Europe/Paris:20261203T090000", "SUMMARY:Oat milk",
                "DUE;TZID=Europe/Paris:20261204T180000",
            ] + override + ["RECURRENCE-ID;TZID=Europe/Paris:20261204T090000", "STATUS:COMPLETED"])
        let which =
            report == "calendar-query"
            ? "<C:filter><C:comp-filter name='VCALENDAR'/></C:filter>" : "<D:href>\(path)</D:href>"
        let answer = await expanded("C:\(report)", which, range)
        let text = try #require(answer.property(.calDAV("calendar-data"), of: path)?.text)
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        for name in ["RRULE", "EXDATE", "TZID", "BEGIN:VTIMEZONE"] { #expect(!text.contains(name)) }
        #expect(
            lines.filter { $0.hasPrefix("RECURRENCE-ID:") } == [
                "RECURRENCE-ID:20261130T080000Z", "RECURRENCE-ID:20261201T080000Z",
                "RECURRENCE-ID:20261203T080000Z", "RECURRENCE-ID:20261204T080000Z",
                "RECURRENCE-ID:20261205T080000Z",
            ])
        #expect(
            lines.filter { $0.hasPrefix("DUE:") } == [
                "DUE:20261201T090000Z", "DUE:20261202T090000Z", "DUE:20261204T170000Z",
                "DUE:20261205T090000Z", "DUE:20261206T090000Z",
            ])
        #expect(lines.count { $0 == "SUMMARY:Oat milk" } == 1)
        #expect(lines.count { $0 == "STATUS:COMPLETED" } == 1)
    }

    @Test func `tells an occurrence that was moved to an earlier day`() async throws {
        _ = await client.make("shop")
        let path = "\(Client.home)shop/a.ics"
        let override = ["END:VTODO", "BEGIN:VTODO", "UID:a@b", "RECURRENCE-ID;VALUE=DATE:20261214"]
        _ = await client.put(
            path,
            ["DUE;VALUE=DATE:20261207", "RRULE:FREQ=WEEKLY"] + override + ["DUE;VALUE=DATE:20261210"])
        let range = "start='20261209T000000Z' end='20261211T000000Z'"
        let which = "<D:href>\(path)</D:href>"
        let text = await expanded("C:calendar-multiget", which, "<C:expand \(range)/>")
            .property(.calDAV("calendar-data"), of: path)?.text
        #expect(text?.contains("DUE;VALUE=DATE:20261210") == true)
        #expect(text?.split(separator: "BEGIN:VTODO").count == 2)
        let filter = """
            <C:filter><C:comp-filter name='VCALENDAR'><C:comp-filter name='VTODO'>\
            <C:time-range \(range)/></C:comp-filter></C:comp-filter></C:filter>
            """
        #expect(await expanded("C:calendar-query", filter, "").responses[path] != nil)
    }

    @Test(arguments: ["<C:expand/>", "<C:expand start='20261201T000000Z'/>", "<C:expand start='x' end='y'/>"])
    func `needs a range to expand`(range: String) async {
        _ = await client.make("shop")
        #expect(await expanded("C:calendar-multiget", "", range).status == 403)
    }

    @Test func `tells so many occurrences at most`() async {
        _ = await client.make("shop")
        _ = await client.put("\(Client.home)shop/a.ics", ["DUE;VALUE=DATE:20261201", "RRULE:FREQ=DAILY"])
        let filter = "<C:filter><C:comp-filter name='VCALENDAR'/></C:filter>"
        let years = "<C:expand start='20261201T000000Z' end='20601201T000000Z'/>"
        let answer = await expanded("C:calendar-query", filter, years)
        #expect(answer.status == 403)
        #expect(answer.condition == .dav("number-of-matches-within-limits"))
    }

    @Test func `tells so many bytes of occurrences at most`() async {
        _ = await client.make("shop")
        let note = "DESCRIPTION:" + String(repeating: "x", count: 900_000)
        let filter = "<C:filter><C:comp-filter name='VCALENDAR'/></C:filter>"
        let days = "<C:expand start='20261201T000000Z' end='20261210T000000Z'/>"
        for uid in ["a", "b"] {
            let lines = ["DUE;VALUE=DATE:20261201", "RRULE:FREQ=DAILY", note]
            #expect(await client.put("\(Client.home)shop/\(uid).ics", uid: uid, lines).status == 201)
            if uid == "a" { #expect(await expanded("C:calendar-query", filter, days).status == 207) }
        }
        let answer = await expanded("C:calendar-query", filter, days)
        #expect(answer.status == 403 && answer.condition == .dav("number-of-matches-within-limits"))
    }

    @Test func `gives an occurrence the times that it has`() async throws {
        _ = await client.make("shop")
        let path = "\(Client.home)shop/a.ics"
        let override = ["END:VTODO", "BEGIN:VTODO", "UID:a@b", "RECURRENCE-ID:20261202T090000Z"]
        let moved = ["STATUS:COMPLETED", "DUE:20261202T180000Z"]
        _ = await client.put(path, ["DUE:20261201T090000Z", "RRULE:FREQ=DAILY"] + override + moved)
        let text = await expanded("C:calendar-multiget", "<D:href>\(path)</D:href>", range)
            .property(.calDAV("calendar-data"), of: path)?.text
        #expect(text?.contains("DUE:20261202T180000Z") == true)
        #expect(text?.contains("DTSTART") == false)
    }

    @Test func `expands neither what comes once nor what only its app follows`() async throws {
        _ = await client.make("shop")
        let path = "\(Client.home)shop/a.ics"
        let lines = ["DUE;TZID=Europe/Paris:20261201T090000", "RRULE:FREQ=HOURLY"]
        _ = await client.put(path, lines)
        func text() async -> String? {
            await expanded("C:calendar-multiget", "<D:href>\(path)</D:href>", range)
                .property(.calDAV("calendar-data"), of: path)?.text
        }
        #expect(await text()?.contains("RRULE:FREQ=HOURLY") == true)
        _ = await client.put(path, [lines[0]])
        #expect(await text()?.contains("DUE:20261201T080000Z") == true)
    }
}
