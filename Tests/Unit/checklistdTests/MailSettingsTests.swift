import Foundation
import HTTPClient
import Testing

@testable import checklistd

@Suite struct `How mail is sent` {
    private func settings(_ arguments: String...) throws(Failure) -> MailSettings {
        try CommandLineArguments(arguments, environment: [:]).configuration.mail
    }

    private func refusal(_ settings: () throws(Failure) -> MailSettings) -> Failure? {
        do throws(Failure) {
            _ = try settings().route()
            return nil
        } catch {
            return error
        }
    }

    /// A file with these bytes, which goes with the closure.
    private func withFile<Value>(_ bytes: [UInt8], _ body: (String) throws -> Value) throws -> Value {
        let file = FileManager.default.temporaryDirectory.appending(path: "password-\(UUID())")
        try Data(bytes).write(to: file)
        // Nothing is lost with a temporary file that stays.
        defer { try? FileManager.default.removeItem(at: file) }
        return try body(file.path)
    }

    @Test func `is not said by default`() throws {
        #expect(try settings().route() == nil)
    }

    @Test func `names a server and an address`() throws {
        let route = try #require(
            try settings("--smtp", "smtp://localhost:25", "--smtp-from", "Lists <lists@example.org>").route())
        #expect("\(route.server)" == "smtp://localhost:25")
        #expect("\(route.from)" == "Lists <lists@example.org>")
        #expect(route.server.password == nil)
    }

    @Test(arguments: ["s3cret", "s3cret\n", "s3cret\r\nanother line\n"])
    func `has a password in a file`(content: String) throws {
        try withFile(Array(content.utf8)) { file in
            let route = try #require(
                try settings(
                    "--smtp", "smtps://ada@mail.example.org", "--smtp-from", "a@example.org",
                    "--smtp-password-file", file
                ).route())
            #expect(route.server.password == "s3cret")
            #expect(!"\(route)".contains("s3cret"))
        }
    }

    @Test func `has a password that is one`() throws {
        for bytes in [[], [10], [0xFF], [65, 0], [UInt8](repeating: 65, count: 1_025)] as [[UInt8]] {
            let failure = try withFile(bytes) { file in
                refusal { () throws(Failure) in
                    try settings(
                        "--smtp", "smtps://ada@mail.example.org", "--smtp-from", "a@example.org",
                        "--smtp-password-file", file)
                }
            }
            #expect(failure?.status == .data)
        }
        let failure = refusal { () throws(Failure) in
            try settings(
                "--smtp", "smtps://ada@mail.example.org", "--smtp-from", "a@example.org",
                "--smtp-password-file", "/nowhere/password")
        }
        #expect(failure?.status == .noInput)
    }

    @Test(arguments: [
        ["--smtp=smtps://mail.example.org"], ["--smtp-from=a@example.org"], ["--smtp-password-file=x"],
        ["--smtp=smtps://ada@mail.example.org", "--smtp-from=a@example.org"],
        ["--smtp=smtps://mail.example.org", "--smtp-from=a@example.org", "--smtp-password-file=x"],
        ["--smtp=smtps://ada:s3cret@mail.example.org"], ["--smtp=mail.example.org"], ["--smtp-from=ada"],
        ["--smtp-from=Ada\r\nBcc: b <a@example.org>"],
    ])
    func `is refused where it is not whole, without a word of a password`(arguments: [String]) {
        let failure = refusal { () throws(Failure) in
            try CommandLineArguments(arguments, environment: [:]).configuration.mail
        }
        #expect(failure?.status == .usage)
        #expect(failure?.message.contains("s3cret") == false)
    }
}
