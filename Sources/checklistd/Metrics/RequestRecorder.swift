import API
import Checklists
import HTTP

/// Counts each response in the metrics, and logs it at level debug.
struct RequestRecorder: ResponseObserver {
    let metrics: Metrics
    let log: Log
    let monotonicNanoseconds: @Sendable () -> UInt64

    func nanoseconds() -> UInt64 { monotonicNanoseconds() }

    func record(
        _ response: Response, to head: RequestHead, _ context: RequestContext<Caller>, since start: UInt64
    ) {
        let elapsed = monotonicNanoseconds() - start
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
