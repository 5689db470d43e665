import Checklists
import Dates
import Dispatch
import Foundation
import Glibc
import JSON
import Synchronization

/// The structured log on standard error: one line an event, as text or JSON.
///
/// Logging never waits for a slow reader: a separate queue writes all lines that wait in one call. If
/// more than `pendingLinesMax` lines wait, the log drops further ones and logs their count.
final class Log: Sendable {
    /// The level of an event. The log drops events below the configured level.
    enum Level: String, CaseIterable, Comparable {
        case debug, info, warning, error

        static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }
        private var rank: Int { Level.allCases.firstIndex(of: self) ?? 0 }

        /// The level at the start of a line, as systemd's journal reads it (`sd-daemon(3)`).
        var journalPrefix: String {
            switch self {
            case .debug: "<7>"
            case .info: "<6>"
            case .warning: "<4>"
            case .error: "<3>"
            }
        }
    }

    /// The format of a line: `2026-11-21T09:00:00.000Z info started data=./data`, or one JSON object.
    enum Format: String, CaseIterable {
        case text, json
    }

    /// The maximum number of lines that wait for a slow reader.
    static let pendingLinesMax = 10_000

    let level: Level
    private let format: Format
    private let isForJournal: Bool
    private let now: @Sendable () -> Date
    private let output: @Sendable ([UInt8]) -> Void
    private let queue = DispatchQueue(label: "log")
    private let pending = Mutex(PendingLines())

    /// The lines that wait to be written.
    private struct PendingLines {
        var bytes: [UInt8] = []
        var count = 0
        var droppedCount = 0
    }

    /// - Parameters:
    ///   - isForJournal: Whether lines begin with their level in the form that systemd's journal reads.
    ///   - output: Writes complete lines. The log calls it on its own queue, so it may block.
    init(
        level: Level, format: Format, isForJournal: Bool = false, now: @escaping @Sendable () -> Date,
        output: @escaping @Sendable ([UInt8]) -> Void = Log.put
    ) {
        self.level = level
        self.format = format
        self.isForJournal = isForJournal
        self.now = now
        self.output = output
    }

    func debug(_ event: String, _ details: KeyValuePairs<String, any CustomStringConvertible> = [:]) {
        write(.debug, event, details)
    }
    func info(_ event: String, _ details: KeyValuePairs<String, any CustomStringConvertible> = [:]) {
        write(.info, event, details)
    }
    func warning(_ event: String, _ details: KeyValuePairs<String, any CustomStringConvertible> = [:]) {
        write(.warning, event, details)
    }
    func error(_ event: String, _ details: KeyValuePairs<String, any CustomStringConvertible> = [:]) {
        write(.error, event, details)
    }

    /// Logs an event even if the configured level is higher than its own.
    func always(_ level: Level, _ event: String, _ details: [(String, any CustomStringConvertible)]) {
        add(render(level, event, details))
    }

    /// Returns when all lines logged before are written.
    func flush() {
        queue.sync { drain() }
    }

    private func write(
        _ level: Level, _ event: String, _ details: KeyValuePairs<String, any CustomStringConvertible>
    ) {
        guard level >= self.level else { return }
        add(render(level, event, details.map { ($0.key, $0.value) }))
    }

    /// Adds a line to those that wait, or drops it.
    private func add(_ line: [UInt8]) {
        let isFirst = pending.withLock { pending in
            guard pending.count < Log.pendingLinesMax else {
                pending.droppedCount += 1
                return false
            }
            pending.bytes += line
            pending.count += 1
            return pending.count == 1
        }
        if isFirst { queue.async { [self] in drain() } }
    }

    /// Writes the lines that wait.
    private func drain() {
        let lines = pending.withLock { pending in exchange(&pending, with: PendingLines()) }
        output(lines.bytes)
        guard lines.droppedCount > 0 else { return }
        output(render(.warning, "log lines dropped", [("count", lines.droppedCount)]))
    }

    /// Writes complete lines to standard error, however long that takes.
    @Sendable private static func put(_ lines: [UInt8]) {
        var rest = lines[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if written < 0 && errno == EINTR { continue }
            // A failure to write the log cannot be logged.
            guard written > 0 else { return }
            rest = rest.dropFirst(written)
        }
    }

    /// A formatted line with its line break.
    func render(
        _ level: Level, _ event: String, _ details: [(String, any CustomStringConvertible)]
    ) -> [UInt8] {
        let time = RFC3339.text(Timestamp(now()).milliseconds)
        let prefix = isForJournal ? level.journalPrefix : ""
        switch format {
        case .json:
            let head: [(String, any CustomStringConvertible)] = [
                ("time", time), ("level", level.rawValue), ("event", event),
            ]
            let members = (head + details).map { JSONValue.Member($0.0, Log.json($0.1)) }
            return Array(prefix.utf8) + JSONValue.object(members).jsonBytes + [UInt8(ascii: "\n")]
        case .text:
            let rest = details.map { " \($0.0)=\(Log.quoted($0.1.description))" }.joined()
            return Array("\(prefix)\(time) \(level.rawValue) \(event)\(rest)\n".utf8)
        }
    }

    /// A value in JSON. Numbers and booleans keep their type, so that programs can compute with them.
    private static func json(_ value: any CustomStringConvertible) -> JSONValue {
        switch value {
        case let number as any FixedWidthInteger:
            Int(exactly: number).map { .number(JSONNumber($0)) } ?? .string(value.description)
        case let number as Double where number.isFinite: .number(JSONNumber(number))
        case let truth as Bool: .bool(truth)
        default: .string(value.description)
        }
    }

    /// A value for a text line, quoted and escaped unless it reads as one word.
    private static func quoted(_ value: String) -> String {
        let plain = value.unicodeScalars.allSatisfy {
            $0.value > 32 && $0.value != 127 && $0 != "\"" && $0 != "="
        }
        return plain && !value.isEmpty ? value : value.debugDescription
    }
}
