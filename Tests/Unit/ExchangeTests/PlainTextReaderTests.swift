import Checklists
import Testing

@testable import Exchange

@Suite("A plain text")
struct PlainTextReaderTests {
    static let file = """
        Home
        ====

        • Milk
        1. Bread
        (2) 500 g flour
        \t- [x] sifted
            ☑ weighed
        ✔️ Done
        [ ] Open

        Garden:
        – Water
        3.5 litres of oil

        call Mum
        ----------
        Shed
        ----
        * Roof
        """

    private func plan(_ text: String) throws -> ImportPlan {
        try ForeignFormat.text.plan(of: Array(text.utf8), .fixed())
    }

    @Test("has an item a line without its sign")
    func lines() throws {
        let list = try plan(Self.file).checklists[0]
        #expect(list.draft.name == "Home")
        #expect(list.sections == ["Garden", "call Mum", "Shed"])
        #expect(
            list.items.map(\.draft.text) == [
                "Milk", "Bread", "500 g flour", "sifted", "weighed", "Done", "Open", "Water",
                "3.5 litres of oil", "Roof",
            ])
        #expect(
            list.items.map(\.draft.isChecked) == [
                false, false, false, true, true, true, false, false, false, false,
            ])
        #expect(list.items.map(\.parent) == [nil, nil, nil, 2, 2, nil, nil, nil, nil, nil])
        #expect(list.items.map(\.section) == [nil, nil, nil, nil, nil, nil, nil, 0, 0, 2])
    }

    @Test(
        "keeps lines that only look like a sign",
        arguments: ["-5 degrees", "2024 plan", "[a] b", "*bold*", "(a) b"])
    func signs(line: String) throws {
        #expect(try plan(line).checklists[0].items[0].draft.text == line)
    }

    @Test("has all lines of an indented block as items of one level")
    func block() throws {
        let list = try plan("    one\n    two\n     three\n\none:\ntwo").checklists[0]
        #expect(list.items.map(\.parent) == [nil, nil, nil, nil, nil])
    }

    @Test("ends a section with a colon at a blank line before a line without a bullet")
    func sections() throws {
        let list = try plan("Shop:\n- milk\n\n- bread\n\ncall Mum").checklists[0]
        #expect(list.items.map(\.section) == [0, 0, nil])
    }
}
