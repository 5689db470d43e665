import HTTP
import HTTPServer

/// Measures and logs the answers of another responder.
final class MeteredResponder: Responder {
    private let responder: any Responder
    private let metrics: Metrics
    private let log: Log
    private let monotonicNanoseconds: @Sendable () -> UInt64

    init(
        responder: any Responder, metrics: Metrics, log: Log,
        monotonicNanoseconds: @escaping @Sendable () -> UInt64
    ) {
        self.responder = responder
        self.metrics = metrics
        self.log = log
        self.monotonicNanoseconds = monotonicNanoseconds
    }

    func receive(_ head: RequestHead, from peer: String) -> HeadDecision {
        let start = monotonicNanoseconds()
        let decision = responder.receive(head, from: peer)
        let route = decision.route
        switch decision.outcome {
        case .answered(let response):
            record(response, to: head, at: route, from: peer, since: start)
            return decision
        case .awaitsContent(let respond):
            return HeadDecision(at: route) { request in
                let start = self.monotonicNanoseconds()
                let response = await respond(request)
                self.record(response, to: request.head, at: route, from: peer, since: start)
                return response
            }
        }
    }

    private func record(
        _ response: Response, to head: RequestHead, at route: RouteMatch, from peer: String,
        since start: UInt64
    ) {
        let elapsed = monotonicNanoseconds() - start
        metrics.record(response.status, of: route.route, nanoseconds: elapsed)
        guard log.level == .debug else { return }
        log.debug(
            "request",
            [
                "method": head.method.rawValue, "path": head.target.path, "status": response.status.code,
                "microseconds": elapsed / 1000, "peer": peer,
            ])
    }
}
