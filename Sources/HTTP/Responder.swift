/// What a server asks for answers.
public protocol Responder: Sendable {
    /// How large the content of a request with this head may be, in octets. Asked before the content is read.
    func bodyBytesMax(for head: RequestHead) -> Int
    /// The answer to a request that its head alone decides: a refusal, or what is at hand; `nil` to have the
    /// content read and `respond` asked. Asked exactly once for each request, and must not wait for anything.
    ///
    /// It may note in the head what it found out, for those that see the request later.
    func answerByHead(_ head: inout RequestHead, from peer: String) -> Response?
    /// The answer to a complete request. Never fails: what goes wrong inside is an answer too.
    func respond(to request: Request) async -> Response
}

extension Responder {
    /// Nothing is answered by its head alone.
    public func answerByHead(_ head: inout RequestHead, from peer: String) -> Response? { nil }
}
