import API
import Checklists
import HTTP
import Synchronization
import Testing

@testable import checklistd

@Suite struct `The statistics of the process` {
    @Test func `are read from the files of the kernel`() throws {
        let own =
            "7 (a ) b) S 1 7 7 0 -1 4194560 9 0 0 0 250 50 0 0 20 0 9 0 1234 99 300 184467 1 1 0 0 0 0"
        let found = try #require(
            ProcessStatistics(own: own, system: "cpu 1 2\nbtime 1700000000\n", openDescriptors: 5))
        // The kernel counts 100 ticks a second on every architecture.
        #expect(found.cpuSeconds == 3)
        #expect(found.startSeconds == 1_700_000_012.34)
        #expect(found.residentBytes >= 300 * 4096)
        #expect(found.openDescriptors == 5)
        #expect(ProcessStatistics(own: "7 (x) S", system: "btime 1\n", openDescriptors: 1) == nil)
    }

    @Test func `are those of this process`() throws {
        let found = try #require(ProcessStatistics.current())
        #expect(found.startSeconds > 1_600_000_000)
        #expect(found.openDescriptors > 2)
        #expect(found.descriptorsMax >= found.openDescriptors)
    }
}

@Suite struct `The space of a disk` {
    @Test func `is known for a folder that exists`() throws {
        let space = try #require(DiskSpace(at: "/"))
        #expect(space.usedBytes > 0)
        #expect(DiskSpace(at: "/does/not/exist") == nil)
    }
}

@Suite struct `A kept count` {
    private let start = ContinuousClock.now

    @Test func `is found again only when it is old`() async throws {
        let passed = Atomic<Int>(0)
        let count = KeptCount(now: { [start] in start + .seconds(passed.load(ordering: .relaxed)) })
        #expect(try await count.value { 1 } == 1)
        passed.store(59, ordering: .relaxed)
        #expect(try await count.value { 2 } == 1)
        passed.store(60, ordering: .relaxed)
        #expect(try await count.value { 3 } == 3)
    }

    @Test func `is found by one caller at a time`() async throws {
        let count = KeptCount()
        var meanwhile: Int? = 0
        let found = try await count.value {
            meanwhile = try await count.value { 2 }
            return 1
        }
        #expect(found == 1)
        #expect(meanwhile == nil)
    }

    @Test func `is found again after an error`() async throws {
        let count = KeptCount()
        await #expect(throws: CancellationError.self) {
            _ = try await count.value { () throws -> Int in throw CancellationError() }
        }
        #expect(try await count.value { 1 } == 1)
    }
}

@Suite struct `The metrics route` {
    /// The status for a caller.
    private func status(
        of caller: Caller?, from peer: String = "127.0.0.1", _ fields: Fields = [:]
    ) async throws -> Status {
        let operations = OperationsRoutes(obstacle: { nil }, warning: { nil }, metrics: { MetricsPage() })
        let index = try #require(operations.routes.firstIndex { $0.pattern == "/metrics" })
        let head = RequestHead(method: .get, target: RequestTarget(path: "/metrics"), fields: fields)
        let context = RequestContext<Caller>(RouteMatch(route: index), from: peer, caller: caller)
        let permission = try #require(operations.routes[index].permission)
        if let caller, permission.refusal(of: caller) != nil { return .forbidden }
        return await Router(operations.routes).respond(to: Request(head: head), context).status
    }

    @Test func `answers a program on this machine while no token exists`() async throws {
        #expect(try await status(of: .local) == .ok)
        #expect(try await status(of: .local, from: "") == .ok)
    }

    @Test func `refuses other machines and proxies without a token`() async throws {
        #expect(try await status(of: .local, from: "192.0.2.1") == .unauthorized)
        #expect(try await status(of: .local, ["X-Forwarded-For": "192.0.2.1"]) == .unauthorized)
    }

    @Test func `answers administrators only`() async throws {
        let token = Caller.Credential.serviceToken(1)
        #expect(try await status(of: .person(.first, by: token, scope: .write)) == .forbidden)
        let admin = Caller.person(.first, by: token, scope: .admin)
        #expect(try await status(of: admin, from: "192.0.2.1") == .ok)
        let guest = Caller.guest(
            ListLink.ID(rawValue: 1), on: Checklist.ID(rawValue: 1), scope: .write, payer: .first)
        #expect(try await status(of: guest) == .forbidden)
    }
}
