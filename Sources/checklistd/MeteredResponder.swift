import HTTP
import HTTPServer

/// Measures and logs what another one answers.
struct MeteredResponder: Responder {
    let responder: any Responder
    let metrics: Metrics
    let log: Log
    let monotonicNanoseconds: @Sendable () -> UInt64

    func bodyBytesMax(for head: RequestHead) -> Int {
        responder.bodyBytesMax(for: head)
    }

    func answerByHead(_ head: inout RequestHead, from peer: String) -> Response? {
        guard let response = responder.answerByHead(&head, from: peer) else { return nil }
        // What is at hand takes less than the clock can tell.
        record(response, to: head, from: peer, nanoseconds: 0)
        return response
    }

    func respond(to request: Request) async -> Response {
        let start = monotonicNanoseconds()
        let response = await responder.respond(to: request)
        let elapsed = monotonicNanoseconds() - start
        record(response, to: request.head, from: request.peer, nanoseconds: elapsed)
        return response
    }

    private func record(
        _ response: Response, to head: RequestHead, from peer: String, nanoseconds elapsed: UInt64
    ) {
        metrics.record(response, nanoseconds: elapsed)
        guard log.level == .debug else { return }
        log.debug(
            "request",
            [
                "method": head.method.rawValue, "path": head.target.path, "status": response.status.code,
                "microseconds": elapsed / 1000, "peer": peer,
            ])
    }
}
