import Dispatch
import Foundation
import JSON
import Synchronization
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

    @Test func `is written with all lines that wait`() {
        let written = Mutex<[[UInt8]]>([])
        let hold = DispatchSemaphore(value: 0)
        let log = Log(level: .warning, format: .text, now: { Date(timeIntervalSince1970: 0) }) { lines in
            if written.withLock({ $0.isEmpty }) { hold.wait() }
            written.withLock { $0.append(lines) }
        }
        log.warning("first")
        log.info("below the level")
        // The lock is free again while the first line is being written.
        for _ in 0...2 * Log.pendingLinesMax { log.always(.info, "next", []) }
        hold.signal()
        log.flush()
        let writes = written.withLock { $0 }.map { String(decoding: $0, as: UTF8.self) }
        #expect(writes.count <= 4)
        let text = writes.joined()
        #expect(text.contains("warning first\n"))
        #expect(!text.contains("below"))
        #expect(text.components(separatedBy: " info next\n").count >= Log.pendingLinesMax)
        #expect(text.contains("warning log lines dropped count="))
    }

    @Test func `has words apart in text`() {
        #expect(
            line(.text) == """
                1970-01-01T00:00:00.000Z info request status=404 signal=15 microseconds=120 milliseconds=1.5 \
                ready=true path="/v1/items 1" huge=18446744073709551615 rate=nan

                """)
    }
}
