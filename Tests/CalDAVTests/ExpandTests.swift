import CalDAV
import Checklists
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
