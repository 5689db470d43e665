import Testing

@testable import checklistd

@Suite struct `What the program tells of itself` {
    private let everything = Help.text(on: Command.allCases)

    @Test func `names every command and flag, with its variable`() {
        for command in Command.allCases {
            #expect(Help.overview.contains("  \(command.usage)"))
            #expect(everything.contains("Usage: checklistd \(command.usage)"))
            let name = ManualPage.escaped(command.rawValue)
            let macro = command.operands.isEmpty ? "\n.B \(name)\n" : "\n.BI \"\(name) \" "
            #expect(ManualPage.text.contains(macro))
        }
        for flag in Flag.all {
            #expect(everything.contains("  --\(flag.name)"))
            #expect(everything.contains("[\(flag.variable)]"))
            #expect(ManualPage.text.contains(" \(ManualPage.escaped("--\(flag.name)"))"))
        }
    }

    @Test func `fits a terminal, and has no blanks within a line`() {
        for text in [Help.overview, everything] {
            for line in text.split(separator: "\n") {
                let isExample = Command.allCases.contains { line.contains($0.example) }
                #expect(line.count <= 80 || isExample, "\(line)")
                // Summaries stand in a column; elsewhere a blank is one.
                let words = line.drop { $0 == " " }
                let isInColumns = Command.allCases.contains { words.hasPrefix("\($0.usage)  ") }
                #expect(isInColumns || !words.contains("  "), "\(line)")
            }
        }
    }

    @Test func `begins with what is wanted every day`() throws {
        let serve = Help.text(on: [.serve])
        let listen = try #require(serve.firstRange(of: "--listen ADDRESS"))
        let limits = try #require(serve.firstRange(of: "--head-bytes-max"))
        #expect(listen.lowerBound < limits.lowerBound)
        #expect(Help.overview.contains("--listen ADDRESS"))
        #expect(!Help.overview.contains("--head-bytes-max"))
        #expect(!Help.text(on: [.createToken]).contains("--listen"))
        let create = Help.text(on: [.createToken])
        let add = Help.text(on: [.addPerson])
        for flag in ["--scope SCOPE", "--url URL", "--data DIR", "--store ADDRESS"] {
            #expect(add.contains(flag))
        }
        for flag in ["--name NAME", "--scope SCOPE", "--data DIR"] { #expect(create.contains(flag)) }
    }

    @Test func `has every flag in one group`() {
        #expect(Set(Flag.all.map(\.name)).count == Flag.all.count)
        #expect(Flag.groups.flatMap(\.flags).map(\.name) == Flag.all.map(\.name))
    }

    @Test func `is escaped for roff`() {
        #expect(ManualPage.escaped("--a  b\\c") == #"\-\-a b\ec"#)
        #expect(ManualPage.escaped(".x 'y' …") == #"\&.x \(aqy\(aq \[u2026]"#)
    }
}
