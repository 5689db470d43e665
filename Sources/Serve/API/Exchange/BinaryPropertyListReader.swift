import Checklists
import Exchange

/// Reads a binary property list ("bplist00") token by token.
///
/// Its values can be anywhere in the file and refer to each other by number, so a few bytes can denote any
/// number of values: 40 arrays that each contain the next one twice make 2^40. Foundation's reader visits all
/// of them. This one stops at more values than the file has bytes, or at more text than
/// `Limits.documentTextBytesMax`. `Limits.documentDepthMax` ends a cycle.
struct BinaryPropertyListReader: DocumentReader {
    /// The number of values read. They are in any order in the file.
    private(set) var offset = 0
    private var trailer: Trailer?
    /// The open containers, outermost first.
    private var open: [Container] = []
    private var textBytes = 0

    /// The end of the file, which locates its values.
    private struct Trailer {
        /// The size of an offset in the offset table.
        var offsetBytes: Int
        /// The size of a reference to a value.
        var numberBytes: Int
        /// The number of values.
        var count: Int
        /// The number of the outermost value.
        var top: Int
        /// The position of the offset table, which follows the values.
        var offsets: Int
    }

    /// An open array or dictionary.
    private struct Container {
        var isObject: Bool
        /// The position of the numbers of its values. Those of its keys precede them.
        var values: Int
        var count: Int
        var index = 0
        /// Whether the key at `index` has been read.
        var followsName = false
    }

    mutating func next(in bytes: Span<UInt8>) throws(ImportError) -> DocumentToken? {
        guard let trailer else {
            let trailer = try readTrailer(in: bytes)
            self.trailer = trailer
            return try value(trailer.top, trailer, in: bytes)
        }
        guard var container = open.popLast() else { return nil }
        if container.index == container.count { return container.isObject ? .endObject : .endArray }
        let position = container.values + container.index * trailer.numberBytes
        if container.isObject, !container.followsName {
            container.followsName = true
            open.append(container)
            let key = try number(at: position - container.count * trailer.numberBytes, trailer, in: bytes)
            guard case .string(let name) = try value(key, trailer, in: bytes) else {
                throw error("a key is not a string")
            }
            return .name(name)
        }
        container.followsName = false
        container.index += 1
        open.append(container)
        return try value(try number(at: position, trailer, in: bytes), trailer, in: bytes)
    }

    private func error(_ reason: String) -> ImportError {
        .malformed("The document is not a binary property list: \(reason).")
    }
}

// MARK: Values

extension BinaryPropertyListReader {
    private mutating func value(
        _ number: Int, _ trailer: Trailer, in bytes: Span<UInt8>
    ) throws(ImportError) -> DocumentToken {
        offset += 1
        guard offset <= bytes.count else { throw error("its values refer to one another without end") }
        let position = try integer(
            at: trailer.offsets + number * trailer.offsetBytes, trailer.offsetBytes, before: bytes.count,
            in: bytes)
        let marker = try integer(at: position, 1, before: trailer.offsets, in: bytes)
        let (kind, low) = (marker >> 4, marker & 0xF)
        switch kind {
        case 0x0 where low == 0: return .null
        case 0x0 where low == 8 || low == 9: return .bool(low == 9)
        case 0x1 where low <= 3:
            return .number(Double(try signedInteger(at: position + 1, 1 << low, trailer, in: bytes)))
        case 0x2 where low == 2 || low == 3:
            return try real(at: position + 1, 1 << low, trailer, in: bytes).map(DocumentToken.number)
                ?? .other
        case 0x3 where low == 3:
            let seconds = try real(at: position + 1, 8, trailer, in: bytes)
            return seconds.flatMap(Timestamp.init(secondsSince2001:)).map(DocumentToken.date) ?? .other
        case 0x1, 0x4, 0x8: return .other
        case 0x5: return .string(try text(at: position, low, isASCII: true, trailer, in: bytes))
        case 0x6: return .string(try text(at: position, low, isASCII: false, trailer, in: bytes))
        case 0xA: return try begin(isObject: false, at: position, low, trailer, in: bytes)
        case 0xD: return try begin(isObject: true, at: position, low, trailer, in: bytes)
        default: throw error("no value starts at byte \(position)")
        }
    }

    private mutating func begin(
        isObject: Bool, at position: Int, _ low: Int, _ trailer: Trailer, in bytes: Span<UInt8>
    ) throws(ImportError) -> DocumentToken {
        guard open.count < Limits.documentDepthMax else {
            throw error("the nesting is deeper than \(Limits.documentDepthMax)")
        }
        let (start, count) = try extent(at: position, low, trailer, in: bytes)
        // Neither overflows: a count is at most the number of bytes, and a number has at most eight.
        let size = count * trailer.numberBytes
        guard start + (isObject ? 2 * size : size) <= trailer.offsets else {
            throw error("the value at byte \(position) is longer than the file")
        }
        open.append(Container(isObject: isObject, values: isObject ? start + size : start, count: count))
        return isObject ? .beginObject : .beginArray
    }

