import Testing

@testable import Checklists

@Suite struct `A name` {
    @Test(arguments: [" a ", "\ta\n", "\u{3000}a\u{A0}", "\u{FEFF}\u{200B} a \u{2060}", "\u{2028}a\u{85}"])
    func `loses the white space around it`(name: String) throws {
        try #expect(ChecklistDraft(name: name).validated().name == "a")
        try #expect(ChecklistPatch(name: name).validated().name == "a")
    }

    @Test(arguments: ["a  b", "❤️", "👩‍👩‍👧", "e\u{301}", "a\u{200D}b"]) func `is kept as it is otherwise`(
        name: String
    ) throws {
        try #expect(
            Array(ChecklistDraft(name: name).validated().name.unicodeScalars) == Array(name.unicodeScalars))
    }

    @Test(arguments: ["", " ", "\u{3000}", "\u{200B}\u{FEFF}"]) func `is not empty`(name: String) {
        #expect(violations(name) == [.empty])
    }

    @Test func `has up to 200 characters, as a person counts them`() {
        for character in ["a", "é", "e\u{301}", "牛", "👩‍👩‍👧‍👦"] {
            #expect(violations(String(repeating: character, count: 200)) == [])
            #expect(violations(String(repeating: character, count: 201)) == [.tooLong(max: 200, .characters)])
        }
    }

    @Test func `is not a heap of combining marks`() {
        let marks = String(
            repeating: "\u{301}", count: Limits.nameCharactersMax * Limits.characterBytesMax / 2)
        #expect(violations(marks) == [])
        #expect(violations("a" + marks) == [.tooLong(max: 12_800, .bytes)])
    }

    @Test(arguments: ["\u{0}", "\t", "\u{7F}", "\u{85}", "\u{9F}", "\u{1}"] as [Unicode.Scalar])
    func `has no control characters`(scalar: Unicode.Scalar) {
        #expect(violations("é\(scalar)b\u{2}") == [.control(scalar)])
        #expect(Violation.Reason.control(scalar).code == .controlCharacter)
    }

    @Test(arguments: ["\n", "\r", "\u{2028}", "\u{2029}"] as [Unicode.Scalar])
    func `is one line`(scalar: Unicode.Scalar) {
        #expect(violations("a\(scalar)b") == [.control(scalar)])
        #expect(Violation.Reason.control(scalar).code == .lineBreak)
    }

    private func violations(_ name: String) -> [Violation.Reason] {
        let violations = ChecklistDraft(name: name).violations()
        #expect(ChecklistPatch(name: name).violations() == violations)
        #expect(violations.allSatisfy { $0.pointer == "/name" })
        return violations.map(\.reason)
    }
}

@Suite struct `Notes` {
    @Test(arguments: ["", " a ", "a\r\nb\n\tc\r", "\u{2028}"]) func `are kept as they are`(notes: String)
        throws
    {
        var draft = ItemDraft(text: "a")
        draft.notes = notes
        try #expect(Array((draft.validated().notes ?? "").unicodeScalars) == Array(notes.unicodeScalars))
    }

    @Test func `have up to 20,000 characters`() {
        #expect(violations(String(repeating: "\r\n", count: 20_000)) == [])
        #expect(violations(String(repeating: "a", count: 20_001)) == [.tooLong(max: 20_000, .characters)])
    }

    @Test(arguments: ["\u{0}", "\u{B}", "\u{1B}", "\u{85}"] as [Unicode.Scalar])
    func `have no other control characters`(scalar: Unicode.Scalar) {
        #expect(violations("a\n\(scalar)") == [.control(scalar)])
    }

    private func violations(_ notes: String) -> [Violation.Reason] {
        var draft = ItemDraft(text: "a")
        draft.notes = notes
        var patch = ItemPatch()
        patch.notes = notes
        #expect(patch.violations() == draft.violations())
        #expect(draft.violations().allSatisfy { $0.pointer == "/notes" })
        return draft.violations().map(\.reason)
    }
}

@Suite struct `A location` {
    @Test(arguments: [
        Location(city: "Paris"), Location(latitude: 90, longitude: -180),
        Location(latitude: -90, longitude: 180),
        Location(street: "a", postalCode: "b", city: "c", country: "d", latitude: 0, longitude: 0),
    ]) func `has any parts, coordinates together`(location: Location) {
        #expect(pointers(location) == [])
    }

    @Test(arguments: [
        (Location(), ["/location"]), (Location(street: ""), ["/location/street"]),
        (Location(postalCode: " "), ["/location/postalCode"]),
        (Location(country: "\n\u{0}a"), ["/location/country"]),
        (Location(city: String(repeating: "a", count: 201)), ["/location/city"]),
        (Location(latitude: 1), ["/location/longitude"]), (Location(longitude: 1), ["/location/latitude"]),
        (Location(latitude: 90.1, longitude: -180.1), ["/location/latitude", "/location/longitude"]),
        (Location(latitude: .nan, longitude: .infinity), ["/location/latitude", "/location/longitude"]),
    ]) func `breaks a rule where it does`(location: Location, expected: [String]) {
        #expect(pointers(location) == expected)
    }

    @Test func `is trimmed in a draft and in a patch`() throws {
        var draft = ItemDraft(text: "a")
        draft.location = Location(street: " a ", postalCode: " b ", city: " c ", country: " d ")
        let expected = Location(street: "a", postalCode: "b", city: "c", country: "d")
        try #expect(draft.validated().location == expected)
        var patch = ItemPatch()
        var location = LocationPatch()
        location.street = .some(" a ")
        location.postalCode = .some(" b ")
        location.city = .some(" c ")
        location.country = .some(" d ")
        location.latitude = .some(nil)
        patch.location = .some(location)
        let applied = try #require(try patch.validated().location ?? nil).applied(to: nil)
        #expect(applied == expected)
    }

    private func pointers(_ location: Location) -> [String] {
        var draft = ItemDraft(text: "a")
        draft.location = location
        return draft.violations().map(\.pointer)
    }
}

@Suite struct `A snoozed item` {
    private let moment = Timestamp(milliseconds: 1_000)

    @Test func `is put off no more when its reminder is edited or its mark set`() throws {
        let edits: [(String, (inout ItemPatch) -> Void, isPutOff: Bool)] = [
            ("text", { $0.text = "b" }, true), ("important", { $0.important = true }, true),
            ("same date", { [moment] in $0.dueDate = .some(moment) }, true),
            ("date", { [moment] in $0.dueDate = .some(moment.advanced(byMilliseconds: 1)) }, false),
            ("switch", { $0.shouldRemind = false }, false), ("mark", { $0.checked = true }, false),
        ]
        for (name, edit, isPutOff) in edits {
            var patch = ItemPatch()
            edit(&patch)
            let edited = try patch.applied(to: snoozed, at: moment)
            #expect((edited.snoozedUntil != nil) == isPutOff, "\(name)")
        }
    }

    @Test func `reminds when it was put off to`() {
        var item = snoozed
        item.reschedule(from: nil, at: moment)
        #expect(item.remindAt == snoozed.snoozedUntil)
    }

    private var snoozed: Item {
        Item(
            id: Item.ID(rawValue: 1), checklistID: Checklist.ID(rawValue: 1), text: "a", dueDate: moment,
            shouldRemind: true, snoozedUntil: moment.advanced(byMilliseconds: 9), position: 1,
            createdAt: moment,
            updatedAt: moment, revision: .zero)
    }
}
