/// The header fields of a message (RFC 9110 §5), in order; names are compared without regard to case.
public struct Fields: Sendable, ExpressibleByDictionaryLiteral {
    private var lines: [(name: FieldName, value: String)] = []

    /// No fields.
    public init() {}

    /// These fields.
    public init(dictionaryLiteral elements: (FieldName, String)...) {
        lines = elements.map { (name: $0.0, value: $0.1) }
    }

    /// The value of a field, several joined by a comma as RFC 9110 §5.3 has it; setting replaces them all.
    public subscript(name: FieldName) -> String? {
        get {
            var found: String?
            for line in lines where line.name == name {
                found = found.map { "\($0), \(line.value)" } ?? line.value
            }
            return found
        }
        set {
            lines.removeAll { $0.name == name }
            if let newValue { lines.append((name: name, value: newValue)) }
        }
    }

    /// The values of a field, one for each line that it has.
    public func values(of name: FieldName) -> [String] {
        lines.compactMap { $0.name == name ? $0.value : nil }
    }

    /// Adds a line, beside those of the same name.
    public mutating func append(_ name: FieldName, _ value: String) {
        lines.append((name: name, value: value))
    }
}

extension Fields: Sequence {
    /// The lines, in order.
    public func makeIterator() -> IndexingIterator<[(name: FieldName, value: String)]> {
        lines.makeIterator()
    }
}

/// The name of a field; equal to any other spelling of it in upper or lower case.
public struct FieldName: Hashable, Sendable, ExpressibleByStringLiteral {
    /// In lower case, as HTTP/2 has it.
    public let lowercased: String

    /// The name in any case.
    public init(_ name: String) {
        lowercased = name.lowercased()
    }

    /// The name in any case.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}
