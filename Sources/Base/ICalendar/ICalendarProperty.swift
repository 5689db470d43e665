/// An iCalendar property: one content line (RFC 5545 §3.1).
public struct ICalendarProperty: Hashable, Sendable {
    /// The name as written, such as `SUMMARY`.
    public var name: String
    /// The parameters, in their order.
    public var parameters: [ICalendarParameter]
    /// The raw value; text is still escaped.
    public var value: String

    /// Creates a property from a raw value. The writer replaces a line feed in the value with a space.
    public init(_ name: String, parameters: [ICalendarParameter] = [], value: String) {
        self.name = name
        self.parameters = parameters
        self.value = value
    }

    /// Creates a property from text, which it escapes.
    public init(_ name: String, parameters: [ICalendarParameter] = [], text: String) {
        self.init(name, parameters: parameters, value: ICalendarText.escaped(text))
    }

    /// Creates a property from a list of texts, as in `CATEGORIES`.
    public init(_ name: String, parameters: [ICalendarParameter] = [], texts: [String]) {
        let value = texts.map(ICalendarText.escaped).joined(separator: ",")
        self.init(name, parameters: parameters, value: value)
    }

    /// Compares the name, ignoring ASCII case.
    public func isNamed(_ name: String) -> Bool { self.name.isSameName(as: name) }

    /// The first value of a parameter; `nil` where the parameter is absent.
    public func parameter(_ name: String) -> String? {
        parameters.first { $0.name.isSameName(as: name) }?.values.first
    }

    /// The value as unescaped text.
    public var text: String { ICalendarText.text(value[...]) }

    /// The value as a comma-separated list of texts, as in `CATEGORIES`.
    public var texts: [String] { ICalendarText.texts(value) }
}

/// A parameter of a property (RFC 5545 §3.2).
public struct ICalendarParameter: Hashable, Sendable {
    /// The name as written, such as `TZID`.
    public var name: String
    /// The values as they stand in the line: comma-separated, with their quotes.
    public private(set) var encoded: String

    /// Creates a parameter; values are quoted and escaped where needed.
    public init(_ name: String, _ values: String...) {
        self.name = name
        encoded = values.map(Self.encoded).joined(separator: ",")
    }

    /// Creates a parameter from the text of a content line.
    init(_ name: String, encoded: String) {
        self.name = name
        self.encoded = encoded
    }

    /// The values without quotes, with caret escapes decoded (RFC 6868).
    public var values: [String] {
        var values: [String] = []
        var value = ""
        var isQuoted = false
        var isAfterCaret = false
        for scalar in encoded.unicodeScalars {
            if isAfterCaret {
                isAfterCaret = false
                switch scalar {
                case "n":
                    value += "\n"
                    continue
                case "'":
                    value += "\""
                    continue
                case "^":
                    value += "^"
                    continue
                default: value += "^"
                }
            }
            switch scalar {
            case "^": isAfterCaret = true
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                values.append(value)
                value = ""
            default: value.unicodeScalars.append(scalar)
            }
        }
        return values + [isAfterCaret ? value + "^" : value]
    }

    private static func encoded(_ value: String) -> String {
        var encoded = ""
        var needsQuotes = false
        var isAfterReturn = false
        for scalar in value.unicodeScalars {
            switch scalar {
            case "^": encoded += "^^"
            case "\"": encoded += "^'"
            case "\n" where isAfterReturn: break
            case "\n", "\r": encoded += "^n"
            default:
                needsQuotes = needsQuotes || scalar == ":" || scalar == ";" || scalar == ","
                encoded.unicodeScalars.append(scalar)
            }
            isAfterReturn = scalar == "\r"
        }
        return needsQuotes ? "\"\(encoded)\"" : encoded
    }
}

/// Escapes and unescapes `TEXT` values (RFC 5545 §3.3.11).
enum ICalendarText {
    /// Escapes backslashes, semicolons, commas and line ends.
    static func escaped(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { octet in
            octet >= 0x20 && octet != UInt8(ascii: "\\") && octet != UInt8(ascii: ";")
                && octet != UInt8(ascii: ",")
        }
        if isPlain { return text }
        var escaped = ""
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",":
                escaped += "\\"
                escaped.unicodeScalars.append(scalar)
            case "\n" where isAfterReturn: break
            case "\n", "\r": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
            isAfterReturn = scalar == "\r"
        }
        return escaped
    }

    /// Unescapes a value.
    ///
    /// An unknown escape keeps its backslash. Colons and quotes lose it, because older programs escape them.
    static func text(_ value: Substring) -> String {
        guard value.utf8.contains(UInt8(ascii: "\\")) else { return String(value) }
        var text = ""
        var isEscaped = false
        for scalar in value.unicodeScalars {
            if !isEscaped, scalar == "\\" {
                isEscaped = true
                continue
            }
            if isEscaped {
                isEscaped = false
                switch scalar {
                case "n", "N":
                    text += "\n"
                    continue
                case "\\", ";", ",", ":", "\"": break
                default: text += "\\"
                }
            }
            text.unicodeScalars.append(scalar)
        }
        return isEscaped ? text + "\\" : text
    }

    /// Splits at unescaped commas and unescapes each part.
    static func texts(_ value: String) -> [String] {
        var texts: [String] = []
        var isEscaped = false
        let scalars = value.unicodeScalars
        var start = scalars.startIndex
        for index in scalars.indices {
            if isEscaped {
                isEscaped = false
            } else if scalars[index] == "\\" {
                isEscaped = true
            } else if scalars[index] == "," {
                texts.append(text(value[start..<index]))
                start = scalars.index(after: index)
            }
        }
        return texts + [text(value[start...])]
    }
}
