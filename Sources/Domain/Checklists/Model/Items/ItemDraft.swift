/// A new item as its client describes it: a text, and a patch of a blank item.
///
/// The fields of the patch are fields of the draft. A field that a patch can clear is optional once here:
/// `nil` leaves it blank.
@dynamicMemberLookup
public struct ItemDraft: Hashable, Sendable {
    /// The client-chosen name; `nil` for none.
    public var uid: String?
    /// All other fields. The list, the lead and the cancellation have no effect.
    public var patch: ItemPatch

    /// Creates a draft with a text only.
    public init(text: String) {
        self.init(ItemPatch(), text: text)
    }

    /// Creates a draft from a patch and a text.
    public init(_ patch: ItemPatch, text: String) {
        self.patch = patch
        self.patch.text = text
    }

    /// The task as sent; `validated()` trims it.
    public var text: String {
        get { patch.text ?? "" }
        set { patch.text = newValue }
    }
    /// The location.
    public var location: Location? {
        get { patch.location.flatMap { $0?.named } }
        set { patch.location = newValue.map { LocationPatch($0) } }
    }
    /// Whether the new item is checked.
    public var isChecked: Bool { patch.checked ?? false }
    /// Whether the new item has a reminder at its due time or an alarm.
    public var reminds: Bool { patch.shouldRemind ?? false || patch.alarms.map { !$0.isEmpty } ?? false }

    /// A field of the patch.
    public subscript<Value>(dynamicMember path: WritableKeyPath<ItemPatch, Value?>) -> Value? {
        get { patch[keyPath: path] }
        set { patch[keyPath: path] = newValue }
    }

    /// A field of the patch that can be cleared.
    public subscript<Value>(dynamicMember path: WritableKeyPath<ItemPatch, Value??>) -> Value? {
        get { patch[keyPath: path] ?? nil }
        set { patch[keyPath: path] = newValue.map(Optional.some) }
    }
}

extension ItemDraft {
    /// The rules that the draft breaks.
    public func violations() -> [Violation] { patch.violations(isNew: true, uid: uid) }

    /// The draft as it is stored, with its texts trimmed.
    /// - Throws: `invalid`.
    public func validated() throws(ChecklistsError) -> ItemDraft {
        try violations().throwIfAny()
        var draft = self
        draft.patch.trim()
        return draft
    }
}
