import Checklists
import Randomness
import Records
import Testing

@Suite struct `The text of a moment` {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"),
        (-1, "1969-12-31T23:59:59.999Z"),
        (1_795_218_957_484, "2026-11-20T23:55:57.484Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (-2_203_891_200_001, "1900-02-28T23:59:59.999Z"),
        (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ])
    func `is that of RFC 3339 in UTC`(milliseconds: Int64, text: String) throws {
        #expect(Timestamp(milliseconds: milliseconds).text == text)
        #expect(Timestamp(text: text.utf8.span)?.milliseconds == milliseconds)
    }

    @Test(arguments: [-62_167_219_200_001, 253_402_300_800_000, Int64.min, Int64.max])
    func `is the number of milliseconds where RFC 3339 ends`(milliseconds: Int64) {
        #expect(Timestamp(milliseconds: milliseconds).text == String(milliseconds))
    }

    @Test func `comes back from any day`() throws {
        var randomness = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            let moment = Timestamp(
                milliseconds: Int64.random(in: -62_167_219_200_000..<253_402_300_800_000, using: &randomness)
            )
            try #require(Timestamp(text: moment.text.utf8.span) == moment)
        }
    }

    @Test(arguments: [
        "", "2026-11-20", "2026-11-20T23:55:57Z", "2026-11-20T23:55:57.484+00:00", "2026-02-29T00:00:00.000Z",
        "2026-04-31T00:00:00.000Z", "2026-00-01T00:00:00.000Z", "2026-13-01T00:00:00.000Z",
        "2026-11-00T00:00:00.000Z",
        "2026-11-20T24:00:00.000Z", "2026-11-20T23:60:00.000Z", "2026-11-20T23:59:60.000Z",
        "2026-11-20t23:55:57.484Z",
        "2026-11-20T23:55:57.484z", "+026-11-20T23:55:57.484Z", "2026-11-20T23:55:57,484Z",
    ])
    func `is refused in any other form`(text: String) {
        #expect(Timestamp(text: text.utf8.span) == nil)
    }
}
