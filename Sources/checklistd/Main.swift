import CLinux
import Foundation
import Glibc
import HTTPServer

/// The entry point: reads the arguments and runs the command.
///
/// This module wires all others together. Only this module reads the clock, the environment and random
/// numbers.
@main
struct Main {
    static func main() async {
        Signals.block()
        Self.giveBackLargeMemory()
        let environment = ProcessInfo.processInfo.environment
        do throws(Failure) {
            let arguments = try CommandLineArguments(
                (1..<max(1, argument_count())).map { String(cString: argument($0)) },
                environment: environment)
            exit(try await run(arguments, environment).rawValue)
        } catch {
            let isJournal = JournalStream.isConnected(to: STDERR_FILENO, environment)
            let prefix = isJournal ? Log.Level.error.journalPrefix : ""
            FileHandle.standardError.write(Data("\(prefix)checklistd: \(error.message)\n".utf8))
            exit(error.status.rawValue)
        }
    }

    /// Makes malloc map every allocation of 128 KiB or more separately. Freeing one returns it to the system.
    ///
    /// By default glibc raises this threshold to the largest mapped allocation ever freed. The working memory
    /// of an import then lies between allocations that stay, and never returns to the system.
    private static func giveBackLargeMemory() {
        // If the call fails, the server only uses more memory.
        _ = mallopt(M_MMAP_THRESHOLD, 128 * 1024)
    }

    private static func run(
        _ arguments: CommandLineArguments, _ environment: [String: String]
    ) async throws(Failure) -> ExitStatus {
        switch arguments.notice {
        case .help(let commands): print(Help.text(on: commands))
        case .version: print("checklistd \(Version.current)")
        case .candidates(let words):
            for candidate in Completion.candidates(for: words) { print(candidate.line) }
        case nil: return try await run(arguments.command, arguments, environment)
        }
        return .ok
    }

    private static func run(
        _ command: Command, _ arguments: CommandLineArguments, _ environment: [String: String]
    ) async throws(Failure) -> ExitStatus {
        // The server logs these variables.
        for variable in arguments.unknownVariables where command != .serve {
            let notice = "checklistd: \(variable) in the environment is unknown and ignored.\n"
            FileHandle.standardError.write(Data(notice.utf8))
        }
        switch command {
        case .serve:
            try ThreadCheck.check(ThreadCheck.servingCount(cores: HTTPServer.coreCount))
            return try await Application(arguments, environment: environment).run()
        case .healthcheck: try HealthCheck.run(arguments.configuration)
        case .help: print(Help.text(on: arguments.operands.first.map(Command.about) ?? []))
        case .man: print(ManualPage.text)
        case .completion: print(Shell(rawValue: arguments.operands[0])?.script ?? "")
        case .verify: try await DataCommands.verify(arguments.configuration)
        case .createToken: try await TokenCommands.create(arguments.configuration)
        case .listTokens: try await TokenCommands.list(arguments.configuration)
        case .revokeToken: try await TokenCommands.revoke(arguments.operands[0], arguments.configuration)
        case .addPerson: try await PersonCommands.add(arguments.operands[0], arguments.configuration)
        case .listPeople: try await PersonCommands.list(arguments.configuration)
        case .removePerson: try await PersonCommands.remove(arguments.operands[0], arguments.configuration)
        case .linkPerson: try await PersonCommands.link(arguments.operands[0], arguments.configuration)
        case .listDevices: try await DeviceCommands.list(arguments.configuration)
        case .revokeDevice: try await DeviceCommands.revoke(arguments.operands[0], arguments.configuration)
        case .importLists:
            try await ExchangeCommands.takeIn(arguments.operands[0], arguments.configuration)
        case .exportLists: try await ExchangeCommands.export(arguments.configuration)
        case .backup: try await DataCommands.backup(arguments.configuration, to: arguments.operands[0])
        case .restore: try RestoreCommand.run(arguments.configuration)
        case .migrate: try await DataCommands.migrate(arguments.configuration)
        case .schema: try await DataCommands.schema(arguments.configuration)
        }
        return .ok
    }
}
