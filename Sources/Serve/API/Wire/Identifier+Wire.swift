import Checklists

extension Identifier {
    /// Reads an id from JSON; `nil` unless it is positive and below 2^53, the limit of exact integers in
    /// JavaScript.
    init?(wire number: Int) {
        guard 1..<1 << 53 ~= number else { return nil }
        self.init(rawValue: number)
    }

    /// Reads an id from a path segment of decimal digits. A sign or a leading zero is refused, so that each
    /// resource has one address.
    init?(segment: String) {
        // Sixteen digits can hold 2^53 and cannot overflow.
        guard (1...16).contains(segment.utf8.count), segment.utf8.first != UInt8(ascii: "0") else {
            return nil
        }
        var number = 0
        for byte in segment.utf8 {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        self.init(wire: number)
    }
}
