import CalDAV
import CalendarObjects
import Checklists
import Dates
import HTTP
import Testing
import XML

@Suite struct `An expanded series` {
    private let client = Client()
    private let path = "\(Client.home)shop/a.ics"

    private static func override(_ lines: String...) -> [String] {
        ["END:VTODO", "BEGIN:VTODO", "UID:a@b"] + lines
    }

    /// The lines of all occurrences during a time that begin with a name.
    private func lines(_ name: String, from start: String, to end: String) async throws -> [String] {
        let range = "<C:expand start='\(start)T000000Z' end='\(end)T000000Z'/>"
        let answer = await client.report(
            "\(Client.home)shop/", "C:calendar-multiget",
            "<D:prop><C:calendar-data>\(range)</C:calendar-data></D:prop><D:href>\(path)</D:href>")
        let text = try #require(answer.property(.calDAV("calendar-data"), of: path)?.text)
        return text.split(whereSeparator: \.isNewline).map(String.init).filter { $0.hasPrefix(name) }
            .map { String($0.dropFirst(name.utf8.count + 1)) }
    }

    private func isFound(from start: String, to end: String) async -> Bool {
        let filter = """
            <D:prop/><C:filter><C:comp-filter name='VCALENDAR'><C:comp-filter name='VTODO'>\
            <C:time-range start='\(start)T000000Z' end='\(end)T000000Z'/>\
            </C:comp-filter></C:comp-filter></C:filter>
            """
        return await client.report("\(Client.home)shop/", "C:calendar-query", filter).responses[path] != nil
    }

    private func put(_ lines: [String]) async {
        _ = await client.make("shop")
        #expect(await client.put(path, lines).status == 201)
    }

    /// A walk over the days between would end after a hundred years and not find the occurrence.
    @Test func `has an occurrence that was moved by more than a century`() async throws {
        await put(
            ["DUE:20261201T090000Z", "RRULE:FREQ=DAILY"]
                + Self.override("RECURRENCE-ID:21501201T090000Z", "DUE:20261203T200000Z"))
        let some = try await lines("RECURRENCE-ID", from: "20261202", to: "20261204")
        #expect(some == ["20261202T090000Z", "20261203T090000Z", "21501201T090000Z"])
        #expect(try await lines("RECURRENCE-ID", from: "21501201", to: "21501202").isEmpty)
    }

    @Test func `goes on after one that was moved behind a century`() async throws {
        await put(
            ["DUE:20261201T090000Z", "RRULE:FREQ=DAILY"]
                + Self.override("RECURRENCE-ID:20261202T090000Z", "DUE:21500102T200000Z"))
        let some = try await lines("RECURRENCE-ID", from: "21500101", to: "21500103")
        #expect(some == ["20261202T090000Z", "21500101T090000Z", "21500102T090000Z"])
        #expect(await isFound(from: "21500101", to: "21500103"))
        #expect(try await lines("RECURRENCE-ID", from: "20261202", to: "20261203").isEmpty)
    }

    @Test func `has moved occurrences as far as it counts`() async throws {
        await put(
            ["DUE:20261201T090000Z", "RRULE:FREQ=DAILY;COUNT=10"]
                + Self.override("RECURRENCE-ID:20261209T090000Z", "DUE:20261202T180000Z")
                + Self.override("RECURRENCE-ID:20261212T090000Z", "DUE:20261202T190000Z"))
        let some = try await lines("RECURRENCE-ID", from: "20261202", to: "20261203")
        #expect(some == ["20261202T090000Z", "20261209T090000Z"])
    }

    @Test func `has added occurrences, moved or not, and no others`() async throws {
        await put(
            ["DUE:20261201T090000Z", "RRULE:FREQ=WEEKLY", "RDATE:20261203T090000Z,20261204T090000Z"]
                + Self.override("RECURRENCE-ID:20261203T090000Z", "DUE:20261220T090000Z")
                + Self.override("RECURRENCE-ID:20261205T090000Z", "DUE:20261220T100000Z"))
        #expect(try await lines("DUE", from: "20261202", to: "20261206") == ["20261204T090000Z"])
        #expect(try await lines("DUE", from: "20261219", to: "20261221") == ["20261220T090000Z"])
        #expect(await isFound(from: "20261219", to: "20261221"))
        #expect(await !isFound(from: "20261217", to: "20261219"))
    }

