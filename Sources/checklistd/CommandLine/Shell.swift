/// A shell that can complete what somebody types, by a script made from the tables of commands and flags.
enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// The script that teaches it.
    var script: String {
        switch self {
        case .bash: BashCompletion.script
        case .zsh: ZshCompletion.script
        case .fish: FishCompletion.script
        }
    }

    /// The flags that every command knows.
    static let noticeFlags = [
        (name: "help", summary: "Explain the command"), (name: "version", summary: "Print the version"),
    ]
}

/// What a value may be, as far as it can be completed.
enum ValueKind: Equatable {
    case text
    case file
    case folder
    case oneOf([String])

    /// What stands behind the name that explanations give it.
    init(_ name: String, choices: [String]) {
        switch name {
        case _ where !choices.isEmpty: self = .oneOf(choices)
        case "DIR": self = .folder
        case "FILE": self = .file
        default: self = .text
        }
    }
}

extension Flag {
    /// What its value may be; `nil` where it takes none.
    var kind: ValueKind? { value.isEmpty ? nil : ValueKind(value, choices: choices) }

    /// The beginning of its explanation, which is all that there is room for beside a word: up to the first
    /// full stop, colon or semicolon.
    var brief: String {
        let words = help.split(whereSeparator: \.isWhitespace)
        let count = words.firstIndex { [".", ":", ";"].contains($0.last) }.map { $0 + 1 } ?? words.count
        let text = words.prefix(count).joined(separator: " ")
        return [".", ":", ";"].contains(text.last) ? String(text.dropLast()) : text
    }
}

extension Command {
    /// What the word behind it may be; `nil` where it takes none.
    var operandKind: ValueKind? { operands.first.map { ValueKind($0.name, choices: $0.choices) } }

    /// The second words of the commands that begin with a word, with the commands.
    static func below(_ word: String) -> [(word: String, command: Command)] {
        allCases.filter { $0.words == 2 && $0.firstWord == word }
            .map { (String($0.rawValue.dropFirst(word.count + 1)), $0) }
    }

    /// What a first word does.
    static func brief(_ word: String) -> String {
        let below = below(word).map(\.word)
        guard below.isEmpty else { return "One of \(below.joined(separator: ", "))" }
        return about(word).first?.brief ?? ""
    }

    /// The first sentence on what it does.
    var brief: String { String(summary.prefix { $0 != "." && $0 != ":" && $0 != ";" }) }

    /// The first words that others follow.
    static var beginnings: [String] { firstWords.filter { !below($0).isEmpty } }
}
