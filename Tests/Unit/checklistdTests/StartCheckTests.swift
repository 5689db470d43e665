import CLibrary
import Foundation
import HTTPServer
import Testing

@testable import checklistd

@Suite struct `A check at the start` {
    /// The failure of the checks with these flags; `nil` if they pass.
    private func failure(_ arguments: String...) throws -> Failure? {
        do throws(Failure) {
            let configuration = try CommandLineArguments(arguments, environment: [:]).configuration
            _ = try configuration.mailRoute()
            try configuration.checkFiles()
            return nil
        } catch {
            return error
        }
    }

    /// Runs a body with the path of a new file.
    private func withFile(_ content: String, _ body: (String) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(content.utf8).write(to: file)
        // Nothing is lost with a temporary file that stays.
        defer { try? FileManager.default.removeItem(at: file) }
        try body(file.path)
    }

    private static let begin = "-----BEGIN CERTIFICATE-----\n"
    private static let end = "-----END CERTIFICATE-----\n"

    @Test func `finds a missing certificate file`() throws {
        let found = try #require(try failure("--webhook-ca", "/nowhere/ca.pem"))
        #expect(found.status == .noInput)
        #expect(found.message.hasPrefix("--webhook-ca: /nowhere/ca.pem cannot be read: No such file"))
    }

    @Test func `finds a certificate file without certificates, and one with a damaged one`() throws {
        for content in ["", "text", Self.begin, Self.begin + "MIIB", Self.begin + "AAAA\n" + Self.end] {
            try withFile(content) { path in
                let found = try #require(try failure("--webhook-ca", path), "\(content)")
                #expect(found.status == .data)
                #expect(found.message.hasPrefix("--webhook-ca: "))
            }
        }
        try withFile(Self.begin + "MIIB\nAAAA\r\n" + Self.end) { path in
            let found = try failure("--webhook-ca", path)
            #expect(found == nil)
        }
    }

    @Test func `finds a data folder that is a file`() throws {
        try withFile("") { path in
            let found = try #require(try failure("--data", path))
            #expect(found.status == .noInput)
            #expect(found.message == "--data: \(path) is not a folder. Name another one.")
        }
    }

    @Test func `names the packages that are missing, and nothing where all are installed`() {
        #expect(
            Requirement.missing { _ in false }.map(\.package) == [
                "libcurl4", "ca-certificates", "libssl3", "zlib1g",
            ])
        #expect(Requirement.missing { $0 != "libcurl.so.4" }.map(\.package) == ["libcurl4"])
        #expect(Requirement.missing { $0.hasPrefix("lib") }.map(\.package) == ["ca-certificates"])
        #expect(Requirement.missing { $0.hasPrefix("lib") || $0.contains("pki") }.isEmpty)
        #expect(has_library("libc.so.6") && !has_library("libmissing.so.6"))
    }

    @Test func `refuses a replica of a database`() throws {
        let found = try #require(try failure("--store", "postgres://x@db.example/x", "--replica", "copy"))
        #expect(found.status == .usage)
        #expect(found.message.contains("pg_basebackup"))
    }

    @Test func `refuses a replica on the same disk as the data folder, as far as the paths show it`() throws {
        for (data, replica) in [("/a/data", "/a/data/copy"), ("/a/data", "/a/data/"), ("/a/data", "/a")] {
            let found = try #require(try failure("--data", data, "--replica", replica))
            #expect(found.status == .usage)
            #expect(found.message.contains("contain each other"))
        }
    }

    @Test(arguments: [("/tmp", "/tmp", true), ("/tmp", "/proc", false), ("/nowhere", "/tmp", false)])
    func `finds a replica on the disk of the data folder`(
        data: String, replica: String, isSame: Bool
    ) throws {
        let flags = ["--data", data, "--replica", replica]
        let configuration = try CommandLineArguments(flags, environment: [:]).configuration
        #expect(configuration.hasReplicaOnSameDisk == isSame)
    }

    @Test func `finds a replica that is a file`() throws {
        try withFile("") { path in
            let found = try #require(try failure("--data", "/nowhere", "--replica", "\(path)/copy"))
            #expect(found.status == .noInput)
            #expect(found.message.hasPrefix("--replica: A system call failed: \(path)/copy: Not a directory"))
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func `finds a folder that cannot be written`() throws {
        let found = try #require(try failure("--data", "/"))
        #expect(found.status == .noPermission)
        #expect(found.message.hasPrefix("--data: / cannot be written"))
    }

    @Test func `lets a new data folder pass`() throws {
        let found = try failure("--data", "/nowhere/data")
        #expect(found == nil)
    }

    @Test func `finds mail without the address of the page`() throws {
        let mail = ["--smtp=smtp://localhost:25", "--smtp-from=a@example.org"]
        let found = try #require(try failure(mail[0], mail[1]))
        #expect(found.message.hasPrefix("--smtp needs --url"))
        let passed = try failure(mail[0], mail[1], "--url=http://localhost")
        #expect(passed == nil)
    }

    @Test(arguments: ["nonsense", "ftp://proxy", "http://", "http:proxy", "proxy:3128"])
    func `finds a proxy that is none, without showing it`(proxy: String) throws {
        let found = try #require(try failure("--webhook-proxy", proxy))
        #expect(found.status == .usage)
        #expect(found.message.hasPrefix("--webhook-proxy needs "))
    }

    @Test func `takes a proxy with a password`() throws {
        let found = try failure("--webhook-proxy", "http://user:secret@proxy.example:3128")
        #expect(found == nil)
    }

    @Test func `names the flag of each address that cannot be used`() {
        let address = ListenAddress.unix(path: "/s")
        for error in [
            .malformed("x"), .lookupFailed(name: "x", reason: "y"), .taken(address), .notPermitted(address),
            .notAvailable(address), .notASocket(path: "/s"), .pathTooLong(path: "/s"),
            .malformedOption("x"), .unknownGroup("x"), .permissionsRefused(address, errno: 1),
            .system(address, errno: ENOENT), .system(address, errno: EIO),
        ] as [ListenError] {
            #expect(Failure(error).message.hasPrefix("--listen: "))
        }
        #expect(Failure(.system(address, errno: ENOENT)).status == .noInput)
    }
}
