import Checklists
import StoreFixtures
import Testing

@testable import FileStore

@Suite struct `The secret of a folder` {
    private let folder = TemporaryFolder()

    @Test(arguments: [
        #"{"format":99,"secret":"00"}"#, #"{"format":7,"secret":"00"}"#, #"{"format":7}"#, "",
    ])
    func `prevents the start if it is malformed`(content: String) async throws {
        let secret = try await withStore(folder) { try await $0.secret() }
        #expect(try await withStore(folder) { try await $0.secret() } == secret)
        try folder.write(Array(content.utf8), to: "secret.json")
        let error = await #expect(throws: StorageError.self) { try await withStore(folder) { _ in } }
        #expect(error.map { "\($0)" }?.contains("secret.json") == true)
    }
}
