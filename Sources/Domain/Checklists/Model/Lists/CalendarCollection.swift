/// The resource name and the dead properties that CalDAV clients give a list (RFC 4791 §4.2).
public struct CalendarCollection: Hashable, Sendable {
    /// The resource name that the creating client chose. It is not unique.
    public var name: String?
    /// Properties that the server stores without interpreting them.
    public var properties: [DeadProperty]

    /// Creates a collection from a resource name and dead properties.
    public init(name: String? = nil, properties: [DeadProperty] = []) {
        self.name = name
        self.properties = properties
    }
}

extension CalendarCollection {
    /// The size in bytes of UTF-8.
    var bytesCount: Int { (name?.utf8.count ?? 0) + properties.bytesCount }

    func violations() -> [Violation] {
        let pointer = "/collection"
        var violations = name.map { TextRule.violations(ofName: $0, at: pointer + "/name") } ?? []
        if properties.count > Limits.deadPropertiesMax {
            violations.append(Violation(pointer, .tooMany(max: Limits.deadPropertiesMax, "properties")))
        }
        return violations
            + properties.violations(bytesMax: Limits.collectionBytesMax, beside: name, at: pointer)
    }

    /// Whether both are the same in every byte.
    func isSame(as other: CalendarCollection) -> Bool {
        self == other && (name ?? "").isSame(as: other.name ?? "")
            && zip(properties, other.properties).allSatisfy { one, two in
                zip(one.texts, two.texts).allSatisfy { $0.isSame(as: $1) }
            }
    }
}

extension [DeadProperty] {
    /// The size in bytes of UTF-8.
    fileprivate var bytesCount: Int {
        reduce(0) { bytes, property in bytes + property.texts.reduce(0) { $0 + $1.utf8.count } }
    }

    /// The rules that the properties break.
    /// - Parameter name: A resource name that counts towards the size.
    func violations(bytesMax: Int, beside name: String? = nil, at pointer: String) -> [Violation] {
        var violations: [Violation] = []
        if bytesCount + (name?.utf8.count ?? 0) > bytesMax {
            violations.append(Violation(pointer, .tooLong(max: bytesMax, .bytes)))
        }
        // XML 1.0 and PostgreSQL both forbid U+0000.
        if contains(where: { $0.texts.contains { $0.utf8.contains(0) } }) {
            violations.append(Violation(pointer, .nullCharacter))
        }
        return violations
    }
}

extension DeadProperty {
    /// Whether both properties have the same namespace and local name.
    public func isNamed(as other: DeadProperty) -> Bool {
        namespace == other.namespace && name == other.name
    }

    fileprivate var texts: [String] { [namespace, name, value] }
}

/// A dead property: the server stores it as sent and does not interpret it (RFC 4918 §4.1).
public struct DeadProperty: Hashable, Sendable {
    /// The XML namespace of its element; empty for none.
    public var namespace: String
    /// The local name of its element.
    public var name: String
    /// The content of its element, as XML.
    public var value: String

    /// Creates a property from its qualified name and content.
    public init(namespace: String, name: String, value: String) {
        self.namespace = namespace
        self.name = name
        self.value = value
    }
}
