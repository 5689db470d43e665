/// A list to import, with its items. The server gives it a new identifier.
public struct ImportedChecklist: Hashable, Sendable {
    /// The fields of the list.
    public var draft: ChecklistDraft
    /// The time of creation, if the source has one.
    public var createdAt: Timestamp?
    /// The last change of the name or icon, if the source has one.
    public var updatedAt: Timestamp?
    /// The names of the sections, in their order.
    public private(set) var sections: [String] = []
    /// Whether the list remembers the sections of texts.
    public var remembersSections = true
    /// The items, in the order of their positions.
    public var items: [ImportedItem]

    /// Creates a list to import.
    public init(
        _ draft: ChecklistDraft, createdAt: Timestamp? = nil, updatedAt: Timestamp? = nil,
        items: [ImportedItem]
    ) {
        self.draft = draft
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.items = items
    }

    /// Adds a section, unless its name breaks a rule or the list has the maximum number of sections.
    /// - Returns: The broken rules; empty if the list has the section now.
    public mutating func addSection(_ name: String) -> [Violation] {
        guard sections.count < Limits.sectionsMax else {
            return [Violation("", .tooMany(max: Limits.sectionsMax, "sections"))]
        }
        let violations = TextRule.sectionName.violations(of: name, at: "")
        if violations.isEmpty { sections.append(TextRule.sectionName.kept(name)) }
        return violations
    }
}

/// An item to import, with its history.
public struct ImportedItem: Hashable, Sendable {
    /// The fields of the item.
    public var draft: ItemDraft
    /// The index of its section in `sections`.
    public var section: Int?
    /// The index of its parent among the items of the list. The parent must come first.
    public var parent: Int?
    /// When a snoozed reminder fires again.
    public var snoozedUntil: Timestamp?
    /// When the item was checked, if it is checked and the source has the time.
    public var checkedAt: Timestamp?
    /// How often the item was completed, if it recurs.
    public var completionsCount = 0
    /// The last completion, if the source has one.
    public var lastCompletedAt: Timestamp?
    /// The time of creation, if the source has one.
    public var createdAt: Timestamp?
    /// The last change, if the source has one.
    public var updatedAt: Timestamp?

    /// Creates an item without history.
    public init(_ draft: ItemDraft) {
        self.draft = draft
    }
}

/// The result of an import.
public struct ImportCount: Hashable, Sendable {
    /// The number of lists.
    public var checklists: Int
    /// The number of items on all of them.
    public var items: Int
    /// The identifiers of the new lists, in order; empty before an import.
    public var checklistIDs: [Checklist.ID]

    /// Creates a result.
    public init(checklists: Int, items: Int, checklistIDs: [Checklist.ID] = []) {
        self.checklists = checklists
        self.items = items
        self.checklistIDs = checklistIDs
    }
}
