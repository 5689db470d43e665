/// Decodes the text of a file.
enum FileText {
    /// The text of UTF-8, or of UTF-16 with a byte order mark, without that mark.
    /// - Throws: `ImportError.malformed` with the position of the first invalid byte.
    static func decode(_ bytes: [UInt8]) throws(ImportError) -> String {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return try utf16(bytes.dropFirst(2), isLittleEndian: bytes[0] == 0xFF)
        }
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard let text = String(validating: body, as: UTF8.self) else {
            let valid = validPrefix(of: body)
            throw .malformed(
                "The file is not UTF-8 text: byte \(body.startIndex + valid + 1) is invalid. "
                    + "Save it as UTF-8 in the other program.")
        }
        return text
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
