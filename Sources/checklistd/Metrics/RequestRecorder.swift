import API
import Checklists
import HTTP
import Synchronization

/// Counts each response in the metrics. Logs it with `--access-log`, or at level debug.
struct RequestRecorder: ResponseObserver {
    let metrics: Metrics
    let log: Log
    /// Whether to log each response at any level.
    var logsAccess = false
    let monotonicNanoseconds: @Sendable () -> UInt64

    func nanoseconds() -> UInt64 { monotonicNanoseconds() }

    /// The level of the access log; `nil` if it is off.
    private var level: Log.Level? { logsAccess ? .info : log.level == .debug ? .debug : nil }

    func record(_ refusal: ParseError, of head: RequestHead?, from peer: String) {
        guard let level else { return }
        let line = AccessLine(refusal, head, peer)
        let count: Int = if case .bytes(let bytes) = refusal.response.body { bytes.count } else { 0 }
        log.always(level, "request", line.details(bytes: refusal.method == .head ? 0 : count, nanoseconds: 0))
    }

    func record(
        _ response: inout Response, to head: RequestHead, _ context: RequestContext<Caller>,
        since start: UInt64
    ) {
        let elapsed = monotonicNanoseconds() - start
        metrics.record(response.status, of: context.route.route, nanoseconds: elapsed)
        guard let level else { return }
        let line = AccessLine(head, response.status, context)
        switch response.body {
        case .empty: log.always(level, "request", line.details(bytes: 0, nanoseconds: elapsed))
        case .bytes(let bytes):
            let sentCount = head.method == .head ? 0 : bytes.count
            log.always(level, "request", line.details(bytes: sentCount, nanoseconds: elapsed))
        case .stream(let next):
            let ending = StreamEnding { [log, monotonicNanoseconds] count in
                let elapsed = monotonicNanoseconds() - start
                log.always(level, "request", line.details(bytes: count, nanoseconds: elapsed))
            }
            response.body = .stream {
                let piece = try await next()
                ending.add(piece?.count ?? 0)
                return piece
            }
        }
    }
}

/// Counts the bytes of a stream. When the connection releases the stream, at its end or after a failure, it
/// calls `onEnd` with their number.
private final class StreamEnding: Sendable {
    private let count = Atomic<Int>(0)
    private let onEnd: @Sendable (Int) -> Void

    init(onEnd: @escaping @Sendable (Int) -> Void) { self.onEnd = onEnd }

    deinit { onEnd(count.load(ordering: .relaxed)) }

    func add(_ more: Int) { count.add(more, ordering: .relaxed) }
}

/// A request in the access log: method, path, status, caller and client address.
///
/// The query and all header fields stay out: they can have tokens.
struct AccessLine {
    private let method: String
    private let path: String
    private let status: Status
    private let caller: Caller?
    private let client: String
    private let trace: TraceContext?

    /// The maximum length of a path in the log, in bytes.
    private static let pathBytesMax = 500

    init(_ head: RequestHead, _ status: Status, _ context: RequestContext<Caller>) {
        method = head.method.rawValue
        path = Self.shown(head.target.path)
        self.status = status
        caller = context.caller
        client = context.client
        trace = TraceContext(head.fields)
    }

    /// A request that the server could not read. A malformed head has no path, and often no method.
    init(_ refusal: ParseError, _ head: RequestHead?, _ peer: String) {
        method = (head?.method ?? refusal.method)?.rawValue ?? "-"
        path = head.map { Self.shown($0.target.path) } ?? "-"
        status = refusal.status
        caller = nil
        client = peer
        trace = head.flatMap { TraceContext($0.fields) }
    }

    /// The details of the line in their order.
    func details(bytes: Int, nanoseconds: UInt64) -> [(String, any CustomStringConvertible)] {
        let request: [(String, any CustomStringConvertible)] = [
            ("method", method), ("path", path), ("status", status.code), ("bytes", bytes),
            ("microseconds", nanoseconds / 1000),
        ]
        return request + Self.names(caller) + [("address", client.isEmpty ? "unix" : client)]
            + (trace.map { [("traceparent", $0.text)] } ?? [])
    }

    /// The kind of caller, and the ids of a person and their device.
    private static func names(_ caller: Caller?) -> [(String, any CustomStringConvertible)] {
        switch caller {
        case nil: [("caller", "none")]
        case .local: [("caller", "local")]
        case .guest: [("caller", "guest")]
        case .person(let id, by: .serviceToken, scope: _): [("caller", "token"), ("person", id.rawValue)]
        case .person(let id, by: .identity, scope: _): [("caller", "proxy"), ("person", id.rawValue)]
        case .person(let id, by: .device(let device), scope: _):
            [("caller", "device"), ("person", id.rawValue), ("device", device.rawValue)]
        }
    }

    /// The path up to its maximum length, and up to a secret that a client wrote into it by mistake.
    private static func shown(_ path: String) -> String {
        var path = path
        if path.utf8.count > pathBytesMax { path = String(path.prefix(pathBytesMax)) + "…" }
        // The prefixes of tokens, links and webhook secrets.
        for prefix in ["cld_", "cll_", "whsec_"] {
            if let start = path.firstRange(of: prefix) { path = path[..<start.upperBound] + "…" }
        }
        return path
    }
}
