import Digest

/// The gzip coding (RFC 1952) for files that are sent often and coded once: repetitions are referred to, and
/// everything is written with codes made for the file (RFC 1951 §3.2.7).
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

    /// One block, the last one, with codes of its own.
    private static func deflate(_ content: [UInt8], to output: inout BitWriter) {
        let symbols = symbols(of: content)
        var literals = [Int](repeating: 0, count: 286)
        var distances = [Int](repeating: 0, count: 30)
        // There is a code for distances even where nothing is repeated.
        distances[0] = 1
        for symbol in symbols {
            literals[symbol.literal.value] += 1
            if let distance = symbol.distance { distances[distance.value] += 1 }
        }
        let codes = (
            HuffmanCode(frequencies: literals, bitsMax: 15), HuffmanCode(frequencies: distances, bitsMax: 15)
        )
        output.append(0b101, bits: 3)
        describe(codes.0.lengths, codes.1.lengths, to: &output)
        for symbol in symbols {
            output.append(symbol.literal, in: codes.0)
            if let distance = symbol.distance { output.append(distance, in: codes.1) }
        }
    }

    /// Octets that stand for themselves, repetitions of what came before, and the end.
    private static func symbols(of content: [UInt8]) -> [(literal: Symbol, distance: Symbol?)] {
        var symbols: [(literal: Symbol, distance: Symbol?)] = []
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
                symbols.append((Symbol(value: Int(content[index])), nil))
                index += 1
                here = next
                continue
            }
            symbols.append((Symbol(length: here.length), Symbol(distance: index - here.place)))
            for inner in index + 1..<index + here.length { remember(inner) }
            index += here.length
            here = match(at: index)
        }
        return symbols + [(Symbol(value: 256), nil)]
    }

    /// The lengths of both codes, with a code for these (RFC 1951 §3.2.7).
    private static func describe(_ literals: [Int], _ distances: [Int], to output: inout BitWriter) {
        let symbols = runs(of: literals + distances)
        var frequencies = [Int](repeating: 0, count: 19)
        for symbol in symbols { frequencies[symbol.value] += 1 }
        let code = HuffmanCode(frequencies: frequencies, bitsMax: 7)
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        output.append(literals.count - 257, bits: 5)
        output.append(distances.count - 1, bits: 5)
        output.append(order.count - 4, bits: 4)
        for symbol in order { output.append(code.lengths[symbol], bits: 3) }
        for symbol in symbols { output.append(symbol, in: code) }
    }

    /// Lengths as they stand, or how often one is repeated: 16 is for the one before, 17 and 18 for zeros.
    private static func runs(of lengths: [Int]) -> [Symbol] {
        var symbols: [Symbol] = []
        var rest = lengths[...]
        while let length = rest.first {
            let run = rest.prefix { $0 == length }.count
            if length == 0, run >= 3 {
                let count = min(run, 138)
                symbols.append(
                    count > 10
                        ? Symbol(value: 18, extra: count - 11, extraBits: 7)
                        : Symbol(value: 17, extra: count - 3, extraBits: 3))
                rest = rest.dropFirst(count)
            } else {
                symbols.append(Symbol(value: length))
                rest = rest.dropFirst()
                guard length > 0, run >= 4 else { continue }
                let count = min(run - 1, 6)
                symbols.append(Symbol(value: 16, extra: count - 3, extraBits: 2))
                rest = rest.dropFirst(count)
            }
        }
        return symbols
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

    /// A symbol, and what says more of it.
    mutating func append(_ symbol: Symbol, in code: HuffmanCode) {
        append(code[symbol.value].code, bits: code[symbol.value].bits)
        append(symbol.extra, bits: symbol.extraBits)
    }
}

/// What a code is for: an octet, the end of the block (256), a length or a distance, which have more bits to
/// tell them apart from their neighbours (RFC 1951 §3.2.5).
private struct Symbol {
    let value: Int
    var extra = 0
    var extraBits = 0
}

extension Symbol {
    /// The length of a match, 3 to 258 octets.
    fileprivate init(length: Int) {
        if length == 258 {
            self.init(value: 285)
            return
        }
        let value = length - 3
        let bits = max(0, (Int.bitWidth - value.leadingZeroBitCount) - 3)
        self.init(value: 257 + bits * 4 + value >> bits, extra: value & (1 << bits - 1), extraBits: bits)
    }

    /// How far back a match begins, 1 to 32,768 octets.
    fileprivate init(distance: Int) {
        let value = distance - 1
        let bits = max(0, (Int.bitWidth - value.leadingZeroBitCount) - 2)
        self.init(value: bits * 2 + value >> bits, extra: value & (1 << bits - 1), extraBits: bits)
    }
}
