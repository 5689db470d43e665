import Checklists
import Foundation
import HTTP
import JSON
import Randomness
import Testing

@Suite struct `The agenda` {
    let service = Service()

    private func add(_ text: String, to list: Int = 1, due: String?, _ more: String = "") async {
        let due = due.map { ", \"dueDate\": \"\($0)\"" } ?? ""
        let answer = await service.post(
            "/v1/checklists/\(list)/items", "{\"text\": \"\(text)\"\(due)\(more)}")
        #expect(answer.status == 201)
    }

    /// Each day with the texts of its items.
    private func sections(_ query: String) async -> [String] {
        let answer = await service.get("/v1/agenda?\(query)")
        #expect(answer.status == 200, "\(answer.text)")
        return answer.elements.map { section in
            "\(section["date"]?.text ?? "-"): "
                + section.items.map { $0["text"]?.text ?? "-" }.joined(separator: " ")
        }
    }

    @Test func `has a section a day, and none for what is never due`() async {
        _ = await service.post("/v1/checklists", #"{"name": "A"}"#)
        await add("late", due: "2026-11-22T22:30:00Z")
        await add("early", due: "2026-11-21T08:00:00Z")
        await add("never", due: nil)
        await add("noon", due: "2026-11-21T12:00:00Z", ", \"important\": true")
        #expect(await sections("") == ["2026-11-21: early noon", "2026-11-22: late"])
        #expect(await sections("timeZone=Europe/Paris") == ["2026-11-21: early noon", "2026-11-22: late"])
        #expect(await sections("timeZone=Asia/Kolkata") == ["2026-11-21: early noon", "2026-11-23: late"])
        #expect(await sections("important=true") == ["2026-11-21: noon"])
        #expect(await sections("from=2026-11-22") == ["2026-11-22: late"])
        #expect(await sections("to=2026-11-21") == ["2026-11-21: early noon"])
        #expect(await sections("dueAfter=2026-11-21T08:00:00Z&to=2026-11-21") == ["2026-11-21: early noon"])
    }

    @Test func `is that of one list where one is named`() async throws {
        _ = await service.post("/v1/checklists", #"{"name": "A"}"#)
        _ = await service.post("/v1/checklists", #"{"name": "B"}"#)
        for hour in 10..<15 {
            await add("a\(hour)", due: "2026-11-21T\(hour):00:00Z")
            await add("b\(hour)", to: 2, due: "2026-11-21T\(hour):30:00Z")
        }
        #expect(await sections("checklistId=2") == ["2026-11-21: b10 b11 b12 b13 b14"])
        #expect(await sections("checklistId=2&dueAfter=2026-11-21T13:00:00Z") == ["2026-11-21: b13 b14"])
        // Each page leads to the next of the same list.
        #expect(try await walk("/v1/agenda?checklistId=1&limit=2") == ["2026-11-21": [1, 3, 5, 7, 9]])
        #expect(await sections("checklistId=3").isEmpty)
        #expect(await sections("q=b") == ["2026-11-21: b10 b11 b12 b13 b14"])
    }

    @Test func `goes by local midnight when clocks change`() async {
        _ = await service.post("/v1/checklists", #"{"name": "A"}"#)
        await add("before", due: "2026-10-24T21:59:59.999Z")
        await add("first", due: "2026-10-24T22:00:00Z")
        await add("last", due: "2026-10-25T22:59:59.999Z")
        await add("after", due: "2026-10-25T23:00:00Z")
        let query = "timeZone=Europe/Paris&from=2026-10-25&to=2026-10-25"
        #expect(await sections(query) == ["2026-10-25: first last"])
    }

    @Test func `has an all-day item on its day, wherever it is read`() async {
        _ = await service.post("/v1/checklists", #"{"name": "A"}"#)
        let zones = ["paris": "Europe/Paris", "tokyo": "Asia/Tokyo", "maui": "Pacific/Honolulu"]
        for (text, zone) in zones {
            await add(text, due: nil, #", "dueOn": "2026-12-01", "timeZone": "\#(zone)""#)
        }
        await add("eve", due: "2026-11-30T23:30:00Z")
        await add("last", due: "2026-12-01T23:30:00Z")
        let all = "2026-12-01: tokyo paris maui"
        #expect(await sections("") == ["2026-11-30: eve", "\(all) last"])
        #expect(await sections("timeZone=Europe/Paris") == ["\(all) eve", "2026-12-02: last"])
        #expect(await sections("from=2026-12-01&to=2026-12-01") == ["\(all) last"])
        #expect(await sections("to=2026-11-30") == ["2026-11-30: eve"])
        #expect(await sections("from=2026-12-02") == [])
        #expect(await sections("from=2026-12-01&to=2026-12-01&checked=false") == ["\(all) last"])
        let page = await service.get("/v1/agenda?from=2026-12-01&to=2026-12-01&limit=1")
        #expect(page.fields[.xTotalCount] == "4")
    }

    @Test func `is that of the zone of the preferences by default`() async {
        _ = await service.post("/v1/checklists", #"{"name": "A"}"#)
        await add("late", due: "2026-11-22T22:30:00Z")
        let before = await service.get("/v1/agenda")
        _ = await service.patch("/v1/preferences", #"{"timeZone": "Asia/Tokyo"}"#)
        #expect(await sections("") == ["2026-11-23: late"])
        #expect(await sections("from=2026-11-23&to=2026-11-23") == ["2026-11-23: late"])
        #expect(await sections("timeZone=UTC") == ["2026-11-22: late"])
        // The same items in other sections are another state of the agenda.
        let after = await service.get("/v1/agenda")
        #expect(before.fields[.etag] != after.fields[.etag])
    }

    @Test(arguments: [
        ("timeZone=Mars/Olympus", "timeZone: not-a-time-zone"),
        ("timeZone=", "timeZone: not-a-time-zone"),
        ("from=2026-02-29", "from: no-such-day"), ("from=2026-11-23&to=2026-11-21", "from: out-of-range"),
        ("checklistId=0", "checklistId: not-an-id"),
        ("checklistId=", "checklistId: not-an-id"),
        ("to=tomorrow", "to: not-a-date"),
        ("sort=text", "sort: unknown-parameter"),
    ])
    func `refuses what cannot be asked`(query: String, fault: String) async {
        let answer = await service.get("/v1/agenda?\(query)")
        #expect(answer.status == 400)
        #expect(answer.faults == [fault])
    }

    @Test func `groups random items in twenty zones as one looking at each does`() async throws {
        _ = await service.post("/v1/checklists", #"{"name": "A"}"#)
        var generator = SeededGenerator(seed: 5)
        for number in 0..<240 {
            // About the changes of clocks in both halves of the year 2026, and anywhere in it.
            let center = [1_774_746_000.0, 1_792_890_000, 1_775_314_800, 1_790_000_000][number % 4]
            let spread = number < 160 ? 90_000.0 : 16_000_000
            let due = center + Double.random(in: -spread...spread, using: &generator).rounded()
            let checked = Bool.random(using: &generator)
            await add(
                "\(number)", due: Date(timeIntervalSince1970: due).formatted(.iso8601),
                ", \"checked\": \(checked)")
        }
        let items = await service.get("/v1/items?limit=1000&sort=dueDate").elements
        for zone in Self.zones {
            let days = [
                "", "&from=2026-03-29&to=2026-10-25", "&from=2026-10-24&to=2026-10-25", "&to=2026-04-05",
            ]
            let range = try #require(days.randomElement(using: &generator))
            let checked = ["", "&checked=true"].randomElement(using: &generator) ?? ""
            let query = "timeZone=\(zone)\(range)\(checked)"
            let expected = try grouped(items, in: zone, range: range, onlyChecked: !checked.isEmpty)
            let found = try await walk("/v1/agenda?\(query)&limit=37")
            #expect(found == expected, "\(query)")
        }
    }

    /// Every section with the numbers of its items, put together from all pages.
    private func walk(_ start: String) async throws -> [String: [Int]] {
        var sections: [String: [Int]] = [:]
        var target: String? = start
        var total = 0
        while let address = target {
            let answer = await service.get(address)
            for section in answer.elements {
                let ids = section.items.compactMap { $0["id"]?.integer }
                sections[try #require(section["date"]?.text), default: []] += ids
            }
            total = Int(answer.fields[.xTotalCount] ?? "") ?? -1
            target = answer.next
        }
        #expect(sections.values.reduce(0) { $0 + $1.count } == total)
        return sections
    }

    /// The same, by looking at each item with Foundation's calendar.
    private func grouped(
        _ items: [JSONValue], in zone: String, range: String, onlyChecked: Bool
    ) throws -> [String: [Int]] {
        let style = Date.ISO8601FormatStyle(timeZone: try #require(TimeZone(identifier: zone)))
            .year().month().day()
        let bounds = range.split(separator: "&").map { $0.split(separator: "=") }
        var sections: [String: [Int]] = [:]
        for item in items where !onlyChecked || item["checked"] == true {
            let due = try Date(
                #require(item["dueDate"]?.text),
                strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
            let day = due.formatted(style)
            let isWithin = bounds.allSatisfy { $0[0] == "from" ? day >= $0[1] : day <= $0[1] }
            if isWithin { sections[day, default: []].append(try #require(item["id"]?.integer)) }
        }
        return sections
    }

    private static let zones = [
        "UTC", "Europe/Paris", "Europe/London", "Europe/Athens", "Europe/Moscow", "America/New_York",
        "America/Los_Angeles", "America/St_Johns", "America/Santiago", "America/Sao_Paulo", "Africa/Cairo",
        "Africa/Casablanca", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Tehran", "Asia/Tokyo",
        "Australia/Adelaide", "Australia/Lord_Howe", "Pacific/Chatham", "Pacific/Kiritimati",
    ]
}

extension JSONValue {
    /// The items of a section.
    fileprivate var items: [JSONValue] { self["items"]?.array ?? [] }
}
