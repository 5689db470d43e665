import Checklists
import Exchange
import JSON

extension ImportDocument {
    mutating func read<Value>(
        _ value: JSONTokenizer.Token, _ type: FieldType<Value>, _ path: String
    ) throws(ImportError) -> Value? {
        let text = if case .string(let text) = value { text } else { "" }
        if case .string = value, let read = type.read(.string(text)) { return read }
        try refuse(value, type.reason(.string(text)), path)
        return nil
    }

    /// Reads a timestamp: RFC 3339 of this server, or seconds since 2001 of the apps.
    mutating func moment(
        _ value: JSONTokenizer.Token, _ path: String
    ) throws(ImportError) -> Timestamp? {
        let moment: Timestamp? =
            switch value {
            case .number(let seconds): seconds.double.flatMap(Timestamp.init(secondsSince2001:))
            case .string(let text): Timestamp(rfc3339: text)
            default: nil
            }
        if moment == nil, value != .null { try refuse(value, .notAMoment, path) }
        return moment
    }

    /// Reads a value that begins with a token. Arrays and objects keep their first elements only.
    mutating func value(_ first: JSONTokenizer.Token) throws(ImportError) -> JSONValue {
        switch first {
        case .string(let text): return .string(text)
        case .bool(let flag): return .bool(flag)
        case .number(let number): return .number(number)
        case .beginArray:
            var elements: [JSONValue] = []
            while let element = try nextElement() {
                let value = try value(element)
                if elements.count < Limits.importedElementsMax { elements.append(value) }
            }
            return .array(elements)
        case .beginObject:
            var names = FieldNames()
            var members: [JSONValue.Member] = []
            while let name = try nextName(&names) {
                let value = try value(token())
                if members.count < Limits.importedElementsMax { members.append(.init(name, value)) }
            }
            return .object(members)
        case .null, .name, .endArray, .endObject: return .null
        }
    }

    /// Skips a value that cannot be imported, and reports it.
    mutating func refuse(
        _ value: JSONTokenizer.Token, _ reason: Violation.Reason, _ path: String
    ) throws(ImportError) {
        try skip(value)
        if reason.code == .unknownField { hasForeignFields = true }
        try note(path, reason.with(Self.loss))
    }

    static var loss: String { "it is left out" }

    static func unusable(_ pointer: String, _ reason: Violation.Reason) -> ImportError {
        .unusable(Violation(pointer, reason))
    }

    mutating func note(_ pointer: String, _ reason: Violation.Reason) throws(ImportError) {
        guard skipped.count < limits.skippedMax else {
            throw Self.unusable(pointer, .tooManySkipped(max: limits.skippedMax))
        }
        skipped.append(Violation(pointer, reason))
    }

    /// Reports violations of omitted fields.
    mutating func note(_ violations: [Violation]) throws(ImportError) {
        for violation in violations { try note(violation.pointer, violation.reason.with(Self.loss)) }
    }

    /// Skips the rest of a value that begins with a token.
    mutating func skip(_ first: JSONTokenizer.Token) throws(ImportError) {
        var depth = first == .beginArray || first == .beginObject ? 1 : 0
        while depth > 0 {
            switch try token() {
            case .beginArray, .beginObject: depth += 1
            case .endArray, .endObject: depth -= 1
            default: break
            }
        }
    }

    mutating func next() throws(ImportError) -> JSONTokenizer.Token? {
        let bytes = bytes
        do throws(JSONSyntaxError) {
            return try tokens.next(in: bytes.span)
        } catch {
            throw .malformed("The document is not JSON: \(error).")
        }
    }

    mutating func token() throws(ImportError) -> JSONTokenizer.Token {
        guard let token = try next() else { throw .malformed("The document ends early.") }
        return token
    }

    /// The first token of the next element; `nil` at the end of the array.
    mutating func nextElement() throws(ImportError) -> JSONTokenizer.Token? {
        let token = try token()
        return token == .endArray ? nil : token
    }

    /// The name of the next member; `nil` at the end of the object.
    /// - Throws: `ImportError.malformed` for a repeated name.
    mutating func nextName(_ names: inout FieldNames) throws(ImportError) -> String? {
        guard case .name(let name) = try token() else { return nil }
        guard names.insert(name) else {
            throw .malformed("The document has \(name.debugDescription) twice in one object.")
        }
        return name
    }
}

/// The names of an object's members so far. A linear search serves the first 16 names.
struct FieldNames {
    private var few: [String] = []
    private var many: Set<String> = []

    /// Adds a name; `false` if it was there.
    mutating func insert(_ name: String) -> Bool {
        if many.isEmpty, few.count < 16 {
            if few.contains(name) { return false }
            few.append(name)
            return true
        }
        if many.isEmpty { many = Set(few) }
        return many.insert(name).inserted
    }

    func contains(_ name: String) -> Bool { few.contains(name) || many.contains(name) }
}
