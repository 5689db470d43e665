import Checklists

/// Names of lists and tags as words of todo.txt.
///
/// A word has `_` for each space. A name that this does not give back is percent-encoded (RFC 3986 §2.1) as
/// the value of a key.
enum TodoTxtName {
    /// The word of a name; `nil` where the reader would not read the name from it.
    static func word(_ name: String) -> String? {
        name.unicodeScalars.contains { $0 == "_" || $0 != " " && $0.properties.isWhitespace }
            ? nil : replacing(" ", with: "_", in: name)
    }

    /// The name of a word.
    static func name(_ word: Substring) -> String { replacing("_", with: " ", in: String(word)) }

    /// Replaces scalars, not characters: a combining mark can follow a space.
    private static func replacing(
        _ scalar: Unicode.Scalar, with other: Unicode.Scalar, in text: String
    ) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == scalar ? other : $0 }))
    }

    /// A value without white space, and without the characters that a reader takes for others.
    static func encoded(_ value: String) -> String {
        var encoded = ""
        for scalar in value.unicodeScalars {
            if ["%", "_", "\\", "/", ":"].contains(scalar) || scalar.properties.isWhitespace {
                for byte in String(scalar).utf8 {
                    let digits = String(byte, radix: 16, uppercase: true)
                    encoded += byte < 16 ? "%0\(digits)" : "%\(digits)"
                }
            } else {
                encoded.unicodeScalars.append(scalar)
            }
        }
        return encoded
    }

    /// The value that `encoded` wrote; the same text where it has other percent signs.
    static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self) ?? text
    }
}
