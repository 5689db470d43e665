public import Checklists

/// Encodes and decodes cursors: a digest of the query, and the id and sort values of the last element.
///
/// Format, integers big-endian: a version byte, the digest (8 bytes), the id (8 bytes), then the values,
/// each after a byte for its kind.
@usableFromInline package struct CursorCoding<Element: Sortable> {
    /// The digest of the query that the cursor belongs to.
    @usableFromInline let queryDigest: UInt64
    /// The order whose values the cursor has.
    @usableFromInline package let sorting: Sorting<Element>

    /// A coding for the cursors of a query in an order.
    @inlinable package init(queryDigest: UInt64, sorting: Sorting<Element>) {
        self.queryDigest = queryDigest
        self.sorting = sorting
    }

    /// The cursor after an element.
    @inlinable package func cursor(after element: Element) -> Cursor {
        var bytes = Cursor.beginning(queryDigest: queryDigest, id: element.id.rawValue)
        for value in sorting.position(of: element).values { value.append(to: &bytes) }
        return Cursor(bytes: bytes)
    }

    /// Decodes a cursor.
    ///
    /// - Parameter current: The current element with an id; `nil` if it was deleted.
    /// - Throws: `invalidCursor` if the bytes are not a cursor of this query.
    @inlinable package func position(
        of cursor: Cursor, current: (Element.ID) -> Element?
    ) throws(ChecklistsError) -> SortPosition<Element> {
        guard let parts = cursor.parts(queryDigest: queryDigest) else { throw .invalidCursor }
        let id = Element.ID(rawValue: parts.id)
        var bytes = parts.values
        let element = current(id)
        var values: [SortValue] = []
        for key in sorting.keys {
            let value = SortValue(from: &bytes, current: element?.sortValue(of: key.property))
            guard let value, value.kind == key.property.field.kind else { throw .invalidCursor }
            values.append(value)
        }
        guard bytes.isEmpty else { throw .invalidCursor }
        return SortPosition(values: values, id: id)
    }
}

extension Cursor {
    private static var version: UInt8 { 1 }

    /// The bytes before the values.
    @usableFromInline static func beginning(queryDigest: UInt64, id: Int) -> [UInt8] {
        var bytes: [UInt8] = [version]
        bytes.append(bigEndian: queryDigest)
        bytes.append(bigEndian: UInt64(id))
        return bytes
    }

    /// The id and the bytes of the values; `nil` if the bytes are not a cursor of the query.
    @usableFromInline func parts(queryDigest: UInt64) -> (id: Int, values: ArraySlice<UInt8>)? {
        var bytes = bytes[...]
        guard bytes.count <= Limits.cursorBytesMax, bytes.popFirst() == Self.version,
            bytes.popBigEndian(UInt64.self) == queryDigest,
            let id = bytes.popBigEndian(UInt64.self).flatMap(Int.init(exactly:))
        else { return nil }
        return (id, bytes)
    }
}

extension SortValue {
    /// The byte before a value. `beginning` is a text that was cut. A `number` has 7 bits a byte,
    /// the lowest first (LEB128), with the sign in the lowest bit. Up to 32 bytes, a cursor takes one block
    /// of the cipher.
    private enum Tag: UInt8 {
        case no, yes, never, moment, text = 5, beginning, number
    }

    /// Appends the value. A text over `Limits.cursorTextBytesMax` is cut, and a digest of the whole text
    /// follows.
    @usableFromInline func append(to bytes: inout [UInt8]) {
        switch self {
        case .flag(let flag):
            bytes.append(flag ? Tag.yes.rawValue : Tag.no.rawValue)
        case .moment(nil):
            bytes.append(Tag.never.rawValue)
        case .moment(let moment?):
            bytes.append(Tag.moment.rawValue)
            bytes.append(bigEndian: moment.milliseconds)
        case .number(let number):
            bytes.append(Tag.number.rawValue)
            bytes.append(short: Int64(number))
        case .text(let text):
            var end = text.utf8.count
            let isWhole = end <= Limits.cursorTextBytesMax
            if !isWhole {
                end = Limits.cursorTextBytesMax
                while text.utf8.span[end] & 0xC0 == 0x80 { end -= 1 }
            }
            bytes.append(isWhole ? Tag.text.rawValue : Tag.beginning.rawValue)
            bytes.append(bigEndian: UInt16(end))
            bytes += text.utf8.prefix(end)
            if !isWhole { bytes.append(bigEndian: Self.digest(of: text)) }
        }
    }

    /// Reads a value; `nil` if the bytes are malformed.
    ///
    /// A cut text is completed from `current` if the digests match. If the element was deleted or changed,
    /// the walk continues at the cut text. It then returns elements that share those bytes again.
    @usableFromInline init?(from bytes: inout ArraySlice<UInt8>, current: SortValue?) {
        switch bytes.popFirst().flatMap(Tag.init) {
        case nil:
            return nil
        case .no:
            self = .flag(false)
        case .yes:
            self = .flag(true)
        case .never:
            self = .moment(nil)
        case .moment:
            guard let milliseconds = bytes.popBigEndian(Int64.self) else { return nil }
            self = .moment(Timestamp(milliseconds: milliseconds))
        case .number:
            guard let number = bytes.popShort() else { return nil }
            self = .number(Int(number))
        case .text:
            guard let text = bytes.popText() else { return nil }
            self = .text(text)
        case .beginning:
            guard let text = bytes.popText(), let digest = bytes.popBigEndian(UInt64.self) else { return nil }
            if case .text(let whole) = current, Self.digest(of: whole) == digest {
                self = .text(whole)
            } else {
                self = .text(text)
            }
        }
    }

    private static func digest(of text: String) -> UInt64 {
        var digest = FowlerNollVo()
        digest.add(text)
        return digest.value
    }
}

extension [UInt8] {
    fileprivate mutating func append(short number: Int64) {
        var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

extension ArraySlice<UInt8> {
    /// `nil` for an incomplete number, or one of more than 64 bits.
    fileprivate mutating func popShort() -> Int64? {
        var bits: UInt64 = 0
        for shift in stride(from: 0, to: 64, by: 7) {
            guard let byte = popFirst(), shift < 63 || byte <= 1 else { return nil }
            bits |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte < 0x80 { return Int64(bitPattern: bits >> 1) ^ -Int64(bits & 1) }
        }
        return nil
    }

    fileprivate mutating func popBigEndian<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
        guard count >= Number.bitWidth / 8 else { return nil }
        let number = prefix(Number.bitWidth / 8).reduce(Number.zero) {
            $0 << 8 | Number(truncatingIfNeeded: $1)
        }
        removeFirst(Number.bitWidth / 8)
        return number
    }

    fileprivate mutating func popText() -> String? {
        guard let length = popBigEndian(UInt16.self).map(Int.init), count >= length else { return nil }
        defer { removeFirst(length) }
        let bytes = prefix(length)
        // Stored texts have no zero byte, and PostgreSQL rejects a parameter with one.
        if bytes.contains(0) { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}
