/// The manual page, in the macros of man(7), made from the tables of commands and flags.
enum ManualPage {
    /// The whole page.
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
                "checklistd keeps checklists in a folder of JSON files, or in a PostgreSQL database that any "
                    + "number of its processes work on, serves them over HTTP, and sends a "
                    + "signed message to webhooks when an item is due. What it has answered is on the disk. "
                    + "The address /openapi.yaml of the running service describes everything it answers."),
            ".PP",
            escaped(
                "SIGTERM and SIGINT stop it: requests that run are finished first. A second one ends it at "
                    + "once, and loses nothing that was answered either."),
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
                "Each flag can stand in the environment too: CHECKLISTD_LOG_LEVEL is --log-level. The "
                    + "command line wins. Values of a flag that may be repeated are separated by commas. A "
                    + "variable that is a slip away from one of these is refused, others that begin with "
                    + "CHECKLISTD_ are told of."),
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
                ".SH FILES", ".TP", ".I ./data", "The folder with everything in it, unless",
                #".B \-\-data"#, "names another.", ".SH SEE ALSO", ".BR curl (1)",
            ]
    }

    /// A text as roff shows it as it is: dashes that can be searched for and copied, backslashes, nothing
    /// that begins like a request, only ASCII.
    static func escaped(_ text: String) -> String { Help.wrapped(inline(text)) }

    /// The same in one line, for what stands behind a macro.
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
