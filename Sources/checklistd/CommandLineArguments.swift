/// What was asked for: a command, its operands, and the settings.
struct CommandLineArguments {
    /// What to do.
    var command = Command.serve
    /// Whether to explain or to introduce oneself instead.
    var notice: Notice?
    /// The arguments that are no flags.
    var operands: [String] = []
    /// The settings.
    var configuration = Configuration()
    /// Variables that begin like ours and set nothing.
    var unknownVariables: [String] = []

    /// What to print instead of doing anything.
    enum Notice {
        case help, version
    }

    /// Reads the environment first, then the arguments (without the program's name), which win.
    init(_ arguments: [String], environment: [String: String]) throws(Failure) {
        if arguments.contains("--help") || arguments.contains("-h") { notice = .help }
        if arguments.contains("--version") { notice = .version }
        var rest = arguments[...]
        if let command = Command(rest) {
            self.command = command
            rest = rest.dropFirst(command.words)
        }
        guard notice == nil else { return }
        try readEnvironment(environment)
        try read(rest)
    }

    private mutating func readEnvironment(_ environment: [String: String]) throws(Failure) {
        let ours = environment.keys.filter { $0.hasPrefix("CHECKLISTD_") }.sorted()
        for variable in ours {
            guard let text = environment[variable] else { continue }
            guard let flag = Flag.all.first(where: { $0.variable == variable }) else {
                unknownVariables.append(variable)
                continue
            }
            for value in flag.repeats ? text.split(separator: ",").map(String.init) : [text] {
                do {
                    try flag.set(&configuration, value)
                } catch {
                    throw Failure(error.status, "\(variable) in the environment: \(error.message)")
                }
            }
        }
    }

    private mutating func read(_ arguments: ArraySlice<String>) throws(Failure) {
        var rest = arguments
        var seen: Set<String> = []
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                operands.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let flag = try knownFlag(String(parts[0]))
            guard flag.repeats || seen.insert(flag.name).inserted else {
                throw Failure(.usage, "--\(flag.name) stands twice; say it once.")
            }
            if flag.repeats && seen.insert(flag.name).inserted { flag.reset(&configuration) }
            if flag.value.isEmpty {
                guard parts.count == 1 else { throw Failure(.usage, "--\(flag.name) takes no value.") }
                try flag.set(&configuration, "")
                continue
            }
            guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
                throw Failure(.usage, "--\(flag.name) needs a value: --\(flag.name) \(flag.value).")
            }
            try flag.set(&configuration, value)
        }
        guard operands.count == command.operands.count else {
            let expected = command.operands.isEmpty ? "nothing" : command.operands.joined(separator: " ")
            let given = operands.isEmpty ? "nothing" : "'\(operands.joined(separator: " "))'"
            throw Failure(
                .usage,
                "checklistd \(command.rawValue) takes \(expected) beside its flags, not \(given). See --help."
            )
        }
    }

    private func knownFlag(_ argument: String) throws(Failure) -> Flag {
        guard argument.hasPrefix("--"), let flag = Flag.all.first(where: { "--\($0.name)" == argument })
        else {
            throw Failure(.usage, "There is no flag \(argument); checklistd --help lists those there are.")
        }
        guard flag.commands.contains(command) else {
            throw Failure(.usage, "\(argument) is not for checklistd \(command.rawValue). See --help.")
        }
        return flag
    }
}
