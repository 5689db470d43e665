/// The output of `--help` and `checklistd help`, derived from the tables of commands and flags.
enum Help {
    /// The maximum line length, which fits a terminal of default size.
    private static let columnsMax = 80
    /// The column where the explanations of commands begin.
    private static let summaryColumn = 21

    /// The overview: the commands by group, and the most common flags.
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

            \(section("Common flags, each with its environment variable", everyday))

            \(wrapped(ending))
            """
    }

    private static let beginning = """
        checklistd \(Version.current) keeps checklists in JSON files or in PostgreSQL, serves them over HTTP
        and sends reminders by webhook.
        """

    private static let ending = """
        checklistd help serve lists all flags by topic, and checklistd help COMMAND those of a command. A
        running server describes its interface at /openapi.yaml. SIGTERM and SIGINT stop it: it finishes
        running requests, and every confirmed change is on disk. Exit codes are those of sysexits.h.
        """

    /// The help of commands with all their flags; the overview if there are none.
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

    /// Wraps a text at `columnsMax`. Its own line breaks have no meaning.
    /// - Parameters:
    ///   - indent: The beginning of each line.
    ///   - first: The beginning of the first line instead.
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
