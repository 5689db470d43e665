import Checklists
import Exchange
import JSON

extension ImportDecoder {
    mutating func text(
        _ value: DocumentToken, _ path: String, in bytes: Span<UInt8>
    ) throws(ImportError) -> String? {
        try read(value, .string, path, in: bytes)
    }

    mutating func read<Value>(
        _ value: DocumentToken, _ type: FieldType<Value>, _ path: String, in bytes: Span<UInt8>
    ) throws(ImportError) -> Value? {
        if case .string(let text) = value, let read = type.read(.string(text)) { return read }
        let text = if case .string(let text) = value { text } else { "" }
        try refuse(value, type.reason(.string(text)), path, "", in: bytes)
        return nil
    }

    /// Reads a timestamp: RFC 3339 of this server, or seconds since 2001 or a date of the apps.
    mutating func moment(
        _ value: DocumentToken, _ path: String, in bytes: Span<UInt8>
    ) throws(ImportError) -> Timestamp? {
        switch value {
        case .null: return nil
        case .date(let moment): return moment
        case .number(let seconds): if let moment = Timestamp(secondsSince2001: seconds) { return moment }
        case .string(let text): if let moment = Timestamp(rfc3339: text) { return moment }
        default: break
        }
        try refuse(value, .notAMoment, path, "", in: bytes)
        return nil
    }

    /// Reads a value that begins with a token. Arrays and objects keep their first elements only.
    mutating func value(
        _ first: DocumentToken, in bytes: Span<UInt8>
    ) throws(ImportError) -> JSONValue {
        switch first {
        case .string(let text): return .string(text)
        case .bool(let flag): return .bool(flag)
        case .number(let number):
            if let integer = Int(exactly: number) { return .number(JSONNumber(integer)) }
            return number.isFinite ? .number(JSONNumber(number)) : .null
        case .date(let moment): return .string(String(decoding: moment.rfc3339, as: UTF8.self))
        case .beginArray:
            var elements: [JSONValue] = []
            while let element = try nextElement(in: bytes) {
                let value = try value(element, in: bytes)
                if elements.count < Limits.importedElementsMax { elements.append(value) }
            }
            return .array(elements)
        case .beginObject:
            var names = FieldNames()
            var members: [JSONValue.Member] = []
            while let name = try nextName(&names, in: bytes) {
                let value = try value(token(in: bytes), in: bytes)
                if members.count < Limits.importedElementsMax { members.append(.init(name, value)) }
            }
            return .object(members)
        case .null, .other, .name, .endArray, .endObject: return .null
        }
    }

    /// Skips a value that cannot be imported, and reports it.
    /// - Parameter expectation: The expected value; `nil` for an unknown field.
    mutating func refuse(
        _ value: DocumentToken, _ expectation: Violation.Reason?, _ path: String, _ noun: String,
        in bytes: Span<UInt8>
    ) throws(ImportError) {
        try skip(value, in: bytes)
        if expectation == nil { hasForeignFields = true }
        let reason = expectation ?? .unknownField(of: noun == "item" ? "an item" : "a \(noun)")
        try note(path, reason.with(Self.loss))
    }

    static var loss: String { "it is left out" }

    mutating func note(_ pointer: String, _ reason: Violation.Reason) throws(ImportError) {
        guard skipped.count < limits.skippedMax else {
            throw Self.unusable(pointer, .tooManySkipped(max: limits.skippedMax))
        }
        skipped.append(Violation(pointer, reason))
    }

    /// Skips the rest of a value that begins with a token.
    mutating func skip(_ first: DocumentToken, in bytes: Span<UInt8>) throws(ImportError) {
        var depth = first == .beginArray || first == .beginObject ? 1 : 0
        while depth > 0 {
            switch try token(in: bytes) {
            case .beginArray, .beginObject: depth += 1
            case .endArray, .endObject: depth -= 1
            default: break
            }
        }
    }

    mutating func token(in bytes: Span<UInt8>) throws(ImportError) -> DocumentToken {
        guard let token = try reader.next(in: bytes) else { throw .malformed("The document ends early.") }
        return token
    }

    /// The first token of the next element; `nil` at the end of the array.
    mutating func nextElement(in bytes: Span<UInt8>) throws(ImportError) -> DocumentToken? {
        let token = try token(in: bytes)
        return token == .endArray ? nil : token
    }

    /// The name of the next member; `nil` at the end of the object.
    /// - Throws: `ImportError.malformed` for a repeated name.
    mutating func nextName(
        _ names: inout FieldNames, in bytes: Span<UInt8>
    ) throws(ImportError) -> String? {
        guard case .name(let name) = try token(in: bytes) else { return nil }
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

    func contains(_ name: String) -> Bool {
        few.contains(name) || many.contains(name)
    }
}
