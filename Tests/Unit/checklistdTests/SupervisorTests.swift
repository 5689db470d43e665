import Foundation
import Glibc
import HTTPClient
import Synchronization
import Testing

@testable import checklistd

@Suite struct `The service manager` {
    /// A datagram socket, as systemd opens one.
    private final class Manager: Sendable {
        let address: String
        private let descriptor: Int32

        init(isAbstract: Bool) throws {
            let name = "checklistd-\(UUID().uuidString)"
            address =
                isAbstract ? "@\(name)" : FileManager.default.temporaryDirectory.appending(path: name).path
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            var unix = sockaddr_un()
            unix.sun_family = sa_family_t(AF_UNIX)
            var bytes = Array(address.utf8)
            if isAbstract { bytes[0] = 0 }
            withUnsafeMutableBytes(of: &unix.sun_path) { $0.copyBytes(from: bytes) }
            let length = MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1)
            let outcome = withUnsafePointer(to: unix) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(length))
                }
            }
            try #require(outcome == 0)
        }

        deinit {
            close(descriptor)
            if address.hasPrefix("/") { unlink(address) }
        }

        /// The next datagram; empty if none waits.
        func next() -> String {
            var buffer = [UInt8](repeating: 0, count: 1000)
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
        }
    }

    @Test(arguments: [false, true])
    func `gets each state in a datagram`(isAbstract: Bool) throws {
        let manager = try Manager(isAbstract: isAbstract)
        let supervisor = Supervisor(["NOTIFY_SOCKET": manager.address])
        #expect(supervisor.tell(.ready) == 0)
        #expect(supervisor.tell(.stopping) == 0)
        #expect(manager.next() == "READY=1")
        #expect(manager.next() == "STOPPING=1")
        #expect(manager.next() == "")
    }

    @Test func `is not needed`() {
        for environment in [[:], ["NOTIFY_SOCKET": ""], ["NOTIFY_SOCKET": "vsock:2:1"]] {
            #expect(Supervisor(environment).tell(.ready) == 0)
        }
        #expect(Supervisor(["NOTIFY_SOCKET": "/nowhere/socket"]).tell(.ready) == ENOENT)
    }

    @Test(
        arguments: [
            (["WATCHDOG_USEC": "30000000"], Duration.seconds(15)),
            (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"], .seconds(15)),
            (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"], nil), (["WATCHDOG_USEC": "x"], nil),
            (["WATCHDOG_USEC": "0"], nil), ([:], nil), (["WATCHDOG_USEC": "1"], .milliseconds(10)),
        ] as [([String: String], Duration?)])
    func `gets watchdog messages twice in its time`(environment: [String: String], interval: Duration?) {
        let whole = environment.merging(["NOTIFY_SOCKET": "@x"]) { $1 }
        #expect(Supervisor(whole, processID: 7).watchdogInterval == interval)
        #expect(Supervisor(environment, processID: 7).watchdogInterval == nil)
    }

    @Test func `gets a watchdog message only after a proof`() async throws {
        let manager = try Manager(isAbstract: true)
        let supervisor = Supervisor(["NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "20000"])
        let (proofs, continuation) = AsyncStream.makeStream(of: Void.self)
        let asked = Atomic<Int>(0)
        let watch = Task {
            await supervisor.watch {
                asked.add(1, ordering: .relaxed)
                // Hangs until the test lets the server prove that it lives.
                for await _ in proofs { return }
            }
        }
        while asked.load(ordering: .relaxed) == 0 { await Task.yield() }
        #expect(manager.next() == "")
        continuation.yield()
        while asked.load(ordering: .relaxed) == 1 { await Task.yield() }
        #expect(manager.next() == "WATCHDOG=1")
        #expect(manager.next() == "")
        watch.cancel()
        continuation.finish()
        await watch.value
    }

    @Test func `has the journal where the log goes`() {
        var status = stat()
        fstat(STDERR_FILENO, &status)
        let stream = "\(status.st_dev):\(status.st_ino)"
        #expect(JournalStream.isConnected(to: STDERR_FILENO, ["JOURNAL_STREAM": stream]))
        #expect(!JournalStream.isConnected(to: STDERR_FILENO, ["JOURNAL_STREAM": stream + "0"]))
        #expect(!JournalStream.isConnected(to: STDERR_FILENO, [:]))
    }

    @Test(arguments: [Log.Format.text, .json])
    func `reads the level of each line`(format: Log.Format) {
        let log = Log(level: .debug, format: format, isForJournal: true, now: { Date() })
        for (level, prefix) in [(Log.Level.debug, "<7>"), (.info, "<6>"), (.warning, "<4>"), (.error, "<3>")]
        {
            #expect(String(decoding: log.render(level, "x", []), as: UTF8.self).hasPrefix(prefix))
        }
    }

    @Test func `gives credentials in a folder`() throws {
        let flags = ["--smtp-password-file", "%d/smtp", "--webhook-ca", "%d/ca.pem"]
        let found = try CommandLineArguments(flags, environment: ["CREDENTIALS_DIRECTORY": "/run/x"])
            .configuration
        #expect(found.mail.passwordFile == "/run/x/smtp")
        #expect(found.client.additionalCertificatesPath == "/run/x/ca.pem")
        let without = try CommandLineArguments(flags, environment: [:]).configuration
        #expect(without.mail.passwordFile == "%d/smtp")
    }
}
