/// A response with a complete header.
public struct OutgoingResponse: Hashable, Sendable {
    /// The status, 200 or above.
    public var status: Int
    /// The header fields in their order, names in lower case. Octets that are not UTF-8 become U+FFFD.
    public var fields: [HeaderField]
    /// The body, as much of it as the limits allow; neither decompressed nor otherwise changed.
    public var body: [UInt8]
    /// Why the body is incomplete: cut at the limit, broken off or too slow; `nil` when it is complete.
    public var shortfall: OutgoingError?

    /// Creates a response.
    public init(status: Int, fields: [HeaderField] = [], body: [UInt8] = [], shortfall: OutgoingError? = nil)
    {
        self.status = status
        self.fields = fields
        self.body = body
        self.shortfall = shortfall
    }

    /// The values of all fields with this name, which must be in lower case.
    public func values(of name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }
}