    private mutating func text(
        at position: Int, _ low: Int, isASCII: Bool, _ trailer: Trailer, in bytes: Span<UInt8>
    ) throws(ImportError) -> String {
        let (start, count) = try extent(at: position, low, trailer, in: bytes)
        let end = start + (isASCII ? count : 2 * count)
        guard end <= trailer.offsets else { throw error("the text at byte \(position) does not end") }
        textBytes += end - start
        guard textBytes <= Limits.documentTextBytesMax else {
            throw .unusable(Violation("", .tooLong(max: Limits.documentTextBytesMax, .bytes)))
        }
        if isASCII {
            let octets = (start..<end).map { bytes[$0] }
            guard octets.allSatisfy({ $0 < 128 }) else {
                throw error("the text at byte \(position) is not ASCII")
            }
            return String(decoding: octets, as: UTF8.self)
        }
        let units = (0..<count).map { UInt16(bytes[start + 2 * $0]) << 8 | UInt16(bytes[start + 2 * $0 + 1]) }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw error("the text at byte \(position) is not UTF-16")
        }
        return text
    }

    /// The position of a value's content, and its number of elements, UTF-16 units or bytes.
    private func extent(
        at position: Int, _ low: Int, _ trailer: Trailer, in bytes: Span<UInt8>
    ) throws(ImportError) -> (start: Int, count: Int) {
        if low < 0xF { return (position + 1, low) }
        let marker = try integer(at: position + 1, 1, before: trailer.offsets, in: bytes)
        guard marker >> 4 == 1, marker & 0xF <= 3 else {
            throw error("no count starts at byte \(position + 1)")
        }
        let width = 1 << (marker & 0xF)
        let count = try integer(at: position + 2, width, before: trailer.offsets, in: bytes)
        guard count <= bytes.count else {
            throw error("the value at byte \(position) is longer than the file")
        }
        return (position + 2 + width, count)
    }
}

// MARK: Numbers

extension BinaryPropertyListReader {
    private func readTrailer(in bytes: Span<UInt8>) throws(ImportError) -> Trailer {
        let start = bytes.count - 32
        guard start >= 9 else { throw error("it is too short") }
        let trailer = Trailer(
            offsetBytes: Int(bytes[start + 6]), numberBytes: Int(bytes[start + 7]),
            count: try integer(at: start + 8, 8, before: bytes.count, in: bytes),
            top: try integer(at: start + 16, 8, before: bytes.count, in: bytes),
            offsets: try integer(at: start + 24, 8, before: bytes.count, in: bytes))
        let (size, overflows) = trailer.count.multipliedReportingOverflow(by: trailer.offsetBytes)
        guard 1...8 ~= trailer.offsetBytes, 1...8 ~= trailer.numberBytes, !overflows, trailer.offsets >= 9,
            trailer.offsets <= start, size <= start - trailer.offsets, trailer.top < trailer.count
        else { throw error("its last 32 bytes do not say where its values are") }
        return trailer
    }

    /// Reads the number of a value.
    private func number(
        at position: Int, _ trailer: Trailer, in bytes: Span<UInt8>
    ) throws(ImportError) -> Int {
        let number = try integer(at: position, trailer.numberBytes, before: trailer.offsets, in: bytes)
        guard number < trailer.count else { throw error("the value number at byte \(position) is too large") }
        return number
    }

    /// Reads a non-negative integer.
    private func integer(
        at position: Int, _ width: Int, before end: Int, in bytes: Span<UInt8>
    ) throws(ImportError) -> Int {
        let bits = try bits(at: position, width, before: end, in: bytes)
        guard let number = Int(exactly: bits) else {
            throw error("the number at byte \(position) is too large")
        }
        return number
    }

    /// Reads an integer value. Only one of eight bytes has a sign.
    private func signedInteger(
        at position: Int, _ width: Int, _ trailer: Trailer, in bytes: Span<UInt8>
    ) throws(ImportError) -> Int {
        Int(truncatingIfNeeded: try bits(at: position, width, before: trailer.offsets, in: bytes))
    }

    /// Reads a floating-point number of four or eight bytes; `nil` if it is not finite.
    private func real(
        at position: Int, _ width: Int, _ trailer: Trailer, in bytes: Span<UInt8>
    ) throws(ImportError) -> Double? {
        let bits = try bits(at: position, width, before: trailer.offsets, in: bytes)
        let number =
            width == 4
            ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
        return number.isFinite ? number : nil
    }

    /// Reads a big-endian number of up to eight bytes.
    private func bits(
        at position: Int, _ width: Int, before end: Int, in bytes: Span<UInt8>
    ) throws(ImportError) -> UInt64 {
        guard position >= 0, position < end, width <= end - position else {
            throw error("byte \(position) is outside of its values")
        }
        var bits: UInt64 = 0
        for index in position..<position + width { bits = bits << 8 | UInt64(bytes[index]) }
        return bits
    }
}
