import Checklists
import Records

/// The name of a generation, which is the time of its start: `20261126T230500.123Z`.
struct ReplicaGenerationName: Hashable {
    /// The suffix of an incomplete generation.
    static let partialSuffix = ".partial"
    /// The data folder of a generation.
    static let data = "data"
    /// The file with the moments of its changes.
    static let moments = "moments"

    /// The time at which the copy of the files began.
    let start: Timestamp

    init(start: Timestamp) {
        self.start = start
    }

    /// Parses a name; `nil` for any other name.
    init?(_ text: String) {
        let digits = Array(text)
        guard digits.count == 20 else { return nil }
        let day = "\(String(digits[0..<4]))-\(String(digits[4..<6]))-\(String(digits[6..<8]))"
        let time = "\(String(digits[9..<11])):\(String(digits[11..<13])):\(String(digits[13...]))"
        guard let start = Timestamp(text: Array("\(day)T\(time)".utf8).span) else { return nil }
        self.start = start
        guard self.text == text else { return nil }
    }

    var text: String { start.text.filter { $0 != "-" && $0 != ":" } }
}
