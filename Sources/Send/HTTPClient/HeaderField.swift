/// A header field of a request or a response.
public struct HeaderField: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value, without white space around it.
    public var value: String

    /// Creates a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
