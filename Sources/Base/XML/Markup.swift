extension String {
    /// The string escaped for the text of an element or the value of an attribute.
    public var inMarkup: String {
        var markup = String.UnicodeScalarView()
        // Not by characters: an accent behind a quotation mark makes one of the two.
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
