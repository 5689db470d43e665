/// An answer whose header came whole.
public struct OutgoingResponse: Hashable, Sendable {
    /// The status, 200 or above.
    public var status: Int
    /// The header fields in their order, names in lower case. Octets that are not UTF-8 come as U+FFFD.
    public var fields: [HeaderField]
    /// The body, or as much of it as came within the limits; neither decompressed nor otherwise changed.
    public var body: [UInt8]
    /// Why that is not all of the body: it was cut at the limit, broken off or too slow; `nil` when it is.
    public var shortfall: OutgoingError?

    /// An answer.
    public init(status: Int, fields: [HeaderField] = [], body: [UInt8] = [], shortfall: OutgoingError? = nil)
    {
        self.status = status
        self.fields = fields
        self.body = body
        self.shortfall = shortfall
    }

    /// The values of all fields of a name, which is given in lower case.
    public func values(of name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }
}
