import Spelling

/// A parsed command line: the command, its operands, and the settings.
struct CommandLineArguments {
    var command = Command.serve
    /// What to print instead of running a command; `nil` to run it.
    var notice: Notice?
    var operands: [String] = []
    var configuration = Configuration()
    /// The variables that begin with `CHECKLISTD_` and set nothing.
    var unknownVariables: [String] = []

    /// An output that replaces running a command.
    enum Notice: Equatable {
        /// The help of these commands; the overview if there are none.
        case help([Command])
        case version
        /// The completion candidates for the last of these words.
        case candidates(of: [String])
    }

    /// Reads the environment, then the arguments (without the program's name), which override it.
    init(_ arguments: [String], environment: [String: String]) throws(Failure) {
        // The words after `complete` are another command line, whose flags do not apply to this one.
        let isCompleting = arguments.first == "complete"
        notice =
            isCompleting
            ? .candidates(of: Array(arguments.dropFirst()))
            : Self.notice(arguments.prefix { $0 != "--" })
        guard notice == nil else { return }
        let words = try ArgumentWords(arguments)
        try read(words.operands)
        if command.usesSettings {
            configuration.credentialsFolder = environment["CREDENTIALS_DIRECTORY"]
            try readEnvironment(environment)
        }
        try read(words.flags)
        try checkDataLocation()
    }

    /// Refuses a folder and a database together: which of them has the data would be ambiguous.
    private func checkDataLocation() throws(Failure) {
        guard let database = configuration.database, configuration.namesFolder,
            Flag.all.filter({ ["data", "store"].contains($0.name) }).allSatisfy({
                $0.commands.contains(command)
            })
        else { return }
        throw Failure(
            .usage,
            """
            --data \(configuration.data) and --store \(database) exclude each other. Drop --data, or \
            CHECKLISTD_DATA in the environment, to use the database. Drop --store, or \
            CHECKLISTD_STORE, to use the folder.
            """)
    }

    /// `--help` and `--version` win over every error in the other arguments.
    private static func notice(_ arguments: some Collection<String>) -> Notice? {
        if arguments.contains("--help") || arguments.contains("-h") {
            let words = arguments.filter { !$0.hasPrefix("-") }
            if let command = Command(words) { return .help([command]) }
            return .help(words.first.map(Command.about) ?? [])
        }
        let asksVersion = arguments.contains("--version") || Array(arguments) == ["version"]
        return asksVersion ? .version : nil
    }

    private mutating func read(_ words: [String]) throws(Failure) {
        if let first = words.first {
            guard let command = Command(words) else {
                let isBegun = words.count > 1 && !Command.about(first).isEmpty
                throw .noCommand(isBegun ? "\(first) \(words[1])" : first)
            }
            self.command = command
        }
        operands = Array(words.dropFirst(words.isEmpty ? 0 : command.words))
        if command == .help, !operands.isEmpty {
            // The name of a command can have two words, but is one topic.
            operands = [operands.joined(separator: " ")]
            if Command.about(operands[0]).isEmpty { throw .noCommand(operands[0]) }
        }
        try checkOperands()
    }

    private func checkOperands() throws(Failure) {
        let least = command.operands.count { !$0.isOptional }
        guard least...command.operands.count ~= operands.count else {
            let names = command.operands.map(\.usage).joined(separator: " ")
            let expected = names.isEmpty ? "nothing" : names
            let given = operands.isEmpty ? "nothing" : "'\(operands.joined(separator: " "))'"
            throw Failure(
                .usage,
                """
                checklistd \(command.rawValue) takes \(expected) beside its flags, but got \(given). \
                See checklistd help \(command.rawValue).
                """)
        }
        for (operand, word) in zip(command.operands, operands)
        where command != .help && !operand.choices.isEmpty && !operand.choices.contains(word) {
            let all = operand.choices.joined(separator: ", ")
            throw Failure(.usage, "checklistd \(command.rawValue) takes one of \(all), not '\(word)'.")
        }
    }

