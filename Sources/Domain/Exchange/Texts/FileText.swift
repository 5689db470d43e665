/// Decodes the text of a file.
enum FileText {
    /// The byte order mark of UTF-8.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The bytes of a text in UTF-8, without a byte order mark.
    static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    }

    /// Whether the bytes begin with a byte order mark of UTF-16.
    static func isUTF16(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    }

    /// Whether the bytes have a NUL, which no text has except in UTF-16 with a byte order mark.
    static func isBinary(_ bytes: [UInt8]) -> Bool { !isUTF16(bytes) && bytes.contains(0) }

    /// Whether the bytes are blank: white space and byte order marks.
    static func isBlank(_ bytes: [UInt8]) -> Bool {
        if isUTF16(bytes) { return bytes.count == 2 }
        return withoutMark(bytes).allSatisfy(\.isSpace)
    }

    /// The text of UTF-8, of UTF-16 with a byte order mark, or of Windows-1252, without that mark.
    /// - Throws: `ImportError.malformed` with the position of the first invalid byte.
    static func decode(_ bytes: [UInt8]) throws(ImportError) -> String {
        if isUTF16(bytes) { return try utf16(bytes.dropFirst(2), isLittleEndian: bytes[0] == 0xFF) }
        let body = withoutMark(bytes)
        if let text = String(validating: body, as: UTF8.self) { return text }
        if let text = windows1252(bytes) { return text }
        // Of a damaged text, the decoder replaces the first invalid byte.
        let valid = String(decoding: body, as: UTF8.self).unicodeScalars.prefix { $0 != "\u{FFFD}" }
        let position = body.startIndex + valid.reduce(1) { $0 + UTF8.width($1) }
        throw .malformed(
            "The file is not UTF-8 text: byte \(position) is invalid. Save it as UTF-8 in the other program.")
    }

    /// The text in UTF-8. Bytes that are no text stay the same.
    static func utf8(of bytes: [UInt8]) -> [UInt8] {
        guard isUTF16(bytes) || isWindows1252(bytes), let text = try? decode(bytes) else { return bytes }
        return Array(text.utf8)
    }

    /// Whether a text is no UTF-8, but Windows-1252.
    static func isWindows1252(_ bytes: [UInt8]) -> Bool {
        String(validating: withoutMark(bytes), as: UTF8.self) == nil && windows1252(bytes) != nil
    }

    /// The text at the beginning of a file, which may end within a character; `nil` if the bytes are no text.
    static func decode(start bytes: ArraySlice<UInt8>) -> String? {
        for rest in 0..<4 where rest < bytes.count {
            let start = Array(bytes.dropLast(rest))
            if isUTF16(start) {
                if let text = try? decode(start) { return text }
            } else if let text = String(validating: withoutMark(start), as: UTF8.self) {
                return text
            }
        }
        return windows1252(Array(bytes))
    }

    private static func utf16(
        _ bytes: ArraySlice<UInt8>, isLittleEndian: Bool
    ) throws(ImportError) -> String {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isLittleEndian ? second << 8 | first : first << 8 | second)
            index += 2
        }
        guard index == bytes.endIndex, let text = String(validating: units, as: UTF16.self) else {
            throw .malformed("The file is not UTF-16 text. Save it as UTF-8 in the other program.")
        }
        return text
    }

    /// The characters of the bytes 0x80 to 0x9F in Windows-1252; U+FFFD for bytes without one.
    private static let controls = Array(
        "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)

    /// The text of Windows-1252, in which Excel writes CSV files in Europe and America; `nil` if the bytes
    /// are UTF-8, damaged UTF-8, or no text. In a damaged file of UTF-8 the first character is whole.
    private static func windows1252(_ bytes: [UInt8]) -> String? {
        guard let first = bytes.firstIndex(where: { $0 >= 0x80 }), !bytes.contains(0), !isUTF16(bytes),
            !(2...4).contains(where: { String(validating: bytes[first...].prefix($0), as: UTF8.self) != nil })
        else { return nil }
        let text = bytes.map { 0x80...0x9F ~= $0 ? controls[Int($0) - 0x80] : Unicode.Scalar($0) }
        return text.contains("\u{FFFD}") ? nil : String(String.UnicodeScalarView(text))
    }
}

extension UInt8 {
    /// Whether the byte is white space of ASCII.
    var isSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }
}
