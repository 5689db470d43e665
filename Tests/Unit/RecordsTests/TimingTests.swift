import Checklists
import JSON
import Records
import Testing

@Suite struct `A stored timing` {
    private func read(_ json: String) throws(FormatError) -> Timing {
        var reader = JSONReader(Array(json.utf8))
        let timing = try Timing(from: &reader)
        try reader.end()
        return timing
    }

    private func written(_ timing: Timing) -> String {
        var json = JSONWriter()
        timing.write(to: &json)
        return String(decoding: json.line().dropLast(), as: UTF8.self)
    }

    private static let step =
        #""lastStep":{"dueDate":"2026-11-27T00:00:00.000Z","occurrence":{"day":"2026-11-27"}"#
    private static let series = #""series":{"skipped":[{"day":"2026-12-04"}]}"#

    @Test(arguments: [
        "{}", #"{"rule":"FREQ=DAILY","occurrence":{"day":"2026-11-27","index":2}}"#, "{\(step)}}",
        "{\(step),\(series)}}", #"{"movedDays":-3}"#, "{\(series)}",
    ])
    func `is written as it was read`(json: String) throws {
        #expect(try written(read(json)) == json)
    }

    /// Versions before schema version 9 read what PostgreSQL stores of the timing besides the series.
    @Test func `is stored in two parts`() throws {
        let timing = try read("{\(Self.step),\(Self.series)},\"movedDays\":2}")
        #expect(written(timing.withoutSeries) == "{\(Self.step)}}")
        let series = try #require(timing.onlySeries)
        #expect(timing.withoutSeries.with(series) == timing)
        #expect(try read("{\(Self.step)}}").onlySeries == nil)
    }
}
