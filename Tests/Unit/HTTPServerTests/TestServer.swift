import Glibc
import HTTP
import HTTPServer
import Synchronization

/// A server for the time of one test, its clock set by hand.
struct TestServer: Sendable {
    let server: HTTPServer
    private let clock: ManualClock

    var address: ListenAddress { server.boundAddresses[0] }
    var statistics: Statistics { server.statistics() }

    func client(receiveBufferBytes: Int32? = nil) async throws -> TestClient {
        try await TestClient(address, receiveBufferBytes: receiveBufferBytes)
    }

    /// Lets time pass.
    func advance(seconds: Int) {
        clock.advance(seconds: seconds)
        server.clockWasSet()
    }

    /// Waits until the server has come so far.
    func reaches(_ isReached: (Statistics) -> Bool) async {
        while !isReached(statistics) { await Task.yield() }
    }

    /// Lets time pass until the server has come so far.
    func reachesInTime(_ isReached: (Statistics) -> Bool) async {
        while !isReached(statistics) {
            advance(seconds: 1)
            await Task.yield()
        }
    }

    /// Runs a test with a server.
    static func run<Result>(
        _ responder: any Responder = Echo(), on address: ListenAddress = .ipv4(host: "127.0.0.1", port: 0),
        limits: ServerLimits = ServerLimits(), messageLimits: MessageLimits = MessageLimits(), loops: Int = 2,
        manyShare: @escaping @Sendable (String) -> Bool = { _ in false },
        _ test: (TestServer) async throws -> Result
    ) async throws -> Result {
        let clock = ManualClock()
        let server = try HTTPServer(
            addresses: [address], responder: responder, limits: limits, messageLimits: messageLimits,
            loops: loops, clock: clock.serverClock, manyShare: manyShare
        )
        try server.start()
        do {
            let result = try await test(TestServer(server: server, clock: clock))
            await server.stop(within: .seconds(0))
            return result
        } catch {
            await server.stop(within: .seconds(0))
            throw error
        }
    }
}

/// A clock that stands still until it is set.
private final class ManualClock: Sendable {
    private let nanoseconds = Atomic<UInt64>(1_000_000_000)

    var serverClock: ServerClock {
        ServerClock(
            monotonicNanoseconds: { self.nanoseconds.load(ordering: .sequentiallyConsistent) },
            unixSeconds: { 784_111_777 }
        )
    }

    func advance(seconds: Int) {
        nanoseconds.add(UInt64(seconds) * 1_000_000_000, ordering: .sequentiallyConsistent)
    }
}

/// Answers with the content that was sent, or where there was none with method and path.
struct Echo: Responder {
    func receive(_ head: RequestHead, from peer: String) -> HeadDecision {
        HeadDecision(at: RouteMatch()) { request in
            let line = "\(request.head.method.rawValue) \(request.head.target.path)"
            return Response(.ok, body: .bytes(request.body.isEmpty ? Array(line.utf8) : request.body))
        }
    }
}

/// Answers as the test says.
struct Scripted: Responder {
    let answer: @Sendable (Request) async -> Response

    init(_ answer: @escaping @Sendable (Request) async -> Response) {
        self.answer = answer
    }

    func receive(_ head: RequestHead, from peer: String) -> HeadDecision {
        HeadDecision(at: RouteMatch(), respond: answer)
    }
}

/// Holds up whoever comes until it is opened.
actor Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        if isOpen { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    func open() {
        isOpen = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    /// Returns when so many are held up.
    nonisolated func holds(_ count: Int) async {
        while await waiters.count < count { await Task.yield() }
    }
}

/// Blocks the thread of whoever comes, as no handler should, until it is opened.
final class Block: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw TestClient.Failure("pipe") }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    func pass() {
        var octet: UInt8 = 0
        _ = read(readEnd, &octet, 1)
    }

    /// Lets one pass.
    func open() {
        var octet: UInt8 = 0
        _ = write(writeEnd, &octet, 1)
    }
}
