/// Decodes Windows-1252, in which Excel writes CSV files in Europe and America.
enum Windows1252 {
    /// The characters of the bytes 0x80 to 0x9F; `nil` for bytes without one.
    private static let controls: [Unicode.Scalar?] = [
        "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
        nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
    ]

    /// The text; `nil` if the bytes are UTF-8, damaged UTF-8, or no text.
    ///
    /// A file of Windows-1252 has no character of UTF-8. In a damaged file the first one is whole.
    static func decode(_ bytes: [UInt8]) -> String? {
        guard let first = bytes.firstIndex(where: { $0 >= 0x80 }), !bytes.contains(0) else { return nil }
        let isUTF8 = (2...4).contains { count in
            String(validating: bytes[first...].prefix(count), as: UTF8.self) != nil
        }
        guard !isUTF8, !FileText.isUTF16(bytes) else { return nil }
        var text = String.UnicodeScalarView()
        for byte in bytes {
            guard let scalar = 0x80...0x9F ~= byte ? controls[Int(byte) - 0x80] : Unicode.Scalar(byte) else {
                return nil
            }
            text.append(scalar)
        }
        return String(text)
    }
}
