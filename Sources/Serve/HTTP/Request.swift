/// A complete and checked request, as a handler receives it.
///
/// This module is HTTP as values: requests, responses, parser, serializer and routes. It uses no socket, file
/// or clock, and does not know checklists or tokens. The type of a caller is a parameter.
public struct Request: Sendable {
    /// The request line and the header fields.
    public var head: RequestHead
    /// The content without its transfer coding, within the limit of the route.
    public var body: [UInt8]

    /// Makes a request from its parts.
    public init(head: RequestHead, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }
}
