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
        return withoutMark(bytes).allSatisfy { $0 == 0x20 || 0x09...0x0D ~= $0 }
    }

    /// The text of UTF-8, of UTF-16 with a byte order mark, or of Windows-1252, without that mark.
    /// - Throws: `ImportError.malformed` with the position of the first invalid byte.
    static func decode(_ bytes: [UInt8]) throws(ImportError) -> String {
        if isUTF16(bytes) { return try utf16(bytes.dropFirst(2), isLittleEndian: bytes[0] == 0xFF) }
        let body = withoutMark(bytes)
        if let text = String(validating: body, as: UTF8.self) { return text }
        if let text = Windows1252.decode(bytes) { return text }
        let valid = validPrefix(of: body)
        throw .malformed(
            "The file is not UTF-8 text: byte \(body.startIndex + valid + 1) is invalid. "
                + "Save it as UTF-8 in the other program.")
    }

    /// The text in UTF-8. Bytes that are no text stay the same.
    static func utf8(of bytes: [UInt8]) -> [UInt8] {
        guard isUTF16(bytes) || isWindows1252(bytes), let text = try? decode(bytes) else { return bytes }
        return Array(text.utf8)
    }

    /// Whether a text is no UTF-8, but Windows-1252.
    static func isWindows1252(_ bytes: [UInt8]) -> Bool {
        String(validating: withoutMark(bytes), as: UTF8.self) == nil && Windows1252.decode(bytes) != nil
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
        return Windows1252.decode(Array(bytes))
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

    /// The number of bytes before the first invalid one.
    private static func validPrefix(of bytes: ArraySlice<UInt8>) -> Int {
        var (low, high) = (0, bytes.count)
        // A valid prefix that ends within a character is not valid, so up to three bytes are tried.
        func isValid(_ count: Int) -> Bool {
            (0...min(3, count)).contains {
                String(validating: bytes.prefix(count - $0), as: UTF8.self) != nil
            }
        }
        while low < high {
            let middle = (low + high + 1) / 2
            if isValid(middle) { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
