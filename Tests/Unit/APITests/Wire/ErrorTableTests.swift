import Checklists
import HTTP
import JSON
import MemoryStore
import Synchronization
import Testing

@testable import API

@Suite struct `The error table` {
    private final class Journal: Sendable {
        let entries = Mutex<[String]>([])
    }

    private struct DiskOnFire: Error {}

    private static let head = RequestHead(method: .get, target: RequestTarget(path: "/v1/items"))

    private static let expected: [(ChecklistsError, status: Int, retryAfter: String?)] = [
        (.notFound(.checklist), 404, nil), (.notFound(.item), 404, nil), (.revisionMismatch, 412, nil),
        (.invalid([Violation("/text", .missing)]), 422, nil),
        (.conflict([Violation("", .lastOwner)]), 409, nil), (.idempotencyKeyReused, 422, nil),
        (.idempotencyKeyInUse, 409, "1"), (.invalidCursor, 400, nil), (.storageFull, 507, nil),
        (.readOnly, 503, "60"), (.unavailable, 503, "1"), (.full(.items, used: 9, limit: 9), 403, nil),
    ]

    @Test(arguments: expected)
    func `has a status for everything that a client can cause`(
        error: ChecklistsError, status: Int, retryAfter: String?
    ) {
        let table = ErrorTable { error, _ in Issue.record("logged \(error)") }
        let problem = table.problem(error, Self.head)
        #expect(problem.status.code == status)
        #expect(problem.fields[.retryAfter] == retryAfter)
        #expect(problem.detail.hasSuffix("."))
    }

    @Test func `hands violations on, with their codes and parameters`() {
        let table = ErrorTable { _, _ in }
        let violations = [
            Violation("/a", .tooLong(max: 3, .bytes)), Violation("", .missing),
            Violation("/b", .notForFormat(["ntfy", "template"])),
        ]
        for error in [ChecklistsError.invalid(violations), .conflict(violations)] {
            let errors = table.problem(error, Self.head).errors.map {
                String(decoding: $0.jsonBytes, as: UTF8.self)
            }
            #expect(
                errors == [
                    #"{"pointer":"/a","code":"too-long","detail":"must have at most 3 bytes of UTF-8","#
                        + #""parameters":{"max":3,"unit":"bytes"}}"#,
                    #"{"pointer":"","code":"missing","detail":"is required"}"#,
                    #"{"pointer":"/b","code":"not-for-format","#
                        + #""detail":"requires a webhook of the format ntfy or template","#
                        + #""parameters":{"formats":["ntfy","template"]}}"#,
                ])
        }
    }

    @Test func `says what is full, and how full`() {
        let table = ErrorTable { _, _ in }
        let kinds: [(Capacity.Kind, flag: String)] = [
            (.people, "--people-max"), (.checklists, "--checklists-max"), (.items, "--items-max"),
            (.dataBytes, "--data-bytes-max"), (.checklistsPerPerson, "--checklists-per-person-max"),
            (.itemsPerPerson, "--items-per-person-max"),
            (.dataBytesPerPerson, "--data-bytes-per-person-max"),
        ]
        #expect(kinds.count == Capacity.Kind.allCases.count)
        for (kind, flag) in kinds {
            let detail = table.problem(ChecklistsError.full(kind, used: 17, limit: 18), Self.head).detail
            for part in ["(\(flag))", "17", "18"] { #expect(detail.contains(part)) }
        }
    }

    @Test func `leaves a problem as it is`() {
        let table = ErrorTable { error, _ in Issue.record("logged \(error)") }
        #expect(table.problem(Problem(.uriTooLong, "x"), Self.head).status == .uriTooLong)
    }

    @Test func `logs any other error and tells nothing of it`() async {
        let journal = Journal()
        let table = ErrorTable { error, head in
            journal.entries.withLock { $0.append("\(head.method) \(head.target.path) \(error)") }
        }
        let endpoint = Endpoint(.get, "/v1/items", .read) { (_: Call<Fixed>, _: Precondition) in
            throw DiskOnFire()
        }
        let store = VolatileStore(now: { Timestamp(milliseconds: 0) })
        let environment = Endpoint.Environment(
            errors: table, cache: ResponseCache(store), jsonDepthMax: 64, store: store,
            cursors: CursorCipher(.drawn()), proposalMessage: { _, _, _ in [] })
        let router = Router([endpoint.route(environment)])
        let answer = await Answer(router.respond(to: Request(head: Self.head), as: .local))
        #expect(answer.status == 500)
        #expect(answer.fields[.contentType] == "application/problem+json")
        #expect(!answer.text.contains("Disk"))
        #expect(journal.entries.withLock(\.self) == ["get /v1/items DiskOnFire()"])
    }
}
