/// A QR code version: its size and its blocks of codewords.
struct Version {
    /// From 1 to 10.
    let number: Int

    /// For each version: error correction octets a block, then the data octets of each block.
    private static let blocks = [
        [10, 16], [16, 28], [26, 44], [18, 32, 32], [24, 43, 43], [16, 27, 27, 27, 27],
        [18, 31, 31, 31, 31], [22, 38, 38, 39, 39], [22, 36, 36, 36, 37, 37], [26, 43, 43, 43, 43, 44],
    ]

    /// The smallest version whose capacity holds `count` bytes; `nil` where none does.
    init?(for count: Int) {
        let fitting = (1...Self.blocks.count).first { number in
            4 + Self.lengthBits(number) + 8 * count <= Self.capacity(number) * 8
        }
        guard let fitting else { return nil }
        number = fitting
    }

    /// The centre coordinates of the alignment patterns.
    var alignments: [Int] {
        let last = 10 + 4 * number
        return switch number {
        case 1: []
        case 2...6: [6, last]
        default: [6, 6 + (last - 6) / 2, last]
        }
    }

    private static func lengthBits(_ number: Int) -> Int { number < 10 ? 8 : 16 }
    private static func capacity(_ number: Int) -> Int { blocks[number - 1].dropFirst().reduce(0, +) }

    /// All codewords in the order of placement: interleaved data, then interleaved error correction.
    func octets(of bytes: [UInt8]) -> [UInt8] {
        var rest = data(bytes)[...]
        let blocks = Self.blocks[number - 1].dropFirst().map { size in
            let block = Array(rest.prefix(size))
            rest = rest.dropFirst(size)
            return block
        }
        let corrections = blocks.map { ErrorCorrection.octets(of: $0, count: Self.blocks[number - 1][0]) }
        return Self.taken(inTurns: blocks) + Self.taken(inTurns: corrections)
    }

    /// The data codewords: mode indicator, length, bytes, terminator and padding.
    private func data(_ bytes: [UInt8]) -> [UInt8] {
        // Nibbles: the mode indicator (bytes), the length, the bytes, the terminator.
        let length = stride(from: Self.lengthBits(number) - 4, through: 0, by: -4).map {
            UInt8(truncatingIfNeeded: bytes.count >> $0 & 0xF)
        }
        let nibbles = [0b0100] + length + bytes.flatMap { [$0 >> 4, $0 & 0xF] } + [0]
        var octets = stride(from: 0, to: nibbles.count - 1, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
        let missing = Self.capacity(number) - octets.count
        octets += (0..<max(0, missing)).map { $0.isMultiple(of: 2) ? 0xEC : 0x11 }
        return octets
    }

    /// Interleaves the blocks, so that local damage affects only a little of each.
    private static func taken(inTurns blocks: [[UInt8]]) -> [UInt8] {
        (0..<(blocks.map(\.count).max() ?? 0)).flatMap { index in
            blocks.compactMap { index < $0.count ? $0[index] : nil }
        }
    }
}

/// Reed–Solomon error correction: the remainder of a polynomial division.
enum ErrorCorrection {
    /// The powers in GF(256) and their exponents. The powers repeat, so that a sum of exponents needs no
    /// modulo.
    private static let field: (powers: [UInt8], exponents: [Int]) = {
        var powers: [UInt8] = []
        var exponents = Array(repeating: 0, count: 256)
        var value = 1
        for exponent in 0..<255 {
            powers.append(UInt8(value))
            exponents[value] = exponent
            value = value << 1 ^ (value & 0x80 == 0 ? 0 : 0x11D)
        }
        return (powers + powers, exponents)
    }()

    /// The `count` error correction octets of a block.
    static func octets(of block: [UInt8], count: Int) -> [UInt8] {
        let generator = generator(count)
        var rest = block + Array(repeating: 0, count: count)
        for index in block.indices where rest[index] != 0 {
            let scale = field.exponents[Int(rest[index])]
            for (offset, factor) in generator.enumerated() where factor != 0 {
                rest[index + offset] ^= field.powers[field.exponents[Int(factor)] + scale]
            }
        }
        return Array(rest.suffix(count))
    }

    private static func generator(_ count: Int) -> [UInt8] {
        (0..<count).reduce([1]) { generator, root in
            var next = generator + [0]
            for (index, factor) in generator.enumerated() where factor != 0 {
                next[index + 1] ^= field.powers[field.exponents[Int(factor)] + root]
            }
            return next
        }
    }
}
