import CalDAV
import Checklists
import Dates
import HTTP
import Randomness
import Testing

/// Reminders of random tasks, compared with those of the task that an app reads (RFC 5545 §3.8.6.3).
@Suite struct `The reminder of a random task` {
    private let app = SeriesClient()
    private static let now = 1_795_000_000

    /// 1,000 tasks, at night 20,000.
    @Test(arguments: seeds(10, of: 200))
    func `is the next alarm of the task, after each edit and echo`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let sent = Self.lines(&random)
            var item = try await app.send(sent)
            for _ in 0..<3 {
                var patch = ItemPatch()
                let edit = Self.edit(&patch, of: item, &random)
                do {
                    item = try await app.session.updateItem(item.id, patch, ifMatch: nil)
                } catch ChecklistsError.invalid {
                    // For example a start after the due time.
                }
                let text = await app.text()
                #expect(item.remindAt == Self.oracle(text), "\(sent)\n\(edit)\n\(text)")
                let triggers = Set(text.split(separator: "\r\n").filter { $0.hasPrefix("TRIGGER") })
                #expect(
                    Self.relative(sent).isSubset(of: triggers.map(String.init)), "\(sent)\n\(edit)\n\(text)")
                if Bool.random(using: &random) { try await app.expectEcho() }
                item = try await app.item()
                #expect(item.remindAt == Self.oracle(await app.text()), "\(sent)\n\(edit)\n\(text)")
            }
            try await app.session.deleteItem(item.id, ifMatch: nil)
        }
    }

    /// The relative triggers that no edit of a date rewrites: those of the end, and those of a real start.
    private static func relative(_ lines: [String]) -> Set<String> {
        Set(lines.filter { $0.hasPrefix("TRIGGER;RELATED=END") })
    }

    private static func lines(_ random: inout SeededGenerator) -> [String] {
        func day(_ days: ClosedRange<Int>) -> String { "202612\(Int.random(in: days, using: &random))" }
        func flip() -> Bool { Bool.random(using: &random) }
        let isDay = flip()
        func time(_ name: String, _ days: ClosedRange<Int>) -> String {
            isDay
                ? "\(name);VALUE=DATE:\(day(days))"
                : "\(name):\(day(days))T\(["08", "17"][flip() ? 0 : 1])3000Z"
        }
        var lines: [String] = []
        if flip() { lines.append(time("DTSTART", 10...15)) }
        if flip() { lines.append(time("DUE", 16...22)) }
        if !lines.isEmpty, Int.random(in: 0..<3, using: &random) == 0 { lines.append("RRULE:FREQ=WEEKLY") }
        let triggers = [
            "TRIGGER:PT9H", "TRIGGER:-PT15M", "TRIGGER:PT0S", "TRIGGER;RELATED=END:PT0S",
            "TRIGGER;RELATED=END:-P1D", "TRIGGER;RELATED=END:PT2H",
            "TRIGGER;VALUE=DATE-TIME:20261201T120000Z",
        ]
        var again = flip() ? ["REPEAT:2", "DURATION:PT90M"] : []
        for trigger in triggers.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)) {
            lines += ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x", trigger] + again + ["END:VALARM"]
            again = []
        }
        return lines
    }

    private static func edit(
        _ patch: inout ItemPatch, of item: Item, _ random: inout SeededGenerator
    ) -> String {
        let date = CivilDate(year: 2026, month: 12, day: Int.random(in: 5...28, using: &random))
        let moment = date.map { Timestamp(milliseconds: Int64($0.daysSince1970) * 86_400_000 + 36_000_000) }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: patch.dueOn = date
        case 1: patch.dueDate = moment
        case 2: patch.details.startOn = date
        case 3: patch.details.startDate = moment
        case 4: (patch.details.startOn, patch.details.startDate) = (.some(nil), .some(nil))
        default: patch.important = !item.important
        }
        return "\(patch)"
    }

    /// The next time after now at which an alarm of the task fires, in UTC.
    private static func oracle(_ text: String) -> Timestamp? {
        let lines = text.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
        func moment(_ name: String) -> Int? {
            lines.first { $0.hasPrefix(name + ":") || $0.hasPrefix(name + ";") }
                .flatMap { $0.split(separator: ":").last }.flatMap(seconds)
        }
        let (start, due) = (moment("DTSTART"), moment("DUE"))
        var fired: [Int] = []
        for alarm in lines.split(separator: "BEGIN:VALARM").dropFirst() {
            func value(_ name: String) -> String? {
                alarm.first { $0.hasPrefix(name) }?.split(separator: ":").last.map(String.init)
            }
            guard let trigger = value("TRIGGER") else { continue }
            let isFromEnd = alarm.contains { $0.hasPrefix("TRIGGER;RELATED=END") }
            let anchor = isFromEnd ? due ?? start : start ?? due
            let offset = ISO8601Duration.seconds(signed: trigger)
            let relative = offset.flatMap { offset in anchor.map { $0 + offset } }
            guard let first = seconds(trigger[...]) ?? relative else { continue }
            let interval = value("DURATION").flatMap { ISO8601Duration.seconds(signed: $0) } ?? 0
            fired += (0...(value("REPEAT").flatMap { Int($0) } ?? 0)).map { first + $0 * interval }
        }
        return fired.filter { $0 > now }.min().map { Timestamp(milliseconds: Int64($0) * 1_000) }
    }

    /// The seconds since 1970 of a day or a time in UTC.
    private static func seconds(_ text: Substring) -> Int? {
        let digits = text.filter(\.isNumber)
        guard text.first?.isNumber ?? false, let year = Int(digits.prefix(4)),
            let month = Int(digits.dropFirst(4).prefix(2)), let day = Int(digits.dropFirst(6).prefix(2)),
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        func part(_ index: Int) -> Int { Int(digits.dropFirst(index).prefix(2)) ?? 0 }
        return date.daysSince1970 * 86_400 + part(8) * 3_600 + part(10) * 60 + part(12)
    }
}
