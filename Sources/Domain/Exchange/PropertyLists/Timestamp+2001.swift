public import Checklists

/// Timestamps in the format of Foundation's `Codable`: seconds since 2001-01-01T00:00:00Z.
extension Timestamp {
    /// Rounds to a millisecond; `nil` outside `earliest...latest`.
    public init?(secondsSince2001 seconds: Double) {
        let milliseconds = (seconds * 1000).rounded() + Double(Self.millisecondsTo2001)
        guard let whole = Int64(exactly: milliseconds) else { return nil }
        self.init(milliseconds: whole)
        guard (Self.earliest...Self.latest).contains(self) else { return nil }
    }

    /// The seconds as a decimal number, with milliseconds if there are any: `796867200.5`.
    public var secondsSince2001: String {
        let since = milliseconds - Self.millisecondsTo2001
        let (seconds, rest) = since.magnitude.quotientAndRemainder(dividingBy: 1000)
        let digits = String(rest + 1000).dropFirst()
        return "\(since < 0 ? "-" : "")\(seconds)\(rest == 0 ? "" : ".\(digits)")"
    }

    private static let millisecondsTo2001: Int64 = 978_307_200_000
}
