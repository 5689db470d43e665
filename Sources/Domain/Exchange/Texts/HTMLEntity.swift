/// The character references of HTML: numbers, and the names that editors write.
enum HTMLEntity {
    /// The text of a reference such as `&amp;` or `&#8364;`, and its length in bytes; `nil` for another text.
    static func text(in bytes: ArraySlice<UInt8>) -> (text: String, count: Int)? {
        let name = bytes.dropFirst().prefix(nameBytesMax + 1)
        guard let end = name.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let reference = String(decoding: name[..<end], as: UTF8.self)
        guard let text = reference.hasPrefix("#") ? character(reference.dropFirst()) : names[reference] else {
            return nil
        }
        return (text, end - bytes.startIndex + 1)
    }

    private static func character(_ number: Substring) -> String? {
        let isHexadecimal = number.first == "x" || number.first == "X"
        let digits = isHexadecimal ? number.dropFirst() : number
        guard digits.utf8.first != UInt8(ascii: "+"),
            let value = UInt32(digits, radix: isHexadecimal ? 16 : 10)
        else { return nil }
        return Unicode.Scalar(value).map { String($0) } ?? "\u{FFFD}"
    }

    private static let nameBytesMax = 10

    private static let names: [String: String] = {
        let pairs = """
            amp & lt < gt > quot " apos ' iexcl ¡ cent ¢ pound £ curren ¤ yen ¥ brvbar ¦ sect § uml ¨ copy ©
            ordf ª laquo « not ¬ reg ® macr ¯ deg ° plusmn ± sup2 ² sup3 ³ acute ´ micro µ para ¶ middot ·
            cedil ¸ sup1 ¹ ordm º raquo » frac14 ¼ frac12 ½ frac34 ¾ iquest ¿ times × divide ÷
            Agrave À Aacute Á Acirc Â Atilde Ã Auml Ä Aring Å AElig Æ Ccedil Ç Egrave È Eacute É Ecirc Ê
            Euml Ë Igrave Ì Iacute Í Icirc Î Iuml Ï ETH Ð Ntilde Ñ Ograve Ò Oacute Ó Ocirc Ô Otilde Õ Ouml Ö
            Oslash Ø Ugrave Ù Uacute Ú Ucirc Û Uuml Ü Yacute Ý THORN Þ szlig ß agrave à aacute á acirc â
            atilde ã auml ä aring å aelig æ ccedil ç egrave è eacute é ecirc ê euml ë igrave ì iacute í
            icirc î iuml ï eth ð ntilde ñ ograve ò oacute ó ocirc ô otilde õ ouml ö oslash ø ugrave ù
            uacute ú ucirc û uuml ü yacute ý thorn þ yuml ÿ OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ
            circ ˆ tilde ˜ ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡
            bull • hellip … permil ‰ lsaquo ‹ rsaquo › euro € trade ™ larr ← uarr ↑ rarr → darr ↓ harr ↔
            minus − infin ∞ asymp ≈ ne ≠ le ≤ ge ≥ check ✓ star ☆ starf ★
            """.split { $0 == " " || $0 == "\n" }
        var names = [
            "nbsp": "\u{A0}", "ensp": " ", "emsp": " ", "thinsp": " ", "shy": "", "zwnj": "\u{200C}",
            "zwj": "\u{200D}",
        ]
        for index in stride(from: 0, to: pairs.count - 1, by: 2) {
            names[String(pairs[index])] = String(pairs[index + 1])
        }
        return names
    }()
}
