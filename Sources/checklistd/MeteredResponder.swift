import HTTP
import HTTPServer

/// Measures and logs what a router answers.
struct MeteredResponder: Responder {
    let router: Router
    let metrics: Metrics
    let log: Log
    let monotonicNanoseconds: @Sendable () -> UInt64

    func bodyBytesMax(for head: RequestHead) -> Int {
        router.bodyBytesMax(for: head)
    }

    func respond(to request: Request) async -> Response {
        let start = monotonicNanoseconds()
        let response = await router.respond(to: request)
        let elapsed = monotonicNanoseconds() - start
        metrics.record(response, nanoseconds: elapsed)
        if log.level == .debug {
            log.debug(
                "request",
                [
                    "method": request.head.method.rawValue, "path": request.head.target.path,
                    "status": response.status.code, "microseconds": elapsed / 1000, "peer": request.peer,
                ])
        }
        return response
    }
}
