/// One header field of a request or of an answer.
public struct HeaderField: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its value, without the white space around it.
    public var value: String

    /// A field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
