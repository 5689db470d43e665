/// One setting as it stands on the command line and in the environment. Help, manual page and completion are
/// made from the same table.
struct Flag: Sendable {
    /// The name without its dashes.
    let name: String
    /// What its value is, for `--help`.
    let value: String
    /// The commands that know it.
    let commands: Set<Command>
    /// What it does, what values it takes, and the default. Line breaks mean nothing: whoever prints it wraps
    /// it.
    let help: String
    /// What its value can be, where that can be listed.
    var choices: [String] = []
    /// Whether it may stand more than once; in the environment its values are separated by commas.
    var repeats = false
    /// Forgets what the environment said, before the command line says it anew.
    var reset: @Sendable (inout Configuration) -> Void = { _ in }
    /// Takes a value over, or says what it has to be.
    let set: @Sendable (inout Configuration, String) throws(Failure) -> Void

    /// How it is written: `--data DIR`.
    var usage: String { value.isEmpty ? "--\(name)" : "--\(name) \(value)" }

    /// The environment variable that sets it: `CHECKLISTD_LOG_LEVEL` for `--log-level`.
    var variable: String {
        "CHECKLISTD_" + name.uppercased().replacing("-", with: "_")
    }

    /// A setting that takes one of the cases of an enumeration.
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

    /// A setting that takes a whole number within bounds.
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

    /// What a setting counts time in.
    enum TimeUnit {
        case seconds, milliseconds

        var duration: Duration { self == .seconds ? .seconds(1) : .milliseconds(1) }
    }

    /// A setting that takes a time, as a whole number of units within bounds.
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

    /// A setting that is on where it is named.
    static func toggle(
        _ name: String, _ path: any WritableKeyPath<Configuration, Bool> & Sendable, _ help: String
    ) -> Flag {
        Flag(name: name, value: "", commands: [.serve], help: help) { (configuration, text) throws(Failure) in
            guard ["", "true", "1", "false", "0"].contains(text) else {
                throw Failure(.usage, "--\(name) cannot be '\(text)'; leave it out, or say true.")
            }
            configuration[keyPath: path] = !["false", "0"].contains(text)
        }
    }

    /// A setting that takes a whole number within bounds, or is left to the service.
    static func optionalNumber(
        _ name: String, _ value: String, _ path: any WritableKeyPath<Configuration, Int?> & Sendable,
        in bounds: ClosedRange<Int>, _ help: String
    ) -> Flag {
        Flag(name: name, value: value, commands: [.serve], help: help) {
            (configuration, text) throws(Failure) in
            configuration[keyPath: path] = try wholeNumber(text, of: name, in: bounds)
        }
    }

    /// The whole number that a text stands for, if it is within bounds.
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

/// Flags that are about the same thing.
struct FlagGroup: Sendable {
    /// What they are about.
    let title: String
    /// The flags, those that are wanted most often first.
    let flags: [Flag]

    init(_ title: String, _ flags: [Flag]) {
        self.title = title
        self.flags = flags
    }
}
