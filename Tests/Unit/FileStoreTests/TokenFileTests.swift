import Checklists
import Dispatch
import Foundation
import MemoryStore
import Records
import StoreFixtures
import Testing

@testable import FileStore

@Suite struct `The file of tokens` {
    private let folder = TemporaryFolder()
    private struct Refusal: Error {}

    init() throws { try folder.data.make() }

    private func token(_ name: String) -> StoredToken {
        StoredToken(
            name: name, scope: "read", digest: Array(repeating: 7, count: 32),
            createdAt: Timestamp(milliseconds: 1_795_218_957_484))
    }

    @Test func `returns the written tokens`() throws {
        #expect(try folder.data.tokens() == nil)
        try folder.data.changeTokens { $0 = [token("phone"), token("a \"name\"\u{301} 😀")] }
        #expect(try folder.data.tokens() == [token("phone"), token("a \"name\"\u{301} 😀")])
        try folder.data.changeTokens { $0?.removeAll() }
        #expect(try folder.data.tokens() == [])
    }

    @Test func `needs its folder`() throws {
        let missing = TemporaryFolder()
        #expect(throws: StorageError.noStore(folder: missing.path)) {
            try missing.data.changeTokens { $0 = [token("phone")] }
        }
        #expect(try missing.data.tokens() == nil)
    }

    @Test func `is in every folder, also while no token was created`() async throws {
        try await withStore(folder) { _ in }
        #expect(try folder.names.contains("tokens.json"))
        #expect(try folder.data.tokens() == nil)
        try folder.data.changeTokens { $0 = [token("phone")] }
        try folder.data.changeTokens { $0 = nil }
        #expect(try folder.data.tokens() == nil)
    }

    @Test func `is not taken for empty where it is missing`() async throws {
        try await withStore(folder) { _ in }
        try folder.data.changeTokens { $0 = [token("phone")] }
        try folder.remove("tokens.json")
        let lost = StorageError.missing(
            file: "\(folder.path)/tokens.json", reason: "settings.json lists it")
        #expect("\(lost)".contains("checklistd token create"))
        #expect(throws: lost) { try folder.data.tokens() }
        #expect(throws: lost) { try folder.data.changeTokens { $0 = [] } }
        #expect(throws: lost) { try folder.data.verify(now: Sample.moment) }
        #expect(throws: lost) { try folder.data.backup(to: TemporaryFolder().path, now: Sample.moment) }
        await #expect(throws: lost) { try await withStore(folder) { _ in } }
        try folder.data.changeTokens(replacesLost: true) { tokens in
            #expect(tokens == nil)
            tokens = [token("new")]
        }
        try await withStore(folder) { _ in }
        #expect(try folder.data.tokens() == [token("new")])
    }

    @Test func `is readable only by its owner`() throws {
        try folder.data.changeTokens { $0 = [token("phone")] }
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/tokens.json")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `stays as it was when a change is refused`() throws {
        try folder.data.changeTokens { $0 = [token("phone")] }
        #expect(throws: Refusal.self) {
            try folder.data.changeTokens { tokens in
                tokens = []
                throw Refusal()
            }
        }
        #expect(try folder.data.tokens() == [token("phone")])
    }

    @Test func `with a flipped bit is refused, by verify as well`() async throws {
        try await withStore(folder) { _ in }
        try folder.data.changeTokens { $0 = [token("phone")] }
        let bytes = try folder["tokens.json"]
        for index in bytes.indices {
            var flipped = bytes
            flipped[index] ^= 1
            #expect(throws: FormatError.self) { try TokenFile(flipped) }
        }
        try folder.write(bytes.dropLast(9) + [0x7D], to: "tokens.json")
        #expect(throws: StorageError.self) { try folder.data.verify(now: Timestamp(milliseconds: 0)) }
    }

    @Test func `is known to verify, and part of a backup`() async throws {
        try await withStore(folder) { _ in }
        try folder.data.changeTokens { $0 = [token("phone")] }
        #expect(try folder.data.verify(now: Timestamp(milliseconds: 0)).notices.isEmpty)
        let copy = TemporaryFolder()
        try folder.data.backup(to: copy.path, now: Timestamp(milliseconds: 0))
        #expect(try copy.data.tokens() == [token("phone")])
    }

    @Test func `loses no concurrent change`() throws {
        // Separate threads, because the wait for the lock blocks.
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            #expect(throws: Never.self) {
                try folder.data.changeTokens { $0 = ($0 ?? []) + [token("\(number)")] }
            }
        }
        #expect(try folder.data.tokens()?.count == 8)
    }
}
