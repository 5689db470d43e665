import Digest

/// The gzip coding (RFC 1952) for files that are sent often and coded once: repetitions are referred to, and
/// everything is written with the fixed codes of DEFLATE (RFC 1951 §3.2.6).
enum Gzip {
    private static let matchOctetsMin = 3
    private static let matchOctetsMax = 258
    private static let distanceOctetsMax = 32 * 1024
    /// How many earlier places are looked at for the longest repetition.
    private static let placesMax = 64

    /// The content, coded.
    static func compress(_ content: [UInt8]) -> [UInt8] {
        var output = BitWriter()
        // RFC 1952 §2.3: DEFLATE, no name, no time, unknown system.
        output.octets = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        deflate(content, to: &output)
        output.fill()
        for value in [CRC32.checksum(content), UInt32(truncatingIfNeeded: content.count)] {
            for shift in stride(from: 0, to: 32, by: 8) {
                output.octets.append(UInt8(truncatingIfNeeded: value >> shift))
            }
        }
        return output.octets
    }

    /// One block, the last one, with the fixed codes.
    private static func deflate(_ content: [UInt8], to output: inout BitWriter) {
        output.append(0b011, bits: 3)
        var places: [UInt32: Int] = [:]
        var placesBefore = [Int](repeating: -1, count: content.count)
        func remember(_ index: Int) {
            guard let start = trigram(content, index) else { return }
            placesBefore[index] = places.updateValue(index, forKey: start) ?? -1
        }
        func match(at index: Int) -> (place: Int, length: Int) {
            let latest = trigram(content, index).flatMap { places[$0] } ?? -1
            return longestMatch(content, at: index, from: latest, placesBefore)
        }
        var index = 0
        var here = match(at: 0)
        while index < content.count {
            remember(index)
            let next = match(at: index + 1)
            // Where a longer match begins behind an octet, that octet stands for itself.
            guard here.length >= matchOctetsMin, here.length >= next.length else {
                output.append(literal: Int(content[index]))
                index += 1
                here = next
                continue
            }
            output.append(length: here.length)
            output.append(distance: index - here.place)
            for inner in index + 1..<index + here.length { remember(inner) }
            index += here.length
            here = match(at: index)
        }
        output.append(literal: 256)
    }

    /// What stands at a place and at the two behind it; `nil` too near to the end.
    private static func trigram(_ content: [UInt8], _ index: Int) -> UInt32? {
        guard index + matchOctetsMin <= content.count else { return nil }
        return UInt32(content[index]) << 16 | UInt32(content[index + 1]) << 8 | UInt32(content[index + 2])
    }

    private static func longestMatch(
        _ content: [UInt8], at index: Int, from latest: Int, _ placesBefore: [Int]
    ) -> (place: Int, length: Int) {
        var best = (place: 0, length: 0)
        var place = latest
        let lengthMax = min(matchOctetsMax, content.count - index)
        for _ in 0..<placesMax where place >= 0 && index - place <= distanceOctetsMax {
            var length = 0
            while length < lengthMax, content[place + length] == content[index + length] { length += 1 }
            if length > best.length { best = (place, length) }
            place = placesBefore[place]
        }
        return best.length >= matchOctetsMin ? best : (0, 0)
    }
}

/// Octets that are filled from their lowest bit on (RFC 1951 §3.1.1).
private struct BitWriter {
    var octets: [UInt8] = []
    private var pending: UInt64 = 0
    private var pendingBits = 0

    /// A number, its lowest bit first.
    mutating func append(_ value: Int, bits: Int) {
        pending |= UInt64(value) << pendingBits
        pendingBits += bits
        while pendingBits >= 8 {
            octets.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            pendingBits -= 8
        }
    }

    /// Ends the octet that was begun.
    mutating func fill() {
        append(0, bits: (8 - pendingBits) % 8)
    }

    /// A code, its highest bit first.
    private mutating func append(code: Int, bits: Int) {
        for bit in (0..<bits).reversed() { append(code >> bit & 1, bits: 1) }
    }

    /// An octet, the end of the block (256) or the symbol of a length, in the fixed code.
    mutating func append(literal: Int) {
        switch literal {
        case ..<144: append(code: 0b0011_0000 + literal, bits: 8)
        case ..<256: append(code: 0b1_1001_0000 + literal - 144, bits: 9)
        case ..<280: append(code: literal - 256, bits: 7)
        default: append(code: 0b1100_0000 + literal - 280, bits: 8)
        }
    }

    /// The length of a match, 3 to 258 octets (RFC 1951 §3.2.5).
    mutating func append(length: Int) {
        if length == 258 { return append(literal: 285) }
        let value = length - 3
        let extra = max(0, (Int.bitWidth - value.leadingZeroBitCount) - 3)
        append(literal: 257 + extra * 4 + value >> extra)
        append(value & (1 << extra - 1), bits: extra)
    }

    /// How far back a match begins, 1 to 32,768 octets.
    mutating func append(distance: Int) {
        let value = distance - 1
        let extra = max(0, (Int.bitWidth - value.leadingZeroBitCount) - 2)
        append(code: extra * 2 + value >> extra, bits: 5)
        append(value & (1 << extra - 1), bits: extra)
    }
}