    private mutating func readEnvironment(_ environment: [String: String]) throws(Failure) {
        let ours = environment.keys.filter { $0.hasPrefix("CHECKLISTD_") }.sorted()
        for variable in ours {
            guard let text = environment[variable] else { continue }
            guard let flag = Flag.all.first(where: { $0.variable == variable }) else {
                try note(unknown: variable)
                continue
            }
            for value in flag.repeats ? text.split(separator: ",").map(String.init) : [text] {
                do {
                    try flag.set(&configuration, value)
                } catch {
                    throw Failure(error.status, "Environment variable \(variable): \(error.message)")
                }
            }
        }
    }

    /// Refuses an unknown variable that resembles a known one, since it can be a misspelled limit. Collects
    /// the others, which get a notice: supervisors set variables for a service of this name, for example
    /// Kubernetes `CHECKLISTD_SERVICE_HOST`.
    private mutating func note(unknown variable: String) throws(Failure) {
        let prefix = "CHECKLISTD_"
        let names = Flag.all.map { String($0.variable.dropFirst(prefix.count)) }
        let name = String(variable.dropFirst(prefix.count))
        guard let meant = Spelling.words(near: name, among: names).first else {
            unknownVariables.append(variable)
            return
        }
        throw Failure(
            .usage,
            "Unknown environment variable \(variable). Did you mean \(prefix)\(meant)? Rename or unset it."
        )
    }

    private mutating func read(_ flags: [(flag: Flag, value: String)]) throws(Failure) {
        var seen: Set<String> = []
        for (flag, value) in flags {
            guard flag.commands.contains(command) else {
                let others = Command.allCases.filter(flag.commands.contains).map(\.rawValue)
                throw Failure(
                    .usage,
                    """
                    checklistd \(command.rawValue) has no flag --\(flag.name), which belongs to \
                    \(others.joined(separator: ", ")). See checklistd help \(command.rawValue).
                    """)
            }
            let isFirst = seen.insert(flag.name).inserted
            guard flag.repeats || isFirst else {
                throw Failure(.usage, "--\(flag.name) is given twice; give it once.")
            }
            if flag.repeats && isFirst { flag.reset(&configuration) }
            try flag.set(&configuration, value)
        }
    }
}

/// The arguments, separated into flags with their values and operands.
struct ArgumentWords {
    /// The flags in their order, also between operands; `--` ends them.
    private(set) var flags: [(flag: Flag, value: String)] = []
    /// The words that are no flags, including `-`.
    private(set) var operands: [String] = []

    init(_ arguments: [String]) throws(Failure) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                return
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                operands.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let flag = try Self.flag(String(parts[0]))
            if flag.value.isEmpty {
                guard parts.count == 1 else { throw Failure(.usage, "--\(flag.name) takes no value.") }
                flags.append((flag, ""))
            } else if parts.count > 1 {
                flags.append((flag, String(parts[1])))
            } else if let value = rest.popFirst(), !value.hasPrefix("--") {
                flags.append((flag, value))
            } else {
                throw Failure(.usage, "--\(flag.name) needs a value: --\(flag.name) \(flag.value).")
            }
        }
    }

    private static func flag(_ argument: String) throws(Failure) -> Flag {
        if let flag = Flag.all.first(where: { "--\($0.name)" == argument }) { return flag }
        let name = String(argument.drop { $0 == "-" })
        let names = Flag.all.map(\.name) + ["help", "version"]
        let question = Suggestion.question(for: name, among: names, prefix: "--")
        throw Failure(
            .usage, "Unknown flag \(argument).\(question) See checklistd help serve.")
    }
}

extension Failure {
    /// The failure for an unknown or incomplete command, with suggestions.
    fileprivate static func noCommand(_ words: String) -> Failure {
        let below = Command.about(words).map(\.rawValue)
        guard below.isEmpty else {
            let last = below.last ?? ""
            let list = below.dropLast().joined(separator: ", ")
            return Failure(.usage, "checklistd \(words) is incomplete: use \(list) or \(last).")
        }
        let question = Suggestion.question(for: words, among: Command.topics)
        return Failure(
            .usage, "Unknown command \(words).\(question) See checklistd help.")
    }
}
