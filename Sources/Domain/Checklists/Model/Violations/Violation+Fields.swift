// The rules of fields, query parameters and texts.

extension Violation.Reason {
    /// The type that a value must have, by its JSON name.
    package enum ValueType: String, CaseIterable, Sendable {
        case string, boolean, number, object, array, ids, `true`

        fileprivate var phrase: String {
            switch self {
            case .string: "a string"
            case .boolean: "true or false"
            case .number: "a number"
            case .object: "an object"
            case .array: "an array"
            case .ids: "an array of ids"
            case .true: "true"
            }
        }
    }

    /// The unit of a text's length.
    package enum TextUnit: String, Sendable {
        /// Extended grapheme clusters: an emoji is one.
        case characters
        /// Bytes of UTF-8.
        case bytes
    }

    package static func wrongType(_ type: ValueType) -> Self {
        Self(.wrongType, "must be \(type.phrase)", ["expected": .text(type.rawValue)])
    }

    package static let missing = Self(.missing, "is required")

    /// - Parameters:
    ///   - noun: The object without such a field, with its article: `an item`.
    ///   - nearest: The known field with the nearest spelling.
    package static func unknownField(of noun: String, nearest: String? = nil) -> Self {
        let question = question(nearest) ?? ""
        let parameters: Violation.Parameters = nearest.map { ["nearest": .text($0)] } ?? [:]
        return Self(.unknownField, "is not a field of \(noun)\(question)", parameters)
    }

    package static let readOnly = Self(.readOnly, "is read-only; leave it out")

    package static func notOneOf(_ values: [String]) -> Self {
        let phrase = values.count == 1 ? "must be " : "must be one of "
        return Self(.notOneOf, phrase + values.joined(separator: ", "), ["values": .texts(values)])
    }

    package static func notASetOf(_ values: [String]) -> Self {
        Self(
            .notASetOf, "must be an array of one or more of \(values.joined(separator: ", ")), each once",
            ["values": .texts(values)])
    }

    package static func notExactlyOne(of fields: [String]) -> Self {
        let list = fields.dropLast().joined(separator: ", ") + " and \(fields.last ?? "")"
        return Self(.notExactlyOne, "must have exactly one of \(list)", ["fields": .texts(fields)])
    }

    package static func notTogether(with field: String) -> Self {
        Self(.notTogether, "cannot be combined with \(field); send one of them", ["other": .text(field)])
    }

    package static func notNames(among values: [String]) -> Self {
        Self(
            .notASetOf, "must be one or more of \(values.joined(separator: ", ")), separated by commas",
            ["values": .texts(values)])
    }

    package static func requiredWith(_ field: String) -> Self {
        Self(.requiredWith, "is required together with \(field)", ["other": .text(field)])
    }

    package static let notAnID = Self(.notAnID, "must be a positive whole number", example: "42")

    package static let notAUUID = Self(
        .notAUUID, "must be a UUID", example: "0b8cdd2f-6c5e-4ef1-9f0c-3f1ecd7b5b3a")

    package static let notAQuantity = Self(
        .outOfRange, "must be a number from 0.001 to \(Limits.quantityMax)",
        ["min": .decimal(0.001), "max": .integer(Limits.quantityMax)])

    package static func outOfRange(_ range: ClosedRange<Int>, isWhole: Bool = false) -> Self {
        Self(
            .outOfRange,
            "must be a \(isWhole ? "whole " : "")number from \(range.lowerBound) to \(range.upperBound)",
            ["min": .integer(range.lowerBound), "max": .integer(range.upperBound)])
    }
}

// MARK: - Query parameters

extension Violation.Reason {
    package static func unknownParameter(among known: [String], nearest: String?) -> Self {
        let all = known.isEmpty ? "; use none" : "; use one of \(known.joined(separator: ", "))"
        return Self(
            .unknownParameter, "is not a query parameter\(question(nearest) ?? all)",
            nearest.map { ["known": .texts(known), "nearest": .text($0)] } ?? ["known": .texts(known)])
    }

    /// Suggests a name with a similar spelling.
    private static func question(_ nearest: String?) -> String? {
        nearest.map { " (did you mean \($0)?)" }
    }

    package static let repeatedParameter = Self(.repeatedParameter, "is given more than once; give it once")

    package static let notACursor = Self(
        .notACursor, "must be a cursor from an earlier response; leave it out to start at the beginning")

    package static func notASortOrder(by properties: [String]) -> Self {
        Self(
            .notASortOrder,
            "must be some of \(properties.joined(separator: ", ")), each once, separated by commas",
            ["values": .texts(properties)]
        ).with("a leading - reverses the order")
    }

    package static let notAnItemSort = notASortOrder(by: ItemQuery.Property.allCases.map(\.rawValue))
        .with("only checked and important may precede checklist and section")
}

// MARK: - Texts

extension Violation.Reason {
    package static let empty = Self(.empty, "must not be empty")

    package static func tooLong(max: Int, _ unit: TextUnit) -> Self {
        Self(
            .tooLong, "must have at most \(max) \(unit == .bytes ? "bytes of UTF-8" : unit.rawValue)",
            ["max": .integer(max), "unit": .text(unit.rawValue)])
    }

    /// - Parameter things: The elements, in the plural.
    package static func tooMany(max: Int, _ things: String) -> Self {
        Self(.tooMany, "must have at most \(max) \(things)", ["max": .integer(max), "of": .text(things)])
    }

    package static let nullCharacter = Self(.nullCharacter, "must not contain the character U+0000")

    package static let comma = Self(.comma, "must not contain a comma; send two tags instead")

    /// The name is a dot-segment of a path (RFC 3986 §3.3), which clients remove from URLs.
    package static let dots = Self(.empty, "must have a character besides one or two dots")

    /// - Parameter scalar: The first control character of the text.
    package static func control(_ scalar: Unicode.Scalar) -> Self {
        switch scalar {
        case "\n", "\r", "\u{2028}", "\u{2029}": lineBreak(scalar)
        default: controlCharacter(scalar)
        }
    }

    private static func controlCharacter(_ scalar: Unicode.Scalar) -> Self {
        Self(
            .controlCharacter, "must not contain control characters; it contains \(scalar.codePoint)",
            ["character": .text(scalar.codePoint)])
    }

    private static func lineBreak(_ scalar: Unicode.Scalar) -> Self {
        Self(
            .lineBreak, "must be one line; it contains the line break \(scalar.codePoint)",
            ["character": .text(scalar.codePoint)])
    }

    /// - Parameter example: An accepted text.
    package static func notPrintableASCII(max: Int, example: String) -> Self {
        Self(
            .notPrintableASCII, "must be 1 to \(max) printable ASCII characters", example: example,
            ["max": .integer(max)])
    }
}

extension Unicode.Scalar {
    /// The scalar in the notation of Unicode: `U+2028`.
    fileprivate var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
    }
}
