extension String {
    /// The string escaped for element text or an attribute value.
    public var inMarkup: String {
        var markup = String.UnicodeScalarView()
        // By scalars: a quotation mark and a combining accent after it form one `Character`.
        for scalar in unicodeScalars {
            switch scalar {
            case "&": markup.append(contentsOf: "&amp;".unicodeScalars)
            case "<": markup.append(contentsOf: "&lt;".unicodeScalars)
            case ">": markup.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": markup.append(contentsOf: "&quot;".unicodeScalars)
            case "'": markup.append(contentsOf: "&#39;".unicodeScalars)
            default: markup.append(scalar)
            }
        }
        return String(markup)
    }
}
