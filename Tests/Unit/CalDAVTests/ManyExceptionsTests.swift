import Checklists
import Dates
import Testing

/// A series in whose object an app keeps each occurrence that was finished.
@Suite struct `A series with many exceptions behind` {
    private let app = SeriesClient()

    private static let daily = ["SUMMARY:Milk", "DTSTART:20240101T080000Z", "RRULE:FREQ=DAILY"]

    private func digits(_ number: Int) throws -> String {
        try #require(CivilDate("2024-01-01")).advanced(by: number).text.filter { $0 != "-" } + "T080000Z"
    }

    /// The task with its first occurrences excluded, and the last two of those finished. An
    /// object has at most 1,000 components.
    private func finished(_ count: Int) throws -> [String] {
        let excluded = try (0..<count - 2).map(digits).joined(separator: ",")
        return try Self.daily + ["EXDATE:\(excluded)"]
            + (count - 2..<count).flatMap { try SeriesClient.override(digits($0), "STATUS:COMPLETED") }
    }

    @Test func `is followed, and goes on with the next finished one`() async throws {
        let count = Limits.seriesExceptionsMax
        #expect(try await app.send(finished(count)).due == "2026-09-27T08:00:00Z")
        let after = try await app.send(finished(count + 1))
        #expect(after.timing.series.isFollowed && after.timing.recurrence != nil)
        #expect(after.due == "2026-11-19T08:00:00Z")
        #expect(after.timing.completionsCount == 1 && after.timing.series.exceptionsCount == 0)
        try await app.expectEcho()
        #expect(try await !app.toggle().checked)
    }

    @Test func `goes to the occurrence of its object from one far behind`() async throws {
        try await app.send(Self.daily)
        let after = try await app.send(finished(Limits.seriesExceptionsMax + 2))
        #expect(after.timing.series.isFollowed && !after.checked)
        #expect(after.due == "2026-09-29T08:00:00Z")
        try await app.expectEcho()
    }

    @Test(arguments: [0, 1]) func `has so many in all, at most`(more: Int) async throws {
        let count = Limits.seriesExceptionsReadMax + more
        let excluded = try (0..<count).map(digits).joined(separator: ",")
        let item = try await app.send(Self.daily + ["EXDATE:\(excluded)"])
        #expect(item.timing.series.isFollowed == (more == 0))
        #expect(item.due == (more == 0 ? "2051-05-19T08:00:00Z" : "2024-01-01T08:00:00Z"))
    }

    @Test func `ends where they exclude all`() async throws {
        let count = Limits.seriesExceptionsMax + 1
        var lines = Self.daily
        lines[2] += ";COUNT=\(count)"
        let excluded = try (0..<count).map(digits).joined(separator: ",")
        let item = try await app.send(lines + ["EXDATE:\(excluded)"])
        #expect(item.checked && item.due == "2026-09-27T08:00:00Z")
    }
}

extension Item {
    fileprivate var due: String? { dueDate.map { RFC3339.textInSeconds($0.milliseconds) } }
}
