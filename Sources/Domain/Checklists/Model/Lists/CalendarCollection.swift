/// What calendar programs call a list and say of it (RFC 4791 §4.2).
public struct CalendarCollection: Hashable, Sendable {
    /// What the program that made the list chose to call it by; others may be called the same.
    public var name: String?
    /// What programs say of it that means nothing here.
    public var properties: [DeadProperty]

    /// What is said of a list.
    public init(name: String? = nil, properties: [DeadProperty] = []) {
        self.name = name
        self.properties = properties
    }
}

extension CalendarCollection {
    /// How many bytes of UTF-8 it has.
    var bytesCount: Int { (name?.utf8.count ?? 0) + properties.bytesCount }

    /// What breaks the rules.
    func violations() -> [Violation] {
        let pointer = "/collection"
        var violations = name.map { TextRule.violations(ofName: $0, at: pointer + "/name") } ?? []
        if properties.count > Limits.deadPropertiesMax {
            violations.append(
                Violation(pointer, "must have at most \(Limits.deadPropertiesMax) properties"))
        }
        return violations
            + properties.violations(bytesMax: Limits.collectionBytesMax, beside: name, at: pointer)
    }

    /// Whether a client could not tell both apart.
    func isSame(as other: CalendarCollection) -> Bool {
        self == other && (name ?? "").isSame(as: other.name ?? "")
            && zip(properties, other.properties).allSatisfy { one, two in
                zip(one.texts, two.texts).allSatisfy { $0.isSame(as: $1) }
            }
    }
}

extension [DeadProperty] {
    /// How many bytes of UTF-8 they have.
    fileprivate var bytesCount: Int {
        reduce(0) { bytes, property in bytes + property.texts.reduce(0) { $0 + $1.utf8.count } }
    }

    /// What breaks the rules.
    /// - Parameter name: What counts with them.
    func violations(bytesMax: Int, beside name: String? = nil, at pointer: String) -> [Violation] {
        var violations: [Violation] = []
        if bytesCount + (name?.utf8.count ?? 0) > bytesMax {
            violations.append(Violation(pointer, "must have at most \(bytesMax) bytes of UTF-8"))
        }
        // No XML has it, and no database.
        if contains(where: { $0.texts.contains { $0.utf8.contains(0) } }) {
            violations.append(Violation(pointer, "must not have the character U+0000"))
        }
        return violations
    }
}

extension DeadProperty {
    /// Whether another property has the same name.
    public func isNamed(as other: DeadProperty) -> Bool {
        namespace == other.namespace && name == other.name
    }

    fileprivate var texts: [String] { [namespace, name, value] }
}

/// A property that is kept as it came and means nothing here (RFC 4918 §4.1).
public struct DeadProperty: Hashable, Sendable {
    /// The XML namespace of its element; empty for none.
    public var namespace: String
    /// The local name of its element.
    public var name: String
    /// The content of its element, as XML.
    public var value: String

    /// A property of that name.
    public init(namespace: String, name: String, value: String) {
        self.namespace = namespace
        self.name = name
        self.value = value
    }
}
