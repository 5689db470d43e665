import Foundation
import Glibc

@main
struct Main {
    static func main() async {
        Signals.block()
        do throws(Failure) {
            let arguments = try CommandLineArguments(
                Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
            exit(try await run(arguments).rawValue)
        } catch {
            FileHandle.standardError.write(Data("checklistd: \(error.message)\n".utf8))
            exit(error.status.rawValue)
        }
    }

    private static func run(_ arguments: CommandLineArguments) async throws(Failure) -> ExitStatus {
        switch arguments.notice {
        case .help: print(Help.text)
        case .version: print("checklistd \(Version.current)")
        case nil:
            switch arguments.command {
            case .serve: return try await Service(arguments).run()
            case .verify: try DataCommands.verify(arguments.configuration)
            case .createToken: try TokenCommands.create(arguments.configuration)
            case .listTokens: try TokenCommands.list(arguments.configuration)
            case .revokeToken: try TokenCommands.revoke(arguments.operands[0], arguments.configuration)
            case .importLists:
                try await ExchangeCommands.takeIn(arguments.operands[0], arguments.configuration)
            case .exportLists: try ExchangeCommands.export(arguments.configuration)
            case .backup: try DataCommands.backup(arguments.configuration, to: arguments.operands[0])
            }
        }
        return .ok
    }
}
