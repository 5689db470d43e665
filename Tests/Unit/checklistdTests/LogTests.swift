import Foundation
import JSON
import Testing

@testable import checklistd

@Suite struct `A line of the log` {
    private let details: [(String, any CustomStringConvertible)] = [
        ("status", 404), ("signal", Int32(15)), ("microseconds", UInt64(120)), ("milliseconds", 1.5),
        ("ready", true), ("path", "/v1/items 1"), ("huge", UInt64.max), ("rate", Double.nan),
    ]

    private func line(_ format: Log.Format) -> String {
        let log = Log(level: .debug, format: format, now: { Date(timeIntervalSince1970: 0) })
        return String(decoding: log.render(.info, "request", details), as: UTF8.self)
    }

    @Test func `has numbers as numbers in JSON`() throws {
        #expect(
            line(.json) == """
                {"time":"1970-01-01T00:00:00.000Z","level":"info","event":"request","status":404,"signal":15,\
                "microseconds":120,"milliseconds":1.5,"ready":true,"path":"/v1/items 1",\
                "huge":"18446744073709551615","rate":"nan"}

                """)
    }

    @Test func `has words apart in text`() {
        #expect(
            line(.text) == """
                1970-01-01T00:00:00.000Z info request status=404 signal=15 microseconds=120 milliseconds=1.5 \
                ready=true path="/v1/items 1" huge=18446744073709551615 rate=nan

                """)
    }
}
