import API
import Checklists
import Foundation
import HTTP
import Synchronization
import Testing

@testable import checklistd

@Suite struct `The request recorder` {
    /// A clock that advances by a millisecond at each read.
    private final class Ticks: Sendable {
        private let count = Atomic<UInt64>(0)

        func next() -> UInt64 { count.add(1_000_000, ordering: .relaxed).newValue }
    }

    /// Refuses `GET` by the head.
    private struct RefusingGet: Middleware {
        func earlyResponse(to head: RequestHead, _ context: inout RequestContext<Caller>) -> Response? {
            head.method == .get ? Response(.forbidden) : nil
        }
    }

    @Test func `records the time of every response, also of one that the head decides`() async {
        let ticks = Ticks()
        let metrics = Metrics(routes: [], reminders: ReminderMetrics())
        let log = Log(level: .error, format: .text, now: { .distantPast })
        let stack = MiddlewareStack(
            [RefusingGet()], before: Router([]),
            observer: RequestRecorder(metrics: metrics, log: log, monotonicNanoseconds: { ticks.next() }))
        var head = RequestHead(method: .get, target: RequestTarget(path: "/"))
        _ = stack.receive(head, from: "")
        #expect(sum(metrics) == "0.001")
        head.method = .post
        let decision = stack.receive(head, from: "")
        #expect(sum(metrics) == "0.001")
        guard case .awaitsContent(let respond) = decision.outcome else {
            Issue.record("the head decided the response")
            return
        }
        _ = await respond(Request(head: head))
        #expect(sum(metrics) == "0.002")
    }

    @Test(arguments: [Status.ok, .gone]) func `counts a response by its status`(status: Status) {
        let metrics = Metrics(routes: [], reminders: ReminderMetrics())
        metrics.record(status, of: nil, nanoseconds: 1)
        var page = MetricsPage()
        metrics.addRequests(to: &page)
        #expect(page.text.contains("status=\"\(status.code)\"} 1\n"))
    }

    /// The total time of all responses, in seconds.
    private func sum(_ metrics: Metrics) -> String? {
        let name = "checklistd_http_request_duration_seconds_sum"
        var page = MetricsPage()
        metrics.addRequests(to: &page)
        let line = page.text.split(separator: "\n").first { $0.hasPrefix(name) }
        return line.flatMap { $0.split(separator: " ").last }.map(String.init)
    }
}
