import Checklists
import Dates
import JSON

/// A timestamp in JSON: `"2026-11-20T23:55:57.484Z"`.
struct TimestampBody: JSONWritable {
    let timestamp: Timestamp

    init(_ timestamp: Timestamp) {
        self.timestamp = timestamp
    }

    func write(to json: inout JSONWriter) {
        json.raw(bytesMax: RFC3339.textBytes + 2) { output in
            output.append(UInt8(ascii: "\""))
            timestamp.write(to: &output)
            output.append(UInt8(ascii: "\""))
        }
    }
}
