package import Checklists
import Dates
package import JSON

extension Timestamp {
    /// The timestamp in UTC in RFC 3339 format with milliseconds, 24 bytes: `2026-11-20T23:55:57.484Z`.
    ///
    /// RFC 3339 ends at the years 0 and 9999. Outside them the text is the number of milliseconds since 1970.
    package var text: String {
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: RFC3339.textBytes, initializingWith: write)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends `text`.
    package func write(to output: inout OutputSpan<UInt8>) {
        guard RFC3339.writable.contains(milliseconds) else {
            for byte in String(milliseconds).utf8 { output.append(byte) }
            return
        }
        RFC3339.write(milliseconds, to: &output)
    }

    /// Parses `text`; `nil` for other bytes, including other forms of RFC 3339.
    package init?(text bytes: Span<UInt8>) {
        guard let milliseconds = RFC3339.milliseconds(written: bytes) else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

extension Timestamp: StoredValue {
    /// The timestamp in a blank record.
    static let zero = Timestamp(milliseconds: 0)

    package init(from json: inout JSONReader) throws(FormatError) { self = try json.timestamp() }

    package func write(to json: inout JSONWriter) {
        json.raw(bytesMax: RFC3339.textBytes + 2) { output in
            output.append(UInt8(ascii: "\""))
            write(to: &output)
            output.append(UInt8(ascii: "\""))
        }
    }
}
