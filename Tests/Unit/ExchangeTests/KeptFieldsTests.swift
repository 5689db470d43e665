import Checklists
import Testing

@testable import Exchange

/// What an import keeps of a file that says all that its format can say.
@Suite("The fields that each format keeps")
struct KeptFieldsTests {
    /// One row for each format: the fields that are kept, by their letters in `Field`.
    static let table: [(format: ForeignFormat, kept: String)] = [
        (.todoist, "lists sections subtasks tags dates recurrence notes order"),
        (.ticktick, "lists done sections subtasks tags dates recurrence reminders notes order"),
        (.googleTasks, "lists done subtasks dates notes order"),
        (.googleKeep, "lists done tags notes order"),
        (.microsoftToDo, "lists done subtasks tags dates recurrence reminders notes order"),
        (.ics, "lists done subtasks tags dates recurrence reminders notes order"),
        (.vikunja, "lists done sections subtasks tags dates recurrence reminders notes order"),
        (.trello, "done sections subtasks tags dates reminders notes order"),
        (.taskwarrior, "lists done sections tags dates recurrence notes order"),
        (.todoTxt, "lists done subtasks tags dates recurrence order"),
        (.markdown, "lists done sections subtasks tags dates recurrence reminders notes order"),
        (.org, "done sections subtasks tags dates recurrence reminders notes order"),
        (.csv, "lists done sections subtasks tags dates recurrence reminders notes order"),
        (.text, "lists done sections subtasks order"),
    ]

    @Test("are those of the table", arguments: table.map(\.format))
    func kept(_ format: ForeignFormat) throws {
        let expected = try #require(Self.table.first { $0.format == format }).kept
        let bytes = try #require(FullFiles.files[format])
        let plan = try format.plan(of: bytes, .fixed())
        #expect(Self.kept(plan).joined(separator: " ") == expected, "\(plan.notes.first)")
        #expect(try ImportFormat(detecting: UnpackedFile(bytes, .fixed())) == .foreign(format))
    }

    private static func kept(_ plan: ImportPlan) -> [String] {
        let items = plan.checklists.flatMap(\.items)
        let texts = items.map(\.draft.text).filter { ["A", "B", "C"].contains($0) }
        let facts: [(String, Bool)] = [
            (
                "lists",
                plan.checklists.count > 1 && plan.checklists.allSatisfy { $0.draft.name != "Imported" }
            ),
            ("done", items.contains { $0.draft.isChecked }),
            ("sections", plan.checklists.contains { !$0.sections.isEmpty }),
            ("subtasks", items.contains { $0.parent != nil }),
            ("tags", items.contains { $0.draft.patch.details.tags?.isEmpty == false }),
            ("dates", items.contains { $0.draft.dueOn != nil || $0.draft.dueDate != nil }),
            ("recurrence", items.contains { $0.draft.recurrence != nil }),
            ("reminders", items.contains { $0.draft.reminds }),
            ("notes", items.contains { $0.draft.notes?.isEmpty == false }),
            ("order", texts == ["A", "B", "C"]),
        ]
        return facts.filter(\.1).map(\.0)
    }
}
