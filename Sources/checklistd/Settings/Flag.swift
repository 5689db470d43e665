/// A setting on the command line and in the environment. Help, manual page and completion derive from the
/// same table.
struct Flag: Sendable {
    let name: String
    /// The placeholder of its value in `--help`; empty if it takes none.
    let value: String
    /// The commands that accept it.
    let commands: Set<Command>
    /// Its effect, its values, and the default. Line breaks have no meaning: the output is wrapped.
    let help: String
    /// The accepted values, if they can be listed.
    var choices: [String] = []
    /// Whether it may be repeated. In the environment, commas separate its values.
    var repeats = false
    /// Drops the values of the environment before the first one of the command line.
    var reset: @Sendable (inout Configuration) -> Void = { _ in }
    /// Sets a value, or throws the reason why it is invalid.
    let set: @Sendable (inout Configuration, String) throws(Failure) -> Void

    /// The flag with its placeholder: `--data DIR`.
    var usage: String { value.isEmpty ? "--\(name)" : "--\(name) \(value)" }

    /// The environment variable that sets it: `CHECKLISTD_LOG_LEVEL` for `--log-level`.
    var variable: String {
        "CHECKLISTD_" + name.uppercased().replacing("-", with: "_")
    }

    /// A flag for one of the cases of an enumeration.
    static func choice<Choice: CaseIterable & RawRepresentable<String> & SendableMetatype>(
        _ name: String, _ path: any WritableKeyPath<Configuration, Choice> & Sendable, _ help: String
    ) -> Flag {
        let choices = Choice.allCases.map(\.rawValue)
        let all = choices.joined(separator: ", ")
        let usual = Configuration()[keyPath: path].rawValue
        return Flag(
            name: name, value: "NAME", commands: [.serve], help: "\(help): \(all). Default \(usual).",
            choices: choices
        ) { (configuration, text) throws(Failure) in
            guard let choice = Choice(rawValue: text) else {
                throw Failure(.usage, "--\(name) cannot be '\(text)'; use one of \(all).")
            }
            configuration[keyPath: path] = choice
        }
    }

    /// A flag for a whole number within bounds.
    static func number(
        _ name: String, _ value: String, _ path: any WritableKeyPath<Configuration, Int> & Sendable,
        in bounds: ClosedRange<Int>, commands: Set<Command> = [.serve], _ help: String
    ) -> Flag {
        let usual = Configuration()[keyPath: path]
        return Flag(
            name: name, value: value, commands: commands, help: "\(help). Default \(usual)."
        ) { (configuration, text) throws(Failure) in
            configuration[keyPath: path] = try wholeNumber(text, of: name, in: bounds)
        }
    }

    /// The unit of a time.
    enum TimeUnit {
        case seconds, milliseconds

        var duration: Duration { self == .seconds ? .seconds(1) : .milliseconds(1) }
    }

    /// A flag for a time, as a whole number of units within bounds.
    static func time(
        _ name: String, _ unit: TimeUnit, _ path: any WritableKeyPath<Configuration, Duration> & Sendable,
        in bounds: ClosedRange<Int>, _ help: String
    ) -> Flag {
        let usual = Int(Configuration()[keyPath: path] / unit.duration)
        return Flag(
            name: name, value: "N", commands: [.serve], help: "\(help). Default \(usual)."
        ) { (configuration, text) throws(Failure) in
            configuration[keyPath: path] = try unit.duration * wholeNumber(text, of: name, in: bounds)
        }
    }

    /// A flag without a value, which turns a setting on.
    static func toggle(
        _ name: String, _ path: any WritableKeyPath<Configuration, Bool> & Sendable, _ help: String
    ) -> Flag {
        Flag(name: name, value: "", commands: [.serve], help: help) { (configuration, text) throws(Failure) in
            guard ["", "true", "1", "false", "0"].contains(text) else {
                throw Failure(.usage, "--\(name) cannot be '\(text)'; use true or false.")
            }
            configuration[keyPath: path] = !["false", "0"].contains(text)
        }
    }

    /// A flag for a whole number within bounds. Without the flag, the server chooses the value.
    static func optionalNumber(
        _ name: String, _ value: String, _ path: any WritableKeyPath<Configuration, Int?> & Sendable,
        in bounds: ClosedRange<Int>, _ help: String
    ) -> Flag {
        Flag(name: name, value: value, commands: [.serve], help: help) {
            (configuration, text) throws(Failure) in
            configuration[keyPath: path] = try wholeNumber(text, of: name, in: bounds)
        }
    }

    /// Parses a whole number within bounds.
    private static func wholeNumber(
        _ text: String, of name: String, in bounds: ClosedRange<Int>
    ) throws(Failure) -> Int {
        guard let number = Int(text), bounds.contains(number) else {
            let range = "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)"
            throw Failure(.usage, "--\(name) cannot be '\(text)'; use \(range).")
        }
        return number
    }
}

/// Flags with the same topic.
struct FlagGroup: Sendable {
    /// The topic.
    let title: String
    /// The flags, the most common ones first.
    let flags: [Flag]

    init(_ title: String, _ flags: [Flag]) {
        self.title = title
        self.flags = flags
    }
}
