/// A new item as its client describes it: a text, and a patch of a blank item.
///
/// The fields of the patch are fields of the draft. A field that a patch can clear is optional once here:
/// `nil` leaves it blank.
@dynamicMemberLookup
public struct ItemDraft: Hashable, Sendable {
    /// What the client calls it by, if it does.
    public var uid: String?
    /// Everything else. Its list, lead and cancellation have no effect.
    public var patch: ItemPatch

    /// An item that is yet to be made.
    public init(text: String) {
        self.init(ItemPatch(), text: text)
    }

    /// An item that is yet to be made, with that text.
    public init(_ patch: ItemPatch, text: String) {
        self.patch = patch
        self.patch.text = text
    }

    /// What is to be done, as given; `validated()` trims it.
    public var text: String {
        get { patch.text ?? "" }
        set { patch.text = newValue }
    }
    /// Where it is to be done.
    public var location: Location? {
        get { patch.location.flatMap { $0?.named } }
        set { patch.location = newValue.map { LocationPatch($0) } }
    }
    /// Whether the new item is checked.
    public var isChecked: Bool { patch.checked ?? false }
    /// Whether the new item reminds, when it is due or by an alarm.
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
    /// What breaks the rules.
    public func violations() -> [Violation] { patch.violations(of: self) }

    /// The draft as it is kept, with its texts trimmed.
    /// - Throws: `invalid`.
    public func validated() throws(ChecklistsError) -> ItemDraft {
        try violations().throwIfAny()
        var draft = self
        draft.patch.trim()
        return draft
    }
}

/// Where an item goes within its list.
public enum ItemPlacement: Hashable, Sendable {
    case before(Item.ID)
    case after(Item.ID)
    case first
    case last
}
