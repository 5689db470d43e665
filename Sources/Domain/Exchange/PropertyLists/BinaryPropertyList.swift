import Checklists
import JSON

/// Writes a binary property list ("bplist00") as JSON.
///
/// Its values can be anywhere in the file and refer to each other by number, so a few bytes can denote any
/// number of values: 40 arrays that each contain the next one twice make 2^40. Foundation's reader visits all
/// of them. This one stops at more values than the file has bytes, and at the limits of values and of
/// unpacked bytes. `PropertyList.depthMax` ends a cycle.
struct BinaryPropertyList: ~Copyable {
    private let bytes: [UInt8]
    private let limits: ImportLimits
    /// The size of an offset in the offset table, and of a reference to a value.
    private var (offsetBytes, numberBytes) = (0, 0)
    /// The number of values, and that of the outermost one.
    private var (count, top) = (0, 0)
    /// The position of the offset table, which follows the values.
    private var offsets = 0
    private var (valuesCount, textBytes) = (0, 0)
    private var output = JSONWriter()

    init(_ bytes: [UInt8], _ limits: ImportLimits) { (self.bytes, self.limits) = (bytes, limits) }

    mutating func json() throws(ImportError) -> [UInt8] {
        try readTrailer()
        try write(top, depth: 0)
        return output.bytes
    }

    /// Reads the end of the file, which locates its values.
    private mutating func readTrailer() throws(ImportError) {
        let start = bytes.count - 32
        guard start >= 9 else { throw Self.error("it is too short") }
        (offsetBytes, numberBytes) = (Int(bytes[start + 6]), Int(bytes[start + 7]))
        count = try integer(at: start + 8, 8, before: bytes.count)
        top = try integer(at: start + 16, 8, before: bytes.count)
        offsets = try integer(at: start + 24, 8, before: bytes.count)
        let (size, overflows) = count.multipliedReportingOverflow(by: offsetBytes)
        guard 1...8 ~= offsetBytes, 1...8 ~= numberBytes, !overflows, offsets >= 9, offsets <= start,
            size <= start - offsets, top < count
        else { throw Self.error("its last 32 bytes do not say where its values are") }
    }

    // MARK: Values

    private mutating func write(_ number: Int, depth: Int) throws(ImportError) {
        let (position, kind, low) = try value(number)
        switch kind {
        case 0x0 where low == 0: output.null()
        case 0x0 where low == 8 || low == 9: output.bool(low == 9)
        // Only an integer of eight bytes has a sign.
        case 0x1 where low <= 3: output.integer(Int(truncatingIfNeeded: try bits(at: position + 1, 1 << low)))
        case 0x2 where low == 2:
            let bits = UInt32(truncatingIfNeeded: try bits(at: position + 1, 4))
            output.finite(Double(Float(bitPattern: bits)))
        // A date is a number of seconds since 2001.
        case 0x2 where low == 3, 0x3 where low == 3:
            output.finite(Double(bitPattern: try bits(at: position + 1, 8)))
        case 0x1, 0x4, 0x8: output.null()
        case 0x5, 0x6: output.string(try text(at: position, kind, low))
        case 0xA, 0xD: try writeContainer(at: position, low, isObject: kind == 0xD, depth: depth)
        default: throw Self.error("no value starts at byte \(position)")
        }
    }

    private mutating func writeContainer(
        at position: Int, _ low: Int, isObject: Bool, depth: Int
    ) throws(ImportError) {
        guard depth < PropertyList.depthMax else {
            throw Self.error("the nesting is deeper than \(PropertyList.depthMax)")
        }
        let (start, count) = try extent(at: position, low)
        // Neither overflows: a count is at most the number of bytes, and a number has at most eight.
        let size = count * numberBytes
        guard start + (isObject ? 2 * size : size) <= offsets else {
            throw Self.error("the value at byte \(position) is longer than the file")
        }
        if isObject { output.beginObject() } else { output.beginArray() }
        // The numbers of the keys precede those of the values.
        for place in stride(from: start, to: start + size, by: numberBytes) {
            if isObject {
                let (position, kind, low) = try value(try self.number(at: place))
                guard kind == 0x5 || kind == 0x6 else { throw Self.error("a key is not a string") }
                output.name(of: try text(at: position, kind, low))
            }
            try write(try self.number(at: isObject ? place + size : place), depth: depth + 1)
        }
        if isObject { output.endObject() } else { output.endArray() }
    }

