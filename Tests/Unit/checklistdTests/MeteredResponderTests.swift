import Foundation
import HTTP
import Synchronization
import Testing

@testable import checklistd

@Suite struct `The measure of answers` {
    /// A clock that goes on by a millisecond whenever somebody looks at it.
    private final class Ticks: Sendable {
        private let count = Atomic<UInt64>(0)

        func next() -> UInt64 { count.add(1_000_000, ordering: .relaxed).newValue }
    }

    /// Answers by the head what has no query.
    private struct Kept: Responder {
        func receive(_ head: RequestHead, from peer: String) -> HeadDecision {
            let route = RouteMatch()
            return head.target.hasQuery
                ? HeadDecision(at: route) { _ in Response(.ok) } : HeadDecision(Response(.ok), at: route)
        }
    }

    @Test func `is the time that they take, also of those that are at hand`() async {
        let ticks = Ticks()
        let metrics = Metrics(routes: [], reminders: ReminderMetrics())
        let responder = MeteredResponder(
            responder: Kept(), metrics: metrics,
            log: Log(level: .error, format: .text, now: { .distantPast }),
            monotonicNanoseconds: { ticks.next() })
        var head = RequestHead(method: .get, target: RequestTarget(path: "/"))
        _ = responder.receive(head, from: "")
        #expect(sum(metrics) == "0.001")
        head.target.query = "a"
        let decision = responder.receive(head, from: "")
        #expect(sum(metrics) == "0.001")
        guard case .awaitsContent(let respond) = decision.outcome else {
            Issue.record("it is not at hand")
            return
        }
        _ = await respond(Request(head: head))
        #expect(sum(metrics) == "0.002")
    }

    @Test(arguments: [Status.ok, .gone]) func `counts an answer by its status`(status: Status) {
        let metrics = Metrics(routes: [], reminders: ReminderMetrics())
        metrics.record(status, of: nil, nanoseconds: 1)
        var page = MetricsPage()
        metrics.addRequests(to: &page)
        #expect(page.text.contains("status=\"\(status.code)\"} 1\n"))
    }

    /// How long all answers took, in seconds.
    private func sum(_ metrics: Metrics) -> String? {
        let name = "checklistd_http_request_duration_seconds_sum"
        var page = MetricsPage()
        metrics.addRequests(to: &page)
        let line = page.text.split(separator: "\n").first { $0.hasPrefix(name) }
        return line.flatMap { $0.split(separator: " ").last }.map(String.init)
    }
}
