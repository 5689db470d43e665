/// Completes an unfinished command line.
///
/// The scripts of `Shell` run `checklistd complete WORDS...`. Help and suggestions omit this command.
enum Completion {
    /// A candidate for the word at the cursor.
    struct Candidate: Equatable {
        /// The word, or `:file` or `:folder`: the shell itself completes file names.
        let word: String
        /// The explanation; can be empty.
        var summary = ""

        /// The printed line: the word, a tab and the explanation.
        var line: String { summary.isEmpty ? word : "\(word)\t\(summary)" }
    }

    /// The flags of every command.
    private static let noticeFlags = [
        Candidate(word: "--help", summary: "Explain the command"),
        Candidate(word: "--version", summary: "Print the version"),
    ]

    /// The candidates for the word at the cursor, in the order of `--help`. The shell filters them by the
    /// typed prefix.
    /// - Parameter words: The words up to the cursor without the program's name. The last one is at the
    ///   cursor.
    static func candidates(for words: [String]) -> [Candidate] {
        // Bash passes `=` as a separate word.
        var before = words.filter { $0 != "=" }
        let current = words.last == "=" ? "" : before.popLast() ?? ""
        var operands: [String] = []
        var flag: Flag?
        for word in before {
            if flag != nil {
                flag = nil
            } else if word.hasPrefix("-") {
                flag = valuedFlag(word)
            } else {
                operands.append(word)
            }
        }
        if let flag { return values(of: flag.value, flag.choices) }
        if let equals = current.firstIndex(of: "="), let flag = valuedFlag(String(current[..<equals])) {
            // A shell that does not split at `=` replaces the whole word.
            return values(of: flag.value, flag.choices).map { value in
                value.word.hasPrefix(":") ? value : Candidate(word: "--\(flag.name)=\(value.word)")
            }
        }
        return candidates(behind: operands, isFlag: current.hasPrefix("-"))
    }

    private static func candidates(behind operands: [String], isFlag: Bool) -> [Candidate] {
        guard let command = operands.isEmpty ? .serve : Command(operands) else {
            return operands.count == 1 ? Command.below(operands[0]) : []
        }
        if operands.isEmpty, !isFlag {
            return Command.firstWords.map { Candidate(word: $0, summary: Command.brief($0)) }
        }
        let operand = command.operands.dropFirst(operands.dropFirst(command.words).count).first
        if let operand, !isFlag { return values(of: operand.name, operand.choices) }
        return command.flags.map { Candidate(word: "--\($0.name)", summary: $0.brief) } + noticeFlags
    }

    private static func valuedFlag(_ word: String) -> Flag? {
        Flag.all.first { "--\($0.name)" == word && !$0.value.isEmpty }
    }

    /// The candidates for a value, by its name in explanations.
    private static func values(of name: String, _ choices: [String]) -> [Candidate] {
        switch name {
        case "DIR": [Candidate(word: ":folder")]
        case "FILE": [Candidate(word: ":file")]
        default: choices.map { Candidate(word: $0) }
        }
    }
}

extension String {
    /// The first part of an explanation, which fits beside a word: up to the first full stop, colon or
    /// semicolon, in one line.
    fileprivate var beginning: String {
        let words = split(whereSeparator: \.isWhitespace)
        let count = words.firstIndex { [".", ":", ";"].contains($0.last) }.map { $0 + 1 } ?? words.count
        let text = words.prefix(count).joined(separator: " ")
        return [".", ":", ";"].contains(text.last) ? String(text.dropLast()) : text
    }
}

extension Flag {
    fileprivate var brief: String { help.beginning }
}

extension Command {
    /// The second words of the commands with this first word.
    fileprivate static func below(_ word: String) -> [Completion.Candidate] {
        allCases.filter { $0.words == 2 && $0.firstWord == word }.map { command in
            Completion.Candidate(
                word: String(command.rawValue.dropFirst(word.count + 1)), summary: command.summary.beginning)
        }
    }

    /// A short explanation of a first word.
    fileprivate static func brief(_ word: String) -> String {
        let below = below(word).map(\.word)
        guard below.isEmpty else { return "One of \(below.joined(separator: ", "))" }
        return about(word).first?.summary.beginning ?? ""
    }
}
