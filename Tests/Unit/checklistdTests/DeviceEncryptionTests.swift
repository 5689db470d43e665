import Checklists
import MemoryStore
import Synchronization
import Testing
import WebPush

@testable import checklistd

@Suite struct `What encrypts for devices` {
    private let store = VolatileStore(now: { Timestamp(milliseconds: 0) })

    private func configuration(_ arguments: [String]) throws(Failure) -> Configuration {
        try CommandLineArguments(arguments, environment: [:]).configuration
    }

    @Test(
        arguments: [
            ([], nil), (["--url=https://lists.example"], "https://lists.example"),
            (["--url=http://lists.example"], nil), (["--url=https://localhost:8443"], nil),
            (["--smtp-from=Lists <a+b@example.org>"], "mailto:a+b@example.org"),
            (["--url=http://lists.example", "--smtp-from=a%b@example.org"], "mailto:a%25b@example.org"),
            (
                ["--push-contact=mailto:a%25b@example.org", "--url=https://lists.example"],
                "mailto:a%25b@example.org"
            ),
            (["--push-contact=https://example.org/", "--smtp-from=a@example.org"], "https://example.org/"),
        ] as [([String], String?)])
    func `knows whom push services can turn to`(arguments: [String], contact: String?) throws {
        #expect(try configuration(arguments).knownContact == contact)
    }

    @Test(arguments: ["mailto:", "mailto:ada", "https://", "ada@example.org", "http://example.org"])
    func `is not told of anybody who cannot be reached`(contact: String) {
        #expect(throws: Failure.self) { _ = try configuration(["--push-contact", contact]) }
    }

    @Test(arguments: [
        ("https://web.push.apple.com/a", true), ("https://push.apple.com/a", true),
        ("https://WEB.PUSH.APPLE.COM:443/a", true), ("https://fcm.googleapis.com/fcm/send/a", false),
        ("https://web.push.apple.com.example.org/a", false), ("https://notpush.apple.com/a", false),
    ])
    func `refuses a push service that takes nothing from nobody`(endpoint: String, isWary: Bool) throws {
        let unknown = try configuration([]).deviceEncryption(store)
        if isWary {
            let error = PushEncryptionError.unavailable(
                "Apple's push service requires a contact: start the server with"
                    + " --push-contact mailto:you@example.org")
            #expect(throws: error) { try unknown.check(endpoint) }
        } else {
            try unknown.check(endpoint)
        }
        try configuration(["--push-contact=mailto:a@example.org"]).deviceEncryption(store).check(endpoint)
    }

    @Test func `loads its library once, when a device needs it`() async {
        let count = Atomic(0)
        let missing = DeviceEncryption(store, contact: nil) { () throws(WebPushError) in
            count.add(1, ordering: .relaxed)
            throw WebPushError.unavailable("there is none")
        }
        #expect(count.load(ordering: .relaxed) == 0)
        #expect(!missing.isAvailable && !missing.isAvailable)
        for _ in 1...2 {
            await #expect(throws: PushEncryptionError.self) { _ = try await missing.publicKey() }
        }
        #expect(count.load(ordering: .relaxed) == 1)
    }

    @Test func `has one key for one store`() async throws {
        let key = try await configuration([]).deviceEncryption(store).publicKey()
        #expect(key.count == 65)
        #expect(try await configuration([]).deviceEncryption(store).publicKey() == key)
    }
}
