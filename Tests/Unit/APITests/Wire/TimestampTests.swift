import Checklists
import Foundation
import Testing

@testable import API

@Suite struct `A timestamp` {
    @Test(arguments: [
        ("2026-11-20T23:55:57.484Z", "2026-11-20T23:55:57.484Z"),
        ("2026-11-20T23:55:57Z", "2026-11-20T23:55:57.000Z"),
        ("2026-11-20t23:55:57z", "2026-11-20T23:55:57.000Z"),
        ("2026-11-20T23:55:57.4Z", "2026-11-20T23:55:57.400Z"),
        ("2026-11-20T23:55:57.48Z", "2026-11-20T23:55:57.480Z"),
        ("2026-11-20T23:55:57.4849999999999999999999999999Z", "2026-11-20T23:55:57.484Z"),
        ("2026-11-20T23:55:57.0009Z", "2026-11-20T23:55:57.000Z"),
        ("2026-11-20T23:55:57+00:00", "2026-11-20T23:55:57.000Z"),
        ("2026-11-20T23:55:57-00:00", "2026-11-20T23:55:57.000Z"),
        ("2026-11-20T23:55:57+01:00", "2026-11-20T22:55:57.000Z"),
        ("2026-11-20T23:55:57-05:30", "2026-11-21T05:25:57.000Z"),
        ("2026-12-31T23:59:59.999-23:59", "2027-01-01T23:58:59.999Z"),
        ("2026-01-01T00:00:00+23:59", "2025-12-31T00:01:00.000Z"),
        ("2024-02-29T12:00:00Z", "2024-02-29T12:00:00.000Z"),
        ("2000-02-29T12:00:00Z", "2000-02-29T12:00:00.000Z"),
        ("2024-03-01T00:30:00+01:00", "2024-02-29T23:30:00.000Z"),
        ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"),
        ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
        ("0001-01-01T00:00:00-01:00", "0001-01-01T01:00:00.000Z"),
        ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
        ("9999-12-31T23:59:59.9999+00:01", "9999-12-31T23:58:59.999Z"),
    ])
    func `is read at any offset and written in UTC`(text: String, written: String) throws {
        let timestamp = try #require(Timestamp(rfc3339: text))
        #expect(String(decoding: timestamp.rfc3339, as: UTF8.self) == written)
    }

    @Test(arguments: [
        "", "2026", "2026-11-20", "23:55:57Z", "2026-11-20T23:55:57", "2026-11-20T23:55Z", "2026-11-20T23Z",
        "2026-11-20 23:55:57Z", "2026-11-20_23:55:57Z", " 2026-11-20T23:55:57Z", "2026-11-20T23:55:57Z ",
        "2026-11-20T23:55:57Zjunk", "2026-11-20T23:55:57+01:00[Europe/Paris]", "2026-11-20T23:55:57Z\0",
        "2026-00-20T23:55:57Z", "2026-13-20T23:55:57Z", "2026-11-00T23:55:57Z", "2026-11-31T23:55:57Z",
        "2026-02-29T23:55:57Z", "2024-02-30T23:55:57Z", "1900-02-29T23:55:57Z", "2100-02-29T23:55:57Z",
        "2026-11-20T24:00:00Z", "2026-11-20T23:60:57Z", "2026-11-20T23:55:60Z", "2016-12-31T23:59:60Z",
        "2026-11-20T23:55:57.Z", "2026-11-20T23:55:57,484Z", "2026-11-20T23:55:57.4 Z",
        "2026-11-20T23:55:57.-4Z",
        "2026-11-20T23:55:57+01", "2026-11-20T23:55:57+0100", "2026-11-20T23:55:57+24:00",
        "2026-11-20T23:55:57+01:60", "2026-11-20T23:55:57 01:00", "2026-11-20T23:55:57+1:00",
        "2026-11-20T23:55:57\u{2212}01:00", "20261120T235557Z", "26-11-20T23:55:57Z", "02026-11-20T23:55:57Z",
        "+2026-11-20T23:55:57Z", "-2026-11-20T23:55:57Z", "0000-11-20T23:55:57Z", "2026-1-20T23:55:57Z",
        "２０２６-11-20T23:55:57Z", "2026-11-20T23:55:57Z\n", "0001-01-01T00:00:00+00:01",
        "9999-12-31T23:59:59-00:01", "1763683200", "2026-W47-5T23:55:57Z", "2026-324T23:55:57Z",
    ])
    func `is refused where it names no moment`(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    /// Foundation writes days before 15 October 1582 in the Julian calendar, which RFC 3339 does not use.
    @Test func `agrees with Foundation since the Gregorian calendar`() throws {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        for day: Int64 in stride(from: -141_427, through: 2_932_896, by: 97) {
            let timestamp = Timestamp(milliseconds: day * 86_400_000 + (day & 0xFFFF) * 1000)
            try #require(String(decoding: timestamp.rfc3339, as: UTF8.self) == style.format(timestamp.date))
        }
    }

    @Test func `comes back from all over ten thousand years`() throws {
        for day: Int64 in stride(from: -719_162, through: 2_932_896, by: 61) {
            let timestamp = Timestamp(milliseconds: day * 86_400_000 + (day & 0xFFFF) * 1013)
            try #require(Timestamp(rfc3339: String(decoding: timestamp.rfc3339, as: UTF8.self)) == timestamp)
        }
    }

    @Test func `outside the years of four digits is written as the nearest within`() {
        #expect(Timestamp(milliseconds: .max).rfc3339 == Timestamp.latest.rfc3339)
        #expect(Timestamp(milliseconds: .min).rfc3339 == Timestamp.earliest.rfc3339)
    }
}
