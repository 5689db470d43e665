import HTTP
import HTTPServer

/// Measures and logs what another one answers.
struct MeteredResponder: Responder {
    let responder: any Responder
    let metrics: Metrics
    let log: Log
    let monotonicNanoseconds: @Sendable () -> UInt64

    func route(for head: RequestHead) -> RouteMatch {
        responder.route(for: head)
    }

    func earlyResponse(to head: RequestHead, _ context: inout RequestContext) -> Response? {
        let start = monotonicNanoseconds()
        guard let response = responder.earlyResponse(to: head, &context) else { return nil }
        record(response, to: head, context, nanoseconds: monotonicNanoseconds() - start)
        return response
    }

    func respond(to request: Request, _ context: RequestContext) async -> Response {
        let start = monotonicNanoseconds()
        let response = await responder.respond(to: request, context)
        record(response, to: request.head, context, nanoseconds: monotonicNanoseconds() - start)
        return response
    }

    private func record(
        _ response: Response, to head: RequestHead, _ context: RequestContext, nanoseconds elapsed: UInt64
    ) {
        metrics.record(response.status, of: context.route.route, nanoseconds: elapsed)
        guard log.level == .debug else { return }
        log.debug(
            "request",
            [
                "method": head.method.rawValue, "path": head.target.path, "status": response.status.code,
                "microseconds": elapsed / 1000, "peer": context.peer,
            ])
    }
}
