/// A QR code (ISO/IEC 18004) in byte mode with error correction level M, versions 1 to 10.
///
/// This module encodes QR codes. It does no I/O and depends on no other module.
public struct QRCode: Hashable, Sendable {
    /// The modules row by row; `true` is dark.
    public let modules: [[Bool]]

    /// The maximum length of the text, in UTF-8 bytes.
    public static let textBytesMax = 213
    /// Width of the margin, in modules (ISO/IEC 18004 §6.3.8).
    private static let margin = 4

    /// Encodes a text with the mask pattern of the lowest penalty score; `nil` above `textBytesMax`.
    public init?(_ text: String) {
        guard let grid = Grid(Array(text.utf8)) else { return nil }
        let masked = (0..<Mask.count).map(grid.masked)
        guard let best = masked.min(by: { $0.penalty < $1.penalty }) else { return nil }
        modules = best.dark
    }

    /// Encodes a text with one of the eight mask patterns; `nil` where the text is too long.
    init?(_ text: String, mask: Int) {
        guard let grid = Grid(Array(text.utf8)) else { return nil }
        modules = grid.masked(mask).dark
    }

    /// The code with its margin as lines for a terminal, two rows of modules a line.
    ///
    /// Escape sequences set black on white, independent of the colours of the terminal.
    public var terminalLines: [String] {
        let (margin, side) = (Self.margin, self.side)
        func isDark(_ row: Int, _ column: Int) -> Bool {
            modules.indices.contains(row - margin) && modules.indices.contains(column - margin)
                && modules[row - margin][column - margin]
        }
        return stride(from: 0, to: side, by: 2).map { row in
            let line = (0..<side).map { column in
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (true, true): "\u{2588}"
                case (true, false): "\u{2580}"
                case (false, true): "\u{2584}"
                case (false, false): " "
                }
            }
            return "\u{1B}[30;107m\(line.joined())\u{1B}[0m"
        }
    }

    /// The code with its margin as an SVG image: black on white, one unit a module.
    public var svg: String {
        var path = ""
        for (row, cells) in modules.enumerated() {
            for (column, isDark) in cells.enumerated() where isDark {
                path += "M\(column + Self.margin) \(row + Self.margin)h1v1h-1z"
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)">\
            <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path fill="#000" d="\(path)"/></svg>

            """
    }

    /// The width including both margins, in modules.
    private var side: Int { modules.count + 2 * Self.margin }
}

/// The matrix of modules. `isFixed` marks function patterns and format information, which carry no data.
private struct Grid {
    let size: Int
    var dark: [[Bool]]
    private var isFixed: [[Bool]]

    /// Places the patterns and codewords of a text, without a mask; `nil` where the text is too long.
    init?(_ bytes: [UInt8]) {
        guard let version = Version(for: bytes.count) else { return nil }
        size = 17 + 4 * version.number
        dark = Array(repeating: Array(repeating: false, count: size), count: size)
        isFixed = dark
        drawPatterns(of: version)
        write(version.octets(of: bytes))
    }

    private mutating func fix(_ row: Int, _ column: Int, _ isDark: Bool) {
        guard dark.indices.contains(row), dark.indices.contains(column) else { return }
        dark[row][column] = isDark
        isFixed[row][column] = true
    }

    private mutating func drawPatterns(of version: Version) {
        for index in 0..<size {
            fix(6, index, index.isMultiple(of: 2))
            fix(index, 6, index.isMultiple(of: 2))
        }
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
            drawRings(around: row, column, reach: 4, light: [2, 4])
        }
        let corners = [[6, 6], [6, size - 7], [size - 7, 6]]
        for row in version.alignments {
            // The finder patterns occupy these three corners.
            for column in version.alignments where !corners.contains([row, column]) {
                drawRings(around: row, column, reach: 2, light: [1])
            }
        }
        drawFormat(mask: 0)
        guard version.number >= 7 else { return }
        let bits = Self.checked(version.number, by: 0x1F25, count: 12)
        for bit in 0..<18 {
            let (near, far) = (bit / 3, size - 11 + bit % 3)
            fix(near, far, bits >> bit & 1 == 1)
            fix(far, near, bits >> bit & 1 == 1)
        }
    }

    /// Draws concentric square rings around a centre, dark except at the distances in `light`.
    private mutating func drawRings(around row: Int, _ column: Int, reach: Int, light: Set<Int>) {
        for down in -reach...reach {
            for right in -reach...reach {
                fix(row + down, column + right, !light.contains(max(abs(down), abs(right))))
            }
        }
    }

    /// Writes the format information (level M and the mask pattern) at its two positions.
    private mutating func drawFormat(mask: Int) {
        let bits = Self.checked(mask, by: 0x537, count: 10) ^ 0x5412
        for bit in 0..<15 {
            let isDark = bits >> bit & 1 == 1
            if bit < 8 {
                fix(bit < 6 ? bit : bit + 1, 8, isDark)
                fix(8, size - 1 - bit, isDark)
            } else {
                fix(8, bit == 8 ? 7 : 14 - bit, isDark)
                fix(size - 15 + bit, 8, isDark)
            }
        }
        fix(size - 8, 8, true)
    }

    /// A value followed by its BCH check bits, which let a scanner correct errors.
    private static func checked(_ value: Int, by generator: Int, count: Int) -> Int {
        var rest = value << count
        let top = Int.bitWidth - 1 - generator.leadingZeroBitCount
        for bit in stride(from: top + count, through: top, by: -1) where rest >> bit & 1 == 1 {
            rest ^= generator << (bit - top)
        }
        return value << count | rest
    }

    /// Writes the bits in strips of two columns from the right, alternately upwards and downwards.
    private mutating func write(_ octets: [UInt8]) {
        var index = 0
        for pair in stride(from: size - 1, to: 0, by: -2) {
            // The vertical timing pattern occupies column 6, which belongs to no strip.
            let right = pair <= 6 ? pair - 1 : pair
            let isUpward = (right + 1) & 2 == 0
            for step in 0..<size {
                let row = isUpward ? size - 1 - step : step
                for column in [right, right - 1] where !isFixed[row][column] {
                    // Remainder bits stay light.
                    guard index < octets.count * 8 else { return }
                    dark[row][column] = octets[index / 8] >> (7 - index % 8) & 1 == 1
                    index += 1
                }
            }
        }
    }

    /// The grid with a mask pattern applied.
    func masked(_ mask: Int) -> Grid {
        var grid = self
        grid.drawFormat(mask: mask)
        for row in 0..<size {
            for column in 0..<size where !isFixed[row][column] && Mask.turns(row, column, by: mask) {
                grid.dark[row][column].toggle()
            }
        }
        return grid
    }

    /// The penalty score: long runs, 2×2 blocks, finder-like patterns, imbalance of dark and light.
    var penalty: Int {
        let columns = (0..<size).map { column in dark.map { $0[column] } }
        var sum = (dark + columns).reduce(0) { $0 + Self.penalty(ofLine: $1) }
        for row in 1..<size {
            for column in 1..<size {
                let cell = dark[row][column]
                let others = [dark[row - 1][column], dark[row][column - 1], dark[row - 1][column - 1]]
                if others.allSatisfy({ $0 == cell }) { sum += 3 }
            }
        }
        let share = dark.joined().count { $0 } * 100 / (size * size)
        return sum + 10 * (abs(share - 50) / 5)
    }

    private static let corner = [true, false, true, true, true, false, true]
    private static let light = [false, false, false, false]

    private static func penalty(ofLine line: [Bool]) -> Int {
        var (sum, run) = (0, 0)
        for (index, cell) in line.enumerated() {
            run = index > 0 && line[index - 1] == cell ? run + 1 : 1
            if run == 5 { sum += 3 } else if run > 5 { sum += 1 }
            let end = index + corner.count + light.count
            guard end <= line.count else { continue }
            let part = Array(line[index..<end])
            if part == light + corner || part == corner + light { sum += 40 }
        }
        return sum
    }
}

private enum Mask {
    static let count = 8

    /// Whether a mask pattern inverts a module.
    static func turns(_ row: Int, _ column: Int, by mask: Int) -> Bool {
        let product = row * column
        return switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: product % 2 + product % 3 == 0
        case 6: (product % 2 + product % 3) % 2 == 0
        default: ((row + column) % 2 + product % 3) % 2 == 0
        }
    }
}
