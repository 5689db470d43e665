import Checklists
import Dates

/// Timestamps as they stand on the wire (RFC 3339 §5.6).
extension Timestamp {
    /// The moment that a text names, at any offset from UTC; what is finer than a millisecond is cut off.
    ///
    /// `nil` where it names none, or one outside `earliest...latest`.
    init?(rfc3339 text: String) {
        guard let milliseconds = RFC3339.milliseconds(text.utf8.span) else { return nil }
        self.init(milliseconds: milliseconds)
        guard (Self.earliest...Self.latest).contains(self) else { return nil }
    }

    /// The moment in UTC with milliseconds, `2026-11-20T23:55:57.484Z`; one outside `earliest...latest` is
    /// written as the nearest within.
    var rfc3339: [UInt8] {
        var text: [UInt8] = []
        text.append(addingCapacity: RFC3339.textBytes, initializingWith: write)
        return text
    }

    /// Appends the moment as `rfc3339` has it.
    func write(to output: inout OutputSpan<UInt8>) {
        RFC3339.write(min(max(self, Self.earliest), Self.latest).milliseconds, to: &output)
    }
}
