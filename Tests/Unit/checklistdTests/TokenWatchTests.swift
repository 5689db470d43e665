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
        let folder = DataFolder(at: path)
        // It is not started: it reads nothing by itself.
        let watch = try await TokenWatch(
            folder, log: Log(level: .error, format: .text, now: { Date(timeIntervalSince1970: 0) }))
        #expect(watch.tokens.isEmpty && !watch.wereMade)
        let text = try #require(try await AccessToken.make(name: "one", scope: .read, in: folder))
        #expect(watch.tokens.newToken(of: AccessToken.digest(of: text))?.scope == .read)
        #expect(!watch.tokens.isEmpty && watch.wereMade)
        #expect(watch.tokens.newToken(of: AccessToken.digest(of: text + "x")) == nil)
    }
}
