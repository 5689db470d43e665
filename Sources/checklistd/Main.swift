import CLinux
import Foundation
import Glibc
import HTTPServer

/// The program: reads its arguments and does what they say.
///
/// This module wires all others together, and is the only one that reads the clock, the environment and
/// random numbers.
@main
struct Main {
    static func main() async {
        Signals.block()
        Self.giveBackLargeMemory()
        do throws(Failure) {
            let arguments = try CommandLineArguments(
                Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
            exit(try await run(arguments).rawValue)
        } catch {
            FileHandle.standardError.write(Data("checklistd: \(error.message)\n".utf8))
            exit(error.status.rawValue)
        }
    }

    /// Has every large piece of memory be one of its own, which goes back to the system when it is freed.
    ///
    /// By itself the C library raises this bound, where it begins, to the largest piece that was ever freed.
    /// Then what an import needs while it runs lies between what it leaves behind, and is never given back.
    private static func giveBackLargeMemory() {
        // Where it is refused, the service takes more memory and works all the same.
        _ = mallopt(M_MMAP_THRESHOLD, 128 * 1024)
    }

    private static func run(_ arguments: CommandLineArguments) async throws(Failure) -> ExitStatus {
        switch arguments.notice {
        case .help(let commands): print(Help.text(on: commands))
        case .version: print("checklistd \(Version.current)")
        case .candidates(let words):
            for candidate in Completion.candidates(for: words) { print(candidate.line) }
        case nil: return try await run(arguments.command, arguments)
        }
        return .ok
    }

    private static func run(
        _ command: Command, _ arguments: CommandLineArguments
    ) async throws(Failure) -> ExitStatus {
        // The service has a log for that.
        for variable in arguments.unknownVariables where command != .serve {
            let notice = "checklistd: \(variable) in the environment sets nothing.\n"
            FileHandle.standardError.write(Data(notice.utf8))
        }
        switch command {
        case .serve:
            try ThreadSupply.check(ThreadSupply.servingCount(cores: HTTPServer.coreCount))
            return try await Application(arguments).run()
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
        case .migrate: try await DataCommands.migrate(arguments.configuration)
        case .schema: try await DataCommands.schema(arguments.configuration)
        }
        return .ok
    }
}
