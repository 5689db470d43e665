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
