/// A list from elsewhere, with its items. Whatever number it had there, it gets one of its own.
public struct ImportedChecklist: Hashable, Sendable {
    /// What it is like.
    public var draft: ChecklistDraft
    /// When it was made, if that is known.
    public var createdAt: Timestamp?
    /// When its name or icon last changed, if that is known.
    public var updatedAt: Timestamp?
    /// Its items, the first on top.
    public var items: [ImportedItem]

    /// A list from elsewhere.
    public init(
        _ draft: ChecklistDraft, createdAt: Timestamp? = nil, updatedAt: Timestamp? = nil,
        items: [ImportedItem]
    ) {
        self.draft = draft
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.items = items
    }
}

/// An item from elsewhere, with what it went through there.
public struct ImportedItem: Hashable, Sendable {
    /// What it is like.
    public var draft: ItemDraft
    /// When its reminder comes again, while it is put off.
    public var snoozedUntil: Timestamp?
    /// When it was checked, if it is and that is known.
    public var checkedAt: Timestamp?
    /// How often it was done, where it comes again.
    public var completionsCount = 0
    /// When that was last, if that is known.
    public var lastCompletedAt: Timestamp?
    /// When it was made, if that is known.
    public var createdAt: Timestamp?
    /// When anything of it last changed, if that is known.
    public var updatedAt: Timestamp?

    /// An item from elsewhere.
    public init(_ draft: ItemDraft) {
        self.draft = draft
    }
}

/// How much was imported.
public struct ImportCount: Hashable, Sendable {
    /// How many lists.
    public var checklists: Int
    /// How many items on all of them.
    public var items: Int

    /// So much.
    public init(checklists: Int, items: Int) {
        self.checklists = checklists
        self.items = items
    }
}