    /// An app can finish an occurrence by an override, and keep those of years.
    @Test func `takes room for the occurrences of its time range alone`() async throws {
        let first = try #require(CivilDate("2026-11-01"))
        let finished = (0..<30).flatMap { number in
            Self.override(
                "RECURRENCE-ID:\(first.advanced(by: number).digits)T090000Z", "STATUS:COMPLETED",
                "DESCRIPTION:" + String(repeating: "x", count: 900))
        }
        let item = try await SeriesClient().send(["DTSTART:20261101T090000Z", "RRULE:FREQ=DAILY"] + finished)
        let range = try TimeRange(
            from: SeriesClient.moment("2026-11-28T00:00:00Z"), to: SeriesClient.moment("2026-12-05T00:00:00Z")
        )
        func text(in room: inout ExpansionRoom) throws -> String? {
            try TaskObject.expandedText(of: item, during: range, in: &room, at: Timestamp(milliseconds: 0))
        }
        // Three of them were finished. Each of those takes 1,000 bytes.
        var room = ExpansionRoom(occurrences: 7, bytes: 4_000)
        let found = try #require(try text(in: &room)).split(separator: "RECURRENCE-ID:").dropFirst()
        #expect(found.map { $0.prefix(8) } == (27...33).map { first.advanced(by: $0).digits[...] })
        #expect(room.occurrences == 0 && room.bytes > 0)
        var tooFew = ExpansionRoom(occurrences: 6, bytes: 4_000)
        #expect(try text(in: &tooFew) == nil)
        var tooSmall = ExpansionRoom(occurrences: 7, bytes: 2_000)
        #expect(try text(in: &tooSmall) == nil)
    }

    @Test func `has an occurrence that lasts over its time range, finished or not`() async throws {
        await put(
            ["DTSTART:20261201T090000Z", "DUE:20261202T090000Z", "RRULE:FREQ=WEEKLY"]
                + Self.override(
                    "RECURRENCE-ID:20261208T090000Z", "DTSTART:20261208T090000Z", "DUE:20261214T090000Z")
                + Self.override(
                    "RECURRENCE-ID:20261215T090000Z", "DTSTART:20261215T090000Z", "DUE:20261221T090000Z",
                    "STATUS:COMPLETED"))
        #expect(try await lines("DUE", from: "20261210", to: "20261211") == ["20261214T090000Z"])
        #expect(try await lines("DUE", from: "20261217", to: "20261218") == ["20261221T090000Z"])
        #expect(try await lines("DUE", from: "20261204", to: "20261205").isEmpty)
    }

    @Test func `keeps the clock times of start and due time over a change of the clocks`() async throws {
        await put([
            "DTSTART;TZID=Europe/Paris:20261023T090000", "DUE;TZID=Europe/Paris:20261026T100000",
            "RRULE:FREQ=WEEKLY",
        ])
        let starts = try await lines("DTSTART", from: "20261020", to: "20261102")
        #expect(starts == ["20261023T070000Z", "20261030T080000Z"])
        let dues = try await lines("DUE", from: "20261020", to: "20261102")
        #expect(dues == ["20261026T090000Z", "20261102T090000Z"])
    }

    @Test func `has the texts of an override of all later occurrences`() async throws {
        await put(
            ["SUMMARY:Milk", "DTSTART:20261201T090000Z", "DUE:20261201T100000Z", "RRULE:FREQ=DAILY"]
                + Self.override(
                    "RECURRENCE-ID;RANGE=THISANDFUTURE:20261202T090000Z", "DTSTART:20261202T090000Z",
                    "SUMMARY:Oat milk")
                + Self.override("RECURRENCE-ID:20261203T090000Z", "SUMMARY:No milk"))
        let texts = try await lines("SUMMARY", from: "20261201", to: "20261205")
        #expect(texts == ["Milk", "Oat milk", "No milk", "Oat milk"])
        let starts = try await lines("DTSTART", from: "20261201", to: "20261205")
        #expect(starts == (1...4).map { "2026120\($0)T090000Z" })
    }

    @Test func `has floating times in the zone of the item`() async throws {
        await put(["DTSTART:20261201T090000", "RRULE:FREQ=DAILY", "EXDATE:20261202T090000"])
        let some = try await lines("DTSTART", from: "20261201", to: "20261204")
        #expect(some == ["20261201T090000Z", "20261203T090000Z"])
    }

    @Test func `has overrides with times in other zones`() async throws {
        await put(
            [
                "DTSTART;TZID=Europe/Paris:20261201T090000", "DUE;TZID=Europe/Paris:20261201T100000",
                "RRULE:FREQ=DAILY",
            ]
                + Self.override(
                    "RECURRENCE-ID:20261202T080000Z", "DUE;TZID=America/New_York:20261202T120000"))
        let dues = try await lines("DUE", from: "20261201", to: "20261203")
        #expect(dues == ["20261201T090000Z", "20261202T170000Z"])
    }
}

extension CivilDate {
    /// The day as iCalendar writes it.
    fileprivate var digits: String { text.filter { $0 != "-" } }
}
