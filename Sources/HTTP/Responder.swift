/// What a server asks for answers.
public protocol Responder: Sendable {
    /// How large the content of a request with this head may be, in octets. Asked before the content is read.
    func bodyBytesMax(for head: RequestHead) -> Int
    /// The answer to a complete request. Never fails: what goes wrong inside is an answer too.
    func respond(to request: Request) async -> Response
}
