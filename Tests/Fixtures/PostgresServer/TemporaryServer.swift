import Foundation
import Glibc
import Synchronization

/// A PostgreSQL server on a Unix socket, with its data in a temporary folder.
///
/// The first use starts it. All suites of the process share it, and it ends with the process, even after a
/// crash.
package final class TemporaryServer: Sendable {
    /// Why a server or a database could not be created.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The server; `nil` if PostgreSQL is not installed.
    package static let shared: TemporaryServer? = {
        guard let programs = Programs.found else { return nil }
        do {
            return try TemporaryServer(programs)
        } catch {
            preconditionFailure("PostgreSQL is installed and does not start: \(error)")
        }
    }()

    /// Whether PostgreSQL's programs are installed.
    static var isInstalled: Bool { Programs.found != nil }

    /// The address of its database `postgres`.
    package let address: String
    /// The folder of its socket.
    package let socketFolder: String
    private let programs: Programs
    private let lastNumber = Mutex(0)

    private init(_ programs: Programs) throws {
        self.programs = programs
        // Not in TMPDIR: the path of a socket may have at most 107 bytes.
        var template = Array("/tmp/checklistd-postgres-XXXXXX".utf8CString)
        guard let path = mkdtemp(&template) else { throw Failure(description: "no temporary folder") }
        socketFolder = String(cString: path)
        address = Self.address(of: "postgres", in: socketFolder)
        try programs.give(socketFolder)
        let data = socketFolder + "/data"
        let (status, output) = try Self.output(
            of: programs.command(
                "initdb", "--pgdata", data, "--username", "postgres", "--auth", "trust", "--encoding", "UTF8",
                "--locale", "C.UTF-8", "--no-sync", "--no-instructions"))
        guard status == 0 else { throw Failure(description: output) }
        let settings = [
            "listen_addresses=", "unix_socket_directories=\(socketFolder)", "fsync=off",
            "max_connections=600", "shared_buffers=64MB", "max_prepared_transactions=8",
        ]
        try start(
            programs.command("postgres", ["-D", data] + settings.flatMap { ["-c", $0] }), in: socketFolder)
    }

    /// Creates a database as a copy of another one, and returns its address.
    package func makeDatabase(template: String = "template1") async throws -> String {
        let number = lastNumber.withLock { number in
            number += 1
            return number
        }
        let name = "test_\(number)"
        let command = programs.command(
            "createdb", "--host", socketFolder, "--username", "postgres", "--template", template, name)
        let (status, output) = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try Self.output(of: command) }) }
        }
        guard status == 0 else { throw Failure(description: output) }
        return Self.address(of: name, in: socketFolder)
    }

    private static func address(of database: String, in folder: String) -> String {
        "postgres://postgres@/\(database)?host=\(folder.replacing("/", with: "%2F"))"
    }

    /// Runs a command and returns its status and output.
    private static func output(of command: [String]) throws -> (status: Int32, output: String) {
        let process = Process(command)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }
}

/// The server to stop and the folder to delete when the process exits.
private let running = Mutex<(process: pid_t, folder: String)?>(nil)

extension TemporaryServer {
    /// Starts the server and waits until it accepts connections.
    private func start(_ command: [String], in folder: String) throws {
        let isReady = DispatchSemaphore(value: 0)
        let failure = Mutex<String?>(nil)
        // The kernel signals the server when the thread that started it ends. This thread therefore lives as
        // long
        // as the process, and reads the server's log.
        Thread.detachNewThread {
            let process = Process(command)
            let output = Pipe()
            process.standardError = output
            var said = ""
            do {
                try process.run()
                running.withLock { $0 = (process.processIdentifier, folder) }
                while case let bytes = output.fileHandleForReading.availableData, !bytes.isEmpty {
                    guard said.utf8.count < 1 << 16 else { continue }
                    let wasReady = said.contains("ready to accept connections")
                    said += String(decoding: bytes, as: UTF8.self)
                    if !wasReady, said.contains("ready to accept connections") { isReady.signal() }
                }
                process.waitUntilExit()
            } catch {
                said = "\(error)"
            }
            failure.withLock { [said] in $0 = said }
            isReady.signal()
            while true { pause() }
        }
        atexit {
            guard let (process, folder) = running.withLock({ $0 }) else { return }
            kill(process, SIGQUIT)
            // The server removes the socket's lock file last.
            for _ in 0..<200 where access("\(folder)/.s.PGSQL.5432.lock", F_OK) == 0 { usleep(10_000) }
            // An error is ignored: the process ends, and only a temporary folder remains.
            try? FileManager.default.removeItem(atPath: folder)
        }
        isReady.wait()
        if let said = failure.withLock({ $0 }) { throw Failure(description: said) }
    }
}

/// PostgreSQL's programs and the user that runs them.
private struct Programs {
    let folder: String
    /// The user of the server if this process is root, because PostgreSQL refuses to run as root.
    let user: String?

    static let found: Programs? = {
        // Only Debian has this folder.
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let newestFirst = versions.compactMap { Int($0) }.sorted(by: >)
        let path = (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":").map(String.init)
        let folders = newestFirst.map { "/usr/lib/postgresql/\($0)/bin" } + path
        let isRoot = getuid() == 0
        guard let folder = folders.first(where: { access("\($0)/initdb", X_OK) == 0 }),
            !isRoot || getpwnam("postgres") != nil
        else { return nil }
        return Programs(folder: folder, user: isRoot ? "postgres" : nil)
    }()

    /// A command that runs a program and kills it when this process ends.
    func command(_ name: String, _ arguments: [String]) -> [String] {
        let owner = user.map { ["--reuid", $0, "--regid", $0, "--init-groups"] } ?? []
        return ["setpriv", "--pdeathsig", "QUIT"] + owner + ["\(folder)/\(name)"] + arguments
    }

    func command(_ name: String, _ arguments: String...) -> [String] { command(name, arguments) }

    /// Makes the server's user the owner of a folder.
    func give(_ path: String) throws {
        guard let user, let entry = getpwnam(user) else { return }
        guard chown(path, entry.pointee.pw_uid, entry.pointee.pw_gid) == 0 else {
            throw TemporaryServer.Failure(description: "\(path) cannot be given to \(user)")
        }
    }
}

extension Process {
    fileprivate convenience init(_ command: [String]) {
        self.init()
        executableURL = URL(filePath: "/usr/bin/env")
        arguments = command
        standardInput = FileHandle.nullDevice
    }
}