    /// Where a value is, its kind, and the other half of its first byte.
    private mutating func value(_ number: Int) throws(ImportError) -> (position: Int, kind: Int, low: Int) {
        valuesCount += 1
        guard valuesCount <= bytes.count else {
            throw Self.error("its values refer to one another without end")
        }
        guard valuesCount <= limits.valuesMax else { throw .tooMany(limits.valuesMax, "values") }
        let position = try integer(at: offsets + number * offsetBytes, offsetBytes, before: bytes.count)
        let marker = try integer(at: position, 1)
        return (position, marker >> 4, marker & 0xF)
    }

    /// The text in ASCII or UTF-16.
    private mutating func text(at position: Int, _ kind: Int, _ low: Int) throws(ImportError) -> String {
        let (start, count) = try extent(at: position, low)
        let end = start + (kind == 0x5 ? count : 2 * count)
        guard end <= offsets else { throw Self.error("the text at byte \(position) does not end") }
        textBytes += end - start
        guard textBytes <= limits.unpackedBytesMax else {
            throw .unusable(Violation("", .tooLong(max: limits.unpackedBytesMax, .bytes)))
        }
        let octets = bytes[start..<end]
        let units = stride(from: start, to: kind == 0x5 ? start : end, by: 2).map { place in
            UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
        }
        let text =
            kind == 0x6
            ? String(validating: units, as: UTF16.self)
            : octets.allSatisfy { $0 < 128 } ? String(decoding: octets, as: UTF8.self) : nil
        guard let text else { throw Self.error("the text at byte \(position) is not ASCII or UTF-16") }
        return text
    }

    /// The position of a value's content, and its number of elements, UTF-16 units or bytes.
    private func extent(at position: Int, _ low: Int) throws(ImportError) -> (start: Int, count: Int) {
        if low < 0xF { return (position + 1, low) }
        let marker = try integer(at: position + 1, 1)
        guard marker >> 4 == 1, marker & 0xF <= 3 else {
            throw Self.error("no count starts at byte \(position + 1)")
        }
        let width = 1 << (marker & 0xF)
        let count = try integer(at: position + 2, width)
        guard count <= bytes.count else {
            throw Self.error("the value at byte \(position) is longer than the file")
        }
        return (position + 2 + width, count)
    }

    // MARK: Numbers

    /// Reads the number of a value.
    private func number(at position: Int) throws(ImportError) -> Int {
        let number = try integer(at: position, numberBytes)
        guard number < count else { throw Self.error("the value number at byte \(position) is too large") }
        return number
    }

    /// Reads a non-negative integer.
    private func integer(at position: Int, _ width: Int, before end: Int? = nil) throws(ImportError) -> Int {
        guard let number = Int(exactly: try bits(at: position, width, before: end)) else {
            throw Self.error("the number at byte \(position) is too large")
        }
        return number
    }

    /// Reads a big-endian number of up to eight bytes before the offset table or another end.
    private func bits(at position: Int, _ width: Int, before end: Int? = nil) throws(ImportError) -> UInt64 {
        let end = end ?? offsets
        guard position >= 0, position < end, width <= end - position else {
            throw Self.error("byte \(position) is outside of its values")
        }
        return bytes[position..<position + width].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func error(_ reason: String) -> ImportError {
        .malformed("The document is not a binary property list: \(reason).")
    }
}
