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

    func refusal(of head: inout RequestHead, from peer: String) -> Response? {
        guard let response = responder.refusal(of: &head, from: peer) else { return nil }
        record(response, to: head, from: peer, since: monotonicNanoseconds())
        return response
    }

    func respond(to request: Request) async -> Response {
        let start = monotonicNanoseconds()
        let response = await responder.respond(to: request)
        record(response, to: request.head, from: request.peer, since: start)
        return response
    }

    private func record(_ response: Response, to head: RequestHead, from peer: String, since start: UInt64) {
        let elapsed = monotonicNanoseconds() - start
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
