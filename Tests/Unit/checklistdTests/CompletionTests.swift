import Testing

@testable import checklistd

@Suite struct `The words that complete a command line` {
    /// What is offered for words between blanks, the last of which is at the cursor.
    private func offered(_ line: String) -> [String] { candidates(line).map(\.word) }

    private func candidates(_ line: String) -> [Completion.Candidate] {
        Completion.candidates(
            for: line.split(separator: " ", omittingEmptySubsequences: false).map(String.init))
    }

    @Test func `are the commands at first`() {
        #expect(offered("") == Command.firstWords)
        #expect(offered("ba") == Command.firstWords)
        #expect(Completion.candidates(for: []).map(\.word) == Command.firstWords)
        #expect(offered("--data x ") == Command.firstWords)
        #expect(!Command.firstWords.contains("complete"))
    }

    @Test func `are every command with its flags`() {
        for command in Command.allCases {
            let flags = command.flags.map { "--\($0.name)" } + ["--help", "--version"]
            #expect(offered("\(command.rawValue) -") == flags)
            let operands = command.operands.map { _ in "x " }.joined()
            #expect(offered("\(command.rawValue) \(operands)") == flags)
            guard command.words == 2 else { continue }
            let second = String(command.rawValue.drop { $0 != " " }.dropFirst())
            #expect(offered("\(command.firstWord) ").contains(second))
        }
        #expect(offered("--") == offered("serve --"))
    }

    @Test(arguments: [
        ("token ", ["create", "list", "revoke"]), ("--data x token ", ["create", "list", "revoke"]),
        ("token none ", []), ("nonsense ", []), ("person add ", []),
        ("completion ", ["bash", "zsh", "fish"]), ("completion z", ["bash", "zsh", "fish"]),
        ("completion zsh ", ["--help", "--version"]), ("help ", Command.firstWords),
        ("import ", [":file"]), ("backup ", [":folder"]),
    ])
    func `fit the command`(line: String, words: [String]) {
        #expect(offered(line) == words)
    }

    @Test(arguments: [
        ("--log-format ", ["text", "json"]), ("--log-format =", ["text", "json"]),
        ("--log-format = j", ["text", "json"]),
        ("--log-format=j", ["--log-format=text", "--log-format=json"]),
        ("--data ", [":folder"]), ("--data=x", [":folder"]), ("--webhook-ca ", [":file"]),
        ("--listen ", []), ("--listen=", []),
    ])
    func `are the values of a flag`(line: String, words: [String]) {
        #expect(offered(line) == words)
    }

    @Test func `have their explanation behind a tab`() {
        let lines = candidates("").map(\.line)
        #expect(lines.contains("backup\tCopy everything into a new data folder"))
        #expect(lines.contains("token\tOne of create, list, revoke"))
        for command in Command.allCases {
            for line in candidates("\(command.rawValue) -").map(\.line) {
                #expect(line.count { $0 == "\t" } == 1 && !line.contains("\n"), "\(line)")
            }
        }
        #expect(candidates("completion ").map(\.line) == ["bash", "zsh", "fish"])
    }

    @Test func `are asked for by a command that nothing names`() throws {
        let words = ["token", "create", "--help", "--nonsense", "-"]
        let arguments = try CommandLineArguments(["complete"] + words, environment: [:])
        #expect(arguments.notice == .candidates(of: words))
        for text in [Help.text(on: Command.allCases), Help.overview, ManualPage.text] {
            #expect(!text.contains("checklistd complete "))
        }
        #expect(!Command.topics.contains("complete"))
    }
}
