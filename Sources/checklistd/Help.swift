/// What `--help` prints.
enum Help {
    /// The whole text, made from the tables of commands and flags.
    static var text: String {
        """
        checklistd \(Version.current): keeps checklists in JSON files, serves them over HTTP, reminds by \
        webhook.

        Usage: checklistd [COMMAND] [FLAG ...]

        Try it:
          checklistd
          curl http://127.0.0.1:8080/v1/checklists
          curl http://127.0.0.1:8080/v1/checklists -H 'content-type: application/json' -d '{"name": \
          "Groceries"}'

        Commands:
        \(Command.allCases.map(describe).joined(separator: "\n"))

        Flags (each can stand in the environment too, as the name in brackets):
        \(Flag.all.map(describe).joined(separator: "\n"))

        The address /openapi.yaml of the running service describes everything it answers.
        SIGTERM and SIGINT stop it: what runs is finished, what was answered is on disk. Exit codes are \
        those of sysexits.h.
        """
    }

    private static func describe(_ command: Command) -> String {
        let usage = ([command.rawValue] + command.operands).joined(separator: " ")
        return "  \(usage.padded(to: 17)) \(command.summary)"
    }

    private static func describe(_ flag: Flag) -> String {
        let only = Command.allCases.filter(flag.commands.contains).map(\.rawValue).joined(separator: ", ")
        let scope = flag.commands.contains(.serve) ? "" : " Only with \(only)."
        return "  --\(flag.name) \(flag.value)\n      \(flag.help)\(scope) [\(flag.variable)]"
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
