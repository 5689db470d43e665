import Checklists
import FileStore
import Foundation
import Testing

@testable import API
@testable import checklistd

@Suite struct `A watch of tokens` {
    private let path = FileManager.default.temporaryDirectory.path + "/tokens-\(UUID().uuidString)"

    @Test func `knows a token of a folder as soon as it is made`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let folder = DataFolder(at: path)
        // It is not started: it reads nothing by itself.
        let watch = try await TokenWatch(
            folder, log: Log(level: .error, format: .text, now: { Date(timeIntervalSince1970: 0) }))
        #expect(watch.tokens.isEmpty && !watch.wereMade)
        let text = try #require(try await AccessToken.make(name: "one", scope: .read, in: folder))
        #expect(watch.tokens.newToken(of: AccessToken.digest(of: text), at: 0)?.scope == .read)
        #expect(!watch.tokens.isEmpty && watch.wereMade)
        #expect(watch.tokens.newToken(of: AccessToken.digest(of: text + "x"), at: 2_000_000_000) == nil)
        // Without the file, the server must not be open to everyone.
        for lost in ["\(path)/tokens.json", path] {
            try FileManager.default.removeItem(atPath: lost)
            await #expect(throws: Failure.self) { try await watch.reload() }
            #expect(!watch.tokens.isEmpty && watch.wereMade)
        }
    }

    @Test func `is notified of each change of a folder`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let folder = DataFolder(at: path)
        _ = try await AccessToken.make(name: "one", scope: .read, in: folder)
        var changes = try #require(folder.changes()).makeAsyncIterator()
        _ = try await AccessToken.make(name: "two", scope: .read, in: folder)
        #expect(await changes.next() != nil)
        #expect(try await folder.removeToken(named: "one"))
        #expect(await changes.next() != nil)
        try FileManager.default.removeItem(atPath: path)
        while await changes.next() != nil {}
    }

    @Test func `is not notified of other files`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        var changes = try #require(FileChanges.stream(of: "b", in: path)).makeAsyncIterator()
        for name in ["a", "bb"] { try Data().write(to: URL(filePath: "\(path)/\(name)")) }
        try FileManager.default.removeItem(atPath: path)
        #expect(await changes.next() == nil)
    }

    @Test func `is not notified where there is no folder`() {
        #expect(FileChanges.stream(of: "b", in: path) == nil)
    }
}
