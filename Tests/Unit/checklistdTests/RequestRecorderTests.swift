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
    private final class RefusingGet: Middleware {
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

    /// The lines of the access log for a response.
    private func lines(
        for response: Response, to head: RequestHead, as caller: Caller?, from peer: String = "192.0.2.1",
        refusedFor refusal: ParseError? = nil, _ read: (Response) async throws -> Void = { _ in }
    ) async throws -> [Substring] {
        let written = Mutex("")
        let log = Log(level: .error, format: .text, now: { Date(timeIntervalSince1970: 0) }) { lines in
            written.withLock { $0 += String(decoding: lines, as: UTF8.self) }
        }
        let ticks = Ticks()
        let recorder = RequestRecorder(
            metrics: Metrics(routes: [], reminders: ReminderMetrics()), log: log, logsAccess: true,
            monotonicNanoseconds: { ticks.next() })
        if let refusal {
            recorder.record(refusal, of: nil, from: peer)
        } else {
            var response = response
            recorder.record(&response, to: head, RequestContext(from: peer, caller: caller), since: 0)
            try await read(response)
        }
        log.flush()
        return written.withLock { $0 }.split(separator: "\n")
    }

    @Test func `logs a request without its query`() async throws {
        var head = RequestHead(
            method: .get, target: RequestTarget(path: "/dav/1/a b", query: "token=cld_x"),
            fields: [.authorization: "Bearer cld_y"])
        let device = Caller.person(
            Person.ID(rawValue: 2), by: .device(Device.ID(rawValue: 17)), scope: .write)
        let response = Response(.ok, body: .bytes([1, 2, 3]))
        let line = try await lines(for: response, to: head, as: device)
        #expect(
            line == [
                """
                1970-01-01T00:00:00.000Z info request method=GET path="/dav/1/a b" status=200 bytes=3 \
                microseconds=1000 caller=device person=2 device=17 address=192.0.2.1
                """
            ])
        head.method = .head
        #expect(try await lines(for: response, to: head, as: device)[0].contains(" bytes=0 "))
    }

    @Test func `logs a request that the server could not read`() async throws {
        let head = RequestHead(method: .get, target: RequestTarget(path: "/"))
        let line = try await lines(for: Response(.ok), to: head, as: nil, refusedFor: .timeout)
        let start = "1970-01-01T00:00:00.000Z info request method=- path=- status=408 bytes="
        #expect(line.count == 1 && line[0].hasPrefix(start), "\(line)")
        #expect(line[0].hasSuffix(" microseconds=0 caller=none address=192.0.2.1"), "\(line)")
    }

    @Test func `cuts a long path, and one with a secret`() async throws {
        for secret in ["cld_", "cll_", "whsec_"] {
            let head = RequestHead(method: .get, target: RequestTarget(path: "/x/\(secret)AAAA/y"))
            let line = try await lines(for: Response(.notFound), to: head, as: nil)[0]
            #expect(line.contains("path=/x/\(secret)… status"), "\(line)")
        }
        let path = "/" + String(repeating: "a", count: 5000)
        let head = RequestHead(method: .get, target: RequestTarget(path: path))
        #expect(try await lines(for: Response(.notFound), to: head, as: nil)[0].utf8.count < 700)
    }

    @Test func `names each kind of caller`() async throws {
        let head = RequestHead(method: .get, target: RequestTarget(path: "/"))
        let guest = Caller.guest(
            ListLink.ID(rawValue: 1), on: Checklist.ID(rawValue: 1), scope: .read, payer: .first)
        for (caller, name) in [
            (nil, "none"), (.local, "local"), (guest, "guest"),
            (.person(.first, by: .serviceToken(1), scope: .read), "token person=1"),
        ] as [(Caller?, String)] {
            let line = try await lines(for: Response(.ok), to: head, as: caller, from: "")[0]
            #expect(line.hasSuffix(" caller=\(name) address=unix"), "\(line)")
        }
    }

    @Test func `logs a stream at its end with all its bytes`() async throws {
        let pieces = Mutex([[1, 2], [3]] as [[UInt8]])
        let response = Response(
            .ok, body: .stream { pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() } })
        let head = RequestHead(method: .get, target: RequestTarget(path: "/"))
        let line = try await lines(for: response, to: head, as: nil) { response in
            guard case .stream(let next) = response.body else { return }
            while try await next() != nil {}
        }
        #expect(line.count == 1)
        #expect(line[0].contains(" bytes=3 microseconds=2000 "), "\(line)")
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
