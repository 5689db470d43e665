/// A request as a handler sees it: complete and checked.
///
/// This module is HTTP as values: requests and answers, the parser and the serializer, and routes. It touches
/// no socket, no file and no clock, and knows nothing of checklists or tokens; the type of a caller is a
/// parameter.
public struct Request: Sendable {
    /// Everything before the body.
    public var head: RequestHead
    /// The content, with its transfer coding taken off; never more than the route allows.
    public var body: [UInt8]

    /// A request from its parts.
    public init(head: RequestHead, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }
}
