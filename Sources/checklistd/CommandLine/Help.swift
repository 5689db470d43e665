/// What `--help` and `checklistd help` print, made from the tables of commands and flags.
enum Help {
    /// How long a line is at most, so that it fits a terminal as they open.
    private static let columnsMax = 80
    /// Where the explanations of commands begin.
    private static let summaryColumn = 21

    /// What there is: the commands by what they are about, and the flags that are wanted every day.
    static var overview: String {
        let groups = Command.Group.allCases.map { group in
            section(group.rawValue, Command.allCases.filter { $0.group == group }.map(describe))
        }
        let everyday = Flag.groups.prefix(1).flatMap(\.flags).map(describe)
        return """
            \(wrapped(beginning))

            Usage: checklistd [COMMAND] [FLAG ...]

            Try it:
              checklistd
              curl http://127.0.0.1:8080/v1/checklists
              curl http://127.0.0.1:8080/v1/checklists \\
                  -H content-type:application/json -d '{"name": "Groceries"}'

            \(groups.joined(separator: "\n\n"))

            \(section("Flags of every day, each with its variable for the environment", everyday))

            \(wrapped(ending))
            """
    }

    private static let beginning = """
        checklistd \(Version.current) keeps checklists in JSON files or in PostgreSQL, serves them over HTTP
        and reminds by webhook.
        """

    private static let ending = """
        checklistd help serve has all flags, by what they are about, and checklistd help COMMAND those of a
        command. The address /openapi.yaml of the running service describes everything it answers. SIGTERM
        and SIGINT stop it: what runs is finished, what was answered is on disk. Exit codes are those of
        sysexits.h.
        """

    /// What some commands do, with all their flags; what there is where there are none.
    static func text(on commands: [Command]) -> String {
        guard !commands.isEmpty else { return overview }
        return commands.map(text).joined(separator: "\n\n")
    }

    private static func text(on command: Command) -> String {
        let flags = command == .serve ? "[FLAG ...]" : command.flags.map(usage).joined(separator: " ")
        let usage = wrapped(
            "checklistd \(command.usage) \(flags)", indent: "       ", first: "Usage: ")
        let parts = [usage, wrapped(command.summary), "Example:\n  \(command.example)"]
        return (parts + groups(of: command)).joined(separator: "\n\n")
    }

    private static func groups(of command: Command) -> [String] {
        guard command == .serve else {
            return command.flags.isEmpty ? [] : [section("Flags", command.flags.map(describe))]
        }
        return Flag.groups.compactMap { group in
            let flags = group.flags.filter { $0.commands.contains(command) }
            return flags.isEmpty ? nil : section(group.title, flags.map(describe))
        }
    }

    private static func section(_ title: String, _ lines: [String]) -> String {
        "\(title):\n\(lines.joined(separator: "\n"))"
    }

    private static func usage(_ flag: Flag) -> String { "[\(flag.usage)]" }

    private static func describe(_ command: Command) -> String {
        let indent = String(repeating: " ", count: summaryColumn)
        let head = "  \(command.usage) "
        guard head.count < summaryColumn else {
            return "\(head)\n\(wrapped(command.summary, indent: indent))"
        }
        return wrapped(command.summary, indent: indent, first: head + indent.dropFirst(head.count))
    }

    private static func describe(_ flag: Flag) -> String {
        "  \(flag.usage)\n" + wrapped("\(flag.help) [\(flag.variable)]", indent: "      ")
    }

    /// A text in lines of its own. Where its author broke lines means nothing.
    /// - Parameters:
    ///   - indent: What each line begins with.
    ///   - first: What the first line begins with instead.
    static func wrapped(_ text: String, indent: String = "", first: String? = nil) -> String {
        var lines: [String] = []
        var line = first ?? indent
        var isEmpty = true
        for word in text.split(whereSeparator: \.isWhitespace) {
            if !isEmpty, line.count + 1 + word.count > columnsMax {
                lines.append(line)
                line = indent
                isEmpty = true
            }
            line += isEmpty ? word : " \(word)"
            isEmpty = false
        }
        return (lines + [line]).joined(separator: "\n")
    }
}
