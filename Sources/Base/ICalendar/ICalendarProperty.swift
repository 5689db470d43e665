/// A property of iCalendar: a content line (RFC 5545 §3.1).
public struct ICalendarProperty: Hashable, Sendable {
    /// Its name as it was written, such as `SUMMARY`.
    public var name: String
    /// Its parameters in their order.
    public var parameters: [ICalendarParameter]
    /// Its value as it stands in the line, with escapes where it is text.
    public var value: String

    /// A property of these parts. A line feed in the value is written as a space.
    public init(_ name: String, parameters: [ICalendarParameter] = [], value: String) {
        self.name = name
        self.parameters = parameters
        self.value = value
    }

    /// A property whose value is text.
    public init(_ name: String, parameters: [ICalendarParameter] = [], text: String) {
        self.init(name, parameters: parameters, value: ICalendarText.escaped(text))
    }

    /// Whether it has that name; names are the same in capitals and in small letters.
    public func isNamed(_ name: String) -> Bool { self.name.isSameName(as: name) }

    /// The first value of a parameter.
    public func parameter(_ name: String) -> String? {
        parameters.first { $0.name.isSameName(as: name) }?.values.first
    }

    /// The value as text.
    public var text: String { ICalendarText.text(value[...]) }

    /// The value as texts with commas between them, as that of `CATEGORIES`.
    public var texts: [String] { ICalendarText.texts(value) }
}

/// A parameter of a property (§3.2).
public struct ICalendarParameter: Hashable, Sendable {
    /// Its name as it was written, such as `TZID`.
    public var name: String
    /// Its values as they stand in the line: in quotes where they were, with commas between them.
    public private(set) var encoded: String

    /// A parameter with these values.
    public init(_ name: String, _ values: String...) {
        self.name = name
        encoded = values.map(Self.encoded).joined(separator: ",")
    }

    /// A parameter as it was read.
    init(_ name: String, encoded: String) {
        self.name = name
        self.encoded = encoded
    }

    /// Its values, without quotes and with what carets stand for (RFC 6868).
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

/// Text as the values of properties have it (§3.3.11).
enum ICalendarText {
    /// Text with what would be read as something else escaped.
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

    /// The text that an escaped one stands for. Of an escape that there is not, the backslash is kept, but
    /// before a colon and quotes, which older programs escape.
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

    /// The texts between commas that are not escaped.
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
