import JSON

/// A request as a handler sees it: complete, checked and routed.
public struct Request: Sendable {
    /// Everything before the body.
    public var head: RequestHead
    /// The content, with its transfer coding taken off; never more than the route allows.
    public var body: [UInt8]
    /// Who sent it: the address of the other end, without its port; empty for a Unix socket.
    public var peer: String
    /// The segments of the path that stand for the route's placeholders, percent-decoded, in the order of the
    /// pattern.
    public internal(set) var parameters: [String] = []
    /// How deep JSON in the content may go.
    var jsonDepthMax = JSONValue.depthMax

    /// A request from its parts.
    public init(head: RequestHead, body: [UInt8] = [], peer: String = "") {
        self.head = head
        self.body = body
        self.peer = peer
    }
}
