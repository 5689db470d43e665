/// Looks at each request before its content is read, and at its answer before it leaves.
public protocol Guard: Sendable {
    /// The answer to a request that is to go no further; `nil` to let it pass. Must not wait for anything.
    func refusal(of head: inout RequestHead, from peer: String) -> Response?
    /// Adds to an answer what belongs there: to those of whoever stands behind this guard, and to its own.
    func complete(_ response: inout Response, to head: RequestHead, from peer: String)
}

extension Guard {
    /// The answer leaves as it is.
    public func complete(_ response: inout Response, to head: RequestHead, from peer: String) {}
}

/// A responder with guards in front of it, the outermost first.
public struct GuardedResponder: Responder {
    private let guards: [any Guard]
    private let responder: any Responder

    /// Whoever passes all the guards is answered by the responder.
    public init(_ guards: [any Guard], before responder: any Responder) {
        self.guards = guards
        self.responder = responder
    }

    /// What the responder says.
    public func bodyBytesMax(for head: RequestHead) -> Int {
        responder.bodyBytesMax(for: head)
    }

    /// What the first guard answers that lets the request go no further; else what the responder answers,
    /// completed by all guards.
    public func answerByHead(_ head: inout RequestHead, from peer: String) -> Response? {
        for (index, guardian) in guards.enumerated() {
            guard var response = guardian.refusal(of: &head, from: peer) else { continue }
            complete(&response, by: guards[...index], to: head, from: peer)
            return response
        }
        guard var response = responder.answerByHead(&head, from: peer) else { return nil }
        complete(&response, by: guards[...], to: head, from: peer)
        return response
    }

    /// What the responder answers, completed by all guards.
    public func respond(to request: Request) async -> Response {
        var response = await responder.respond(to: request)
        complete(&response, by: guards[...], to: request.head, from: request.peer)
        return response
    }

    /// Lets guards add to an answer, the innermost first.
    private func complete(
        _ response: inout Response, by guards: ArraySlice<any Guard>, to head: RequestHead, from peer: String
    ) {
        for guardian in guards.reversed() { guardian.complete(&response, to: head, from: peer) }
    }
}
