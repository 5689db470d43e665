/// A partial update of a member's settings for one list; `nil` leaves a field unchanged.
public struct ListPreferencesPatch: Hashable, Sendable {
    /// Whether the person gets no reminders of the list, except for items assigned to them.
    public var isMuted: Bool?
    /// The sort keys of the items, at least one and all different; `.some(nil)` for those of the preferences.
    public var itemSort: [SortKey<ItemQuery.Property>]??
    /// Whether the page shows checked items; `.some(nil)` for the setting of the preferences.
    public var showChecked: Bool??
    /// The sort key of the list in the person's order of lists.
    public var position: Int?
    /// Whether the person pins the list above the others.
    public var isPinned: Bool?
    /// Whether the person archives the list.
    public var isArchived: Bool?

    /// Creates an empty patch.
    public init() {}

    /// The rules that the patch breaks.
    public func violations() -> [Violation] {
        guard let position, abs(position) > Limits.positionMax else { return [] }
        return [
            Violation("/position", .outOfRange(-Limits.positionMax...Limits.positionMax, isWhole: true))
        ]
    }

    /// Applies the patch. A list that is already archived keeps its time.
    func applied(to preferences: ListPreferences, at now: Timestamp) -> ListPreferences {
        var preferences = preferences
        if let isMuted { preferences.isMuted = isMuted }
        if let itemSort { preferences.itemSort = itemSort }
        if let showChecked { preferences.showChecked = showChecked }
        if let position { preferences.position = position }
        if let isPinned { preferences.isPinned = isPinned }
        if let isArchived { preferences.archivedAt = isArchived ? preferences.archivedAt ?? now : nil }
        return preferences
    }
}
