/// The manual page in the macros of man(7), derived from the tables of commands and flags.
enum ManualPage {
    static var text: String {
        (head + commands + options + environment + exitStatus + ending).joined(separator: "\n")
    }

    private static var head: [String] {
        [
            #".TH CHECKLISTD 1 "\#(Version.date)" "checklistd \#(Version.current)""#,
            ".SH NAME",
            #"checklistd \- keep checklists, serve them over HTTP, remind by webhook"#,
            ".SH SYNOPSIS",
            ".B checklistd",
            ".RI [ COMMAND ]",
            ".RI [ FLAG \" ...]\"",
            ".SH DESCRIPTION",
            escaped(
                "checklistd keeps checklists in a folder of JSON files, or in a PostgreSQL database that "
                    + "several of its processes can share. It serves them over HTTP, and sends a "
                    + "signed message to webhooks when an item is due. Every confirmed change is on disk. "
                    + "A running server describes its interface at /openapi.yaml."),
            ".PP",
            escaped(
                "SIGTERM and SIGINT stop the server after it finishes running requests. A second signal ends "
                    + "it at once. Neither loses a confirmed change."),
        ]
    }

    private static var commands: [String] {
        [".SH COMMANDS"]
            + Command.Group.allCases.flatMap { group in
                [".SS \(escaped(group.rawValue))"]
                    + Command.allCases.filter { $0.group == group }.flatMap(describe)
            }
    }

    private static func describe(_ command: Command) -> [String] {
        let operands = command.operands.map(\.usage).joined(separator: " ")
        let name = escaped(command.rawValue)
        let flags = command == .serve ? [] : command.flags.map { "--\($0.name)" }
        let known = flags.isEmpty ? "" : " Flags: \(flags.joined(separator: ", "))."
        return [".TP", operands.isEmpty ? ".B \(name)" : ".BI \"\(name) \" \"\(operands)\""]
            + [escaped(command.summary + known)]
    }

    private static var options: [String] {
        [".SH OPTIONS"]
            + Flag.groups.flatMap { group in
                [".SS \(escaped(group.title))"] + group.flags.flatMap(describe)
            }
    }

    private static func describe(_ flag: Flag) -> [String] {
        let name = escaped("--\(flag.name)")
        let line = flag.value.isEmpty ? ".B \(name)" : ".BI \(name) \" \(escaped(flag.value))\""
        return [".TP", line, escaped(flag.help)]
    }

    private static var environment: [String] {
        [
            ".SH ENVIRONMENT",
            escaped(
                "Each flag has an environment variable: CHECKLISTD_LOG_LEVEL sets --log-level. The "
                    + "command line overrides it. Commas separate the values of a flag that may be repeated. "
                    + "A variable that looks like a misspelling of one of these is an error. Other unknown "
                    + "variables that begin with CHECKLISTD_ are logged."),
        ]
    }

    private static var exitStatus: [String] {
        [".SH EXIT STATUS", "Those of sysexits.h:"]
            + ExitStatus.allCases.flatMap { [".TP", ".B \($0.rawValue)", escaped($0.meaning)] }
    }

    private static var ending: [String] {
        [".SH EXAMPLES"]
            + Command.allCases.flatMap {
                [".TP", ".B \(inline($0.example))", escaped($0.summary)]
            }
            + [
                ".SH FILES", ".TP", ".I ./data", "The data folder, unless",
                #".B \-\-data"#, "names another.", ".SH SEE ALSO", ".BR curl (1)",
            ]
    }

    /// Escapes and wraps a text for roff: ASCII only, dashes that can be searched and copied, backslashes, no
    /// word that begins like a request.
    static func escaped(_ text: String) -> String { Help.wrapped(inline(text)) }

    /// The same without line breaks, for the argument of a macro.
    private static func inline(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).map(escapedWord).joined(separator: " ")
    }

    private static func escapedWord(_ word: Substring) -> String {
        var result = word.hasPrefix(".") ? #"\&"# : ""
        for scalar in word.unicodeScalars {
            if let name = escapes[scalar] {
                result += name
            } else if scalar.isASCII {
                result.unicodeScalars.append(scalar)
            } else {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            }
        }
        return result
    }

    private static let escapes: [Unicode.Scalar: String] = [
        "-": #"\-"#, "\\": #"\e"#, "'": #"\(aq"#, "\"": #"\(dq"#, "~": #"\(ti"#, "^": #"\(ha"#,
        "`": #"\(ga"#,
    ]
}
