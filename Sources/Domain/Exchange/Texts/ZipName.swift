/// Decodes the names of files in zip archives (APPNOTE 6.3.10, appendix D).
enum ZipName {
    /// The characters of code page 437 for the bytes 0x80 to 0xFF.
    private static let upperHalf = Array(
        ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
            + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ")
            .unicodeScalars)

    /// Decodes a name. Many programs write UTF-8 without the flag for it.
    static func decode(_ bytes: ArraySlice<UInt8>, isUTF8: Bool) -> String {
        if let name = String(validating: bytes, as: UTF8.self) { return name }
        if isUTF8 { return String(decoding: bytes, as: UTF8.self) }
        var name = String.UnicodeScalarView()
        for byte in bytes { name.append(byte < 0x80 ? Unicode.Scalar(byte) : upperHalf[Int(byte) - 0x80]) }
        return String(name)
    }
}
