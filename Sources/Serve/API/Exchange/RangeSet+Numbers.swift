extension RangeSet<Int> {
    /// Reads numbers and ranges of numbers of at most 15 digits, in any order: `0-3,7`.
    public init?(numbers text: some StringProtocol) {
        self.init()
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { end in
                let isNumber = end.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
                return isNumber && end.utf8.count <= 15 ? Int(end) : nil
            }
            guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil else {
                return nil
            }
            insert(contentsOf: min(first, last)..<max(first, last) + 1)
        }
    }

    /// The numbers as `init(numbers:)` reads them.
    public var numbersText: String {
        ranges.map { range in
            range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound - 1)"
        }
        .joined(separator: ",")
    }
}
