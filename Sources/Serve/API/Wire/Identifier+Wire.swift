import Checklists

extension Identifier {
    /// The identifier that a number on the wire stands for; `nil` where none can have it: identifiers are
    /// positive, and below 2^53 for JavaScript's sake.
    init?(wire number: Int) {
        guard 1..<1 << 53 ~= number else { return nil }
        self.init(rawValue: number)
    }

    /// The identifier that a segment of a path stands for, in decimal digits without sign or leading zeros,
    /// so that each resource has one address.
    init?(segment: String) {
        // Sixteen digits hold 2^53 and cannot overflow.
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
