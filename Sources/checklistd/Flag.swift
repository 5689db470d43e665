/// One setting as it stands on the command line and in the environment; `--help` is made from the same table.
struct Flag: Sendable {
    /// The name without its dashes.
    let name: String
    /// What its value is, for `--help`.
    let value: String
    /// The commands that know it.
    let commands: Set<Command>
    /// What it does, what values it takes, and the default.
    let help: String
    /// Whether it may stand more than once; in the environment its values are separated by commas.
    var repeats = false
    /// Forgets what the environment said, before the command line says it anew.
    var reset: @Sendable (inout Configuration) -> Void = { _ in }
    /// Takes a value over, or says what it has to be.
    let set: @Sendable (inout Configuration, String) throws(Failure) -> Void

    /// The environment variable that sets it: `CHECKLISTD_LOG_LEVEL` for `--log-level`.
    var variable: String {
        "CHECKLISTD_" + name.uppercased().replacing("-", with: "_")
    }

    /// A setting that takes one of the cases of an enumeration.
    static func choice<Choice: CaseIterable & RawRepresentable<String> & SendableMetatype>(
        _ name: String, _ path: any WritableKeyPath<Configuration, Choice> & Sendable, _ help: String
    ) -> Flag {
        let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        let usual = Configuration()[keyPath: path].rawValue
        return Flag(
            name: name, value: "NAME", commands: [.serve], help: "\(help): \(all). Default \(usual)."
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
        in bounds: ClosedRange<Int>, _ help: String
    ) -> Flag {
        let usual = Configuration()[keyPath: path]
        return Flag(
            name: name, value: value, commands: [.serve], help: "\(help). Default \(usual)."
        ) { (configuration, text) throws(Failure) in
            configuration[keyPath: path] = try wholeNumber(text, of: name, in: bounds)
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
