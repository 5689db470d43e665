import Foundation
import Glibc
import HTTPClient
import Receivers
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct `The destination of a request` {
    @Test(arguments: [
        "localhost", "LOCALHOST", "%6cocalhost", "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7F.1",
        "0177.0.0.1",
        "017700000001", "0.0.0.0", "0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]",
    ])
    func `is judged by the address that is dialled, however it is spelt`(host: String) async throws {
        let isDialled = Atomic<Bool>(false)
        let receiver = try Receiver { _ in isDialled.store(true, ordering: .relaxed) }
        let answer = await HTTPClient().answer(.message(to: receiver.url(host)))
        guard case .failure(.refused) = answer else {
            Issue.record("\(answer)")
            return
        }
        let wasDialled = isDialled.load(ordering: .relaxed)
        #expect(!wasDialled)
    }

    @Test(arguments: ["localhost.", "１２７.0.0.1", "127。0。0。1", "127.0.0.1%00", "127.0.0.1."])
    func `is not this machine by way of an unusual spelling`(host: String) async throws {
        let isDialled = Atomic<Bool>(false)
        let receiver = try Receiver { _ in isDialled.store(true, ordering: .relaxed) }
        let answer = await HTTPClient().answer(.message(to: receiver.url(host)))
        if case .success(let response) = answer { Issue.record("\(response)") }
        let wasDialled = isDialled.load(ordering: .relaxed)
        #expect(!wasDialled)
    }

    @Test func `is named when it is refused`() async throws {
        let answer = await HTTPClient().answer(.message(to: "http://[::ffff:10.0.0.1]:8/"))
        guard case .failure(let error) = answer else {
            Issue.record("\(answer)")
            return
        }
        // The owner of the webhook learns no address that a name resolves to; the operator does.
        let sentence = "the receiver's address is not public; the operator can allow it with --webhook-allow"
        #expect(error.description == sentence)
        let detail = "::ffff:10.0.0.1 is a private address; allow it with --webhook-allow"
        #expect(error.detail == detail)
    }

    @Test func `is the one of several addresses that may be dialled`() async throws {
        let receiver = try Receiver.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let client = HTTPClient.local { $0.policy.allowed = [CIDR("127.0.0.1")].compactMap(\.self) }
        #expect(try await client.send(.message(to: receiver.url("localhost"))).status == 200)
    }

    @Test func `is this machine only as long as that is allowed, also over a connection that was open`()
        async throws
    {
        let isAllowed = Atomic<Bool>(true)
        let received = Atomic<Int>(0)
        let receiver = try Receiver { connection in
            while connection.readRequest() != nil {
                received.add(1, ordering: .relaxed)
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        }
        var configuration = HTTPClient.Configuration()
        configuration.allowsLoopback = { isAllowed.load(ordering: .relaxed) }
        let client = HTTPClient(configuration)
        #expect(try await client.send(.message(to: receiver.url())).status == 200)
        #expect(try await client.send(.message(to: receiver.url("localhost"))).status == 200)
        isAllowed.store(false, ordering: .relaxed)
        for host in ["127.0.0.1", "localhost"] {
            let answer = await client.answer(.message(to: receiver.url(host)))
            guard case .failure(.refused) = answer else {
                Issue.record("\(answer)")
                continue
            }
        }
        isAllowed.store(true, ordering: .relaxed)
        #expect(try await client.send(.message(to: receiver.url())).status == 200)
        let private10 = await client.answer(.message(to: "http://10.0.0.1:8/"))
        guard case .failure(.refused) = private10 else {
            Issue.record("\(private10)")
            return
        }
        let count = received.load(ordering: .relaxed)
        #expect(count == 3)
    }

    @Test func `has to exist`() async throws {
        let unresolved = await HTTPClient().answer(
            .message(to: "http://\(String(repeating: "x", count: 64)).invalid/"))
        guard case .failure(.unresolved) = unresolved else {
            Issue.record("\(unresolved)")
            return
        }
        // Nothing listens on a port that was free a moment ago.
        let receiver = try Receiver { _ in }
        let url = receiver.url()
        receiver.stop()
        let unreachable = await HTTPClient.local().answer(.message(to: url))
        guard case .failure(.unreachable) = unreachable else {
            Issue.record("\(unreachable)")
            return
        }
    }
}

@Suite(.timeLimit(.minutes(20))) struct `A proxy` {
    @Test func `gets every request when it is named`() async throws {
        let proxy = try Receiver { connection in
            guard let request = connection.readRequest() else { return }
            connection.write("HTTP/1.1 200 OK\r\nX-Line: \(request.line)\r\nContent-Length: 0\r\n\r\n")
        }
        var configuration = HTTPClient.Configuration()
        configuration.proxy = proxy.url(path: "")
        let response = try await HTTPClient(configuration).send(.message(to: "http://receiver.test/a"))
        #expect(response.values(of: "x-line") == ["POST http://receiver.test/a HTTP/1.1"])
    }

    @Test func `does not answer in place of the receiver`() async throws {
        let proxy = try Receiver { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 Connection established\r\n\r\n")
        }
        var configuration = HTTPClient.Configuration()
        configuration.proxy = proxy.url(path: "")
        let answer = await HTTPClient(configuration).answer(.message(to: "https://receiver.test/a"))
        if case .success(let response) = answer { Issue.record("\(response)") }
    }

    @Test func `is not taken from the environment`() async {
        await #expect(processExitsWith: .success) {
            let proxy = try Receiver { $0.write("HTTP/1.1 502 Proxy\r\nContent-Length: 0\r\n\r\n") }
            for name in ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
                setenv(name, proxy.url(path: ""), 1)
            }
            let receiver = try Receiver.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            let response = try await HTTPClient.local().send(.message(to: receiver.url()))
            #expect(response.status == 200)
        }
    }
}
