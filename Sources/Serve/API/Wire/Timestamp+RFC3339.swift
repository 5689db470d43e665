import Checklists
import Dates

/// The RFC 3339 form of timestamps (RFC 3339 §5.6).
extension Timestamp {
    /// Parses a timestamp with any UTC offset. Digits below a millisecond are cut off.
    ///
    /// `nil` if it is malformed or outside `earliest...latest`.
    init?(rfc3339 text: String) {
        guard let milliseconds = RFC3339.milliseconds(text.utf8.span) else { return nil }
        self.init(milliseconds: milliseconds)
        guard (Self.earliest...Self.latest).contains(self) else { return nil }
    }

    /// The timestamp in UTC with milliseconds, `2026-11-20T23:55:57.484Z`, clamped to `earliest...latest`.
    var rfc3339: [UInt8] {
        var text: [UInt8] = []
        text.append(addingCapacity: RFC3339.textBytes, initializingWith: write)
        return text
    }

    /// Appends the timestamp in the form of `rfc3339`.
    func write(to output: inout OutputSpan<UInt8>) {
        RFC3339.write(min(max(self, Self.earliest), Self.latest).milliseconds, to: &output)
    }
}
