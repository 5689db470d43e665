import Foundation
import Synchronization
import Testing

@testable import checklistd

@Suite struct `A trusted proxy` {
    private func settings(_ arguments: String...) throws(Failure) -> Configuration {
        try CommandLineArguments(arguments, environment: [:]).configuration
    }

    private func refusal(_ arguments: String...) -> Failure? {
        do throws(Failure) {
            let configuration = try CommandLineArguments(arguments, environment: [:]).configuration
            _ = try configuration.proxyUser()
            return nil
        } catch {
            return error
        }
    }

    @Test func `is there only where the flags name it`() throws {
        #expect(try settings().proxyUser() == nil)
        let user = try settings(
            "--proxy-user-header", "Remote-User", "--proxy-trusted", "127.0.0.1", "--url",
            "https://lists.example/"
        ).proxyUser()
        #expect(user != nil)
    }

    @Test func `has any of the trusted addresses`() throws {
        let proxy = try settings("--proxy-trusted", "127.0.0.1,::1", "--proxy-trusted", "10.0.0.0/8").proxy
        for peer in ["127.0.0.1", "::1", "10.9.8.7", "::ffff:127.0.0.1", "::ffff:10.1.1.1"] {
            #expect(proxy.isTrusted(peer), "\(peer)")
        }
        for peer in ["127.0.0.2", "::2", "11.0.0.1", "::ffff:192.0.2.1", "", "localhost"] {
            #expect(!proxy.isTrusted(peer), "\(peer)")
        }
        #expect(try settings("--proxy-trusted", "unix").proxy.isTrusted(""))
        #expect(try !settings("--proxy-trusted", "unix").proxy.isTrusted("127.0.0.1"))
    }

    @Test func `needs all its flags`() throws {
        let header = ["--proxy-user-header", "Remote-User"]
        #expect(refusal(header[0], header[1])?.message.contains("needs --proxy-trusted") == true)
        let unaddressed = refusal(header[0], header[1], "--proxy-trusted", "127.0.0.1")
        #expect(unaddressed?.message.contains("needs --url") == true)
        let open = refusal(
            header[0], header[1], "--proxy-trusted", "::1", "--url", "https://lists.example", "--no-auth")
        #expect(open?.message.contains("Leave --no-auth out") == true)
        #expect(refusal("--proxy-trusted", "127.0.0.1") == nil)
        #expect(refusal("--proxy-owner", "ada")?.message.contains("needs --proxy-user-header") == true)
    }

    @Test(arguments: [
        ([], "127.0.0.1:8080", false), ([], "0.0.0.0:8080", true), (["--no-auth"], "0.0.0.0:8080", false),
        (["--proxy-user-header", "Remote-User"], "127.0.0.1:8080", true),
        (["--oidc-issuer", "https://id.example"], "127.0.0.1:8080", true),
        (["--oidc-issuer", "https://id.example", "--no-auth"], "127.0.0.1:8080", false),
    ])
    func `and a provider need tokens from the first start on`(
        flags: [String], address: String, needsTokens: Bool
    ) throws {
        let configuration = try CommandLineArguments(
            flags + ["--listen", address], environment: [:]
        ).configuration
        #expect(try configuration.requiresTokens(on: configuration.addresses()) == needsTokens)
    }

    @Test func `has a header that means nothing else, and addresses`() {
        for name in ["", "Remote User", "Remote_User", "authorization", "Cookie", "Host", "X:"] {
            #expect(refusal("--proxy-user-header", name)?.status == .usage, "\(name)")
        }
        for address in ["", "localhost", "10.0.0.1/8", "127.0.0.1,", "0.0.0.0/33"] {
            #expect(refusal("--proxy-trusted", address)?.status == .usage, "\(address)")
        }
    }
}

@Suite struct `A warning that clients cause` {
    @Test func `has a bounded number of lines a minute, with the number of those left out`() async {
        final class Record: Sendable {
            let lines = Mutex<[String]>([])
            let now = Atomic<UInt64>(5)
        }
        let record = Record()
        let log = Log(
            level: .info, format: .text, now: { .init(timeIntervalSince1970: 0) },
            output: { bytes in record.lines.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) } })
        let warning = BoundedWarning(
            log, "refused", linesMax: 2, now: { record.now.load(ordering: .relaxed) })
        for _ in 0..<5 { warning.warn("address", "192.0.2.1") }
        record.now.add(60_000_000_000, ordering: .relaxed)
        warning.warn("address", "unix")
        log.flush()
        let text = record.lines.withLock { $0.joined() }
        #expect(text.split(separator: "\n").count == 3, "\(text)")
        #expect(text.contains("address=192.0.2.1 omitted=0") && text.contains("address=unix omitted=3"))
    }
}
