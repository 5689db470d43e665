import Checklists
import StoreFixtures
import Testing

@testable import FileStore

@Suite struct `The secret of a folder` {
    private let folder = TemporaryFolder()

    @Test func `is drawn with the folder, and not drawn again`() async throws {
        try await withStore(folder) { _ in }
        #expect(try folder.names.contains("secret.json"))
        try folder.remove("secret.json")
        let lost = StorageError.missing(
            file: "\(folder.path)/secret.json", reason: "settings.json lists it")
        await #expect(throws: lost) { try await withStore(folder) { _ in } }
        #expect(throws: lost) { try folder.data.verify(now: Sample.moment) }
        // The repair that the error names.
        #expect("\(lost)".contains("settings.json"))
        let settings = String(decoding: try folder["settings.json"], as: UTF8.self)
            .replacing(#""secret.json","#, with: "").replacing(/,"crc32":"[0-9a-f]*"/, with: "")
        try folder.write(Array(settings.utf8), to: "settings.json")
        try await withStore(folder) { try await $0.checkpoint() }
        try folder.remove("secret.json")
        await #expect(throws: lost) { try await withStore(folder) { _ in } }
    }

    @Test func `is adopted where the settings of an earlier version do not list it`() async throws {
        let secret = try await withStore(folder) { try await $0.secret() }
        var settings = try SettingsFile(folder["settings.json"])
        settings.files = ["idempotency.json"]
        try folder.write(settings.bytes, to: "settings.json")
        try folder.remove("tokens.json")
        try await withStore(folder) { store in
            #expect(try await store.secret() == secret)
            try await store.checkpoint()
        }
        let files = try SettingsFile(folder["settings.json"]).files
        #expect(files == ["idempotency.json", "secret.json", "tokens.json"])
    }

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
