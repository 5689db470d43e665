/// Completes an unfinished command line.
///
/// The scripts of `Shell` run `checklistd complete WORDS...`, which help and suggestions do not name.
enum Completion {
    /// A word that can stand at the cursor.
    struct Candidate: Equatable {
        /// The word, or `:file` or `:folder`: the shell completes names of files better itself.
        let word: String
        /// Its explanation; may be empty.
        var summary = ""

        /// How it is printed: the word, a tab and the explanation.
        var line: String { summary.isEmpty ? word : "\(word)\t\(summary)" }
    }

    /// The flags that every command knows.
    private static let noticeFlags = [
        Candidate(word: "--help", summary: "Explain the command"),
        Candidate(word: "--version", summary: "Print the version"),
    ]

    /// The candidates for the word at the cursor, in the order of `--help`. The shells filter them by what
    /// has been typed.
    /// - Parameter words: The words up to the cursor without the program's name; the last is the one at the
    ///   cursor.
    static func candidates(for words: [String]) -> [Candidate] {
        // Bash makes `=` a word of its own.
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
            // A shell that leaves the word whole replaces all of it.
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

    /// What a value can be, by the name that explanations give it.
    private static func values(of name: String, _ choices: [String]) -> [Candidate] {
        switch name {
        case "DIR": [Candidate(word: ":folder")]
        case "FILE": [Candidate(word: ":file")]
        default: choices.map { Candidate(word: $0) }
        }
    }
}

extension String {
    /// The beginning of an explanation, which is all that there is room for beside a word: up to the first
    /// full stop, colon or semicolon, in one line.
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
    /// The second words of the commands that begin with a word.
    fileprivate static func below(_ word: String) -> [Completion.Candidate] {
        allCases.filter { $0.words == 2 && $0.firstWord == word }.map { command in
            Completion.Candidate(
                word: String(command.rawValue.dropFirst(word.count + 1)), summary: command.summary.beginning)
        }
    }

    /// What a first word does.
    fileprivate static func brief(_ word: String) -> String {
        let below = below(word).map(\.word)
        guard below.isEmpty else { return "One of \(below.joined(separator: ", "))" }
        return about(word).first?.summary.beginning ?? ""
    }
}
