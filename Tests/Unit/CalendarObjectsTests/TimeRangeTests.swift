import Checklists
import Dates
import Randomness
import Testing

@testable import CalendarObjects

private let now = Timestamp(milliseconds: 1_795_000_000_000)
private let first = CivilDate(year: 2026, month: 12, day: 1)

/// Time ranges over tasks with each combination of properties, at days that often coincide.
@Suite struct `A time range` {
    /// A task; its times are days after the first one.
    private struct Times {
        var start, duration, due, completed, created: Int?

        init(_ random: inout SeededGenerator) {
            func some() -> Int? { Bool.random(using: &random) ? Int.random(in: 0...5, using: &random) : nil }
            (start, completed, created) = (some(), some(), some())
            if Bool.random(using: &random) { due = some() } else if start != nil { duration = some() }
        }

        /// The table of RFC 4791 §9.9.
        func overlaps(from begin: Int, to end: Int) -> Bool {
            switch (start, duration, due, completed, created) {
            case (let start?, let duration?, _, _, _):
                begin <= start + duration && (end > start || end >= start + duration)
            case (let start?, nil, let due?, _, _):
                (begin < due || begin <= start) && (end > start || end >= due)
            case (let start?, nil, nil, _, _): begin <= start && end > start
            case (nil, _, let due?, _, _): begin < due && end >= due
            case (nil, _, nil, let completed?, let created?):
                (begin <= created || begin <= completed) && (end >= created || end >= completed)
            case (nil, _, nil, let completed?, nil): begin <= completed && end >= completed
            case (nil, _, nil, nil, let created?): end > created
            case (nil, _, nil, nil, nil): true
            }
        }

        func text(areDays: Bool) -> String {
            func time(_ name: String, _ day: Int?, mayBeDay: Bool = true) -> String? {
                guard let day, let date = first?.advanced(by: day) else { return nil }
                let digits = date.text.filter { $0 != "-" }
                return areDays && mayBeDay ? "\(name);VALUE=DATE:\(digits)" : "\(name):\(digits)T000000Z"
            }
            let lines = [
                time("DTSTART", start), duration.map { "DURATION:P\($0)D" }, time("DUE", due),
                time("COMPLETED", completed, mayBeDay: false), time("CREATED", created, mayBeDay: false),
            ]
            let task = ["BEGIN:VTODO", "UID:a"] + lines.compactMap(\.self) + ["END:VTODO"]
            return (["BEGIN:VCALENDAR"] + task + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
        }
    }

    @Test func `finds the tasks that the table of the RFC gives`() throws {
        var random = SeededGenerator(seed: 9)
        let beginning = try #require(first)
        func moment(_ day: Int) -> Timestamp { LocalTime.utc.beginning(of: beginning.advanced(by: day)) }
        for _ in 0..<12_000 {
            let times = Times(&random)
            let text = times.text(areDays: Bool.random(using: &random))
            let begin = Int.random(in: -1...10, using: &random)
            let end = begin + Int.random(in: 1...4, using: &random)
            let range = TimeRange(from: moment(begin), to: moment(end))
            let reading = try TaskObject(Array(text.utf8)).reading(in: .utc, at: now)
            let isFound = reading.times(during: range).contains(where: range.overlaps)
            #expect(isFound == times.overlaps(from: begin, to: end), "\(begin)..<\(end)\n\(text)")
        }
    }
}
