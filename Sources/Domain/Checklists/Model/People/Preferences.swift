/// How somebody wants to see the lists. Kept for clients; but for the time zone, no other answer depends on
/// it.
public struct Preferences: Hashable, Sendable {
    /// Who wants it so.
    public var personID: Person.ID
    /// The list that was open last; `nil` if none was, or it is gone.
    public var selectedChecklistID: Checklist.ID?
    /// Whether checked items are shown.
    public var showChecked = true
    /// What items are ordered by; at least one key, and none twice.
    public var itemSort: [SortKey<ItemQuery.Property>] = [SortKey(.position)]
    /// The name of the time zone in which days are told that come without one; `nil` for UTC.
    public var timeZone: String?
    /// The change that last touched it; zero while everything is as at the start.
    public var revision = Revision.zero

    /// As they are at the start.
    public init(of personID: Person.ID = .first) { self.personID = personID }
}

/// What a change of the preferences names; `nil` stays as it is.
public struct PreferencesPatch: Hashable, Sendable {
    /// The list that is open now, or none.
    public var selectedChecklistID: Checklist.ID??
    /// Whether checked items are shown.
    public var showChecked: Bool?
    /// What items are ordered by; at least one key, and none twice.
    public var itemSort: [SortKey<ItemQuery.Property>]?
    /// The name of a time zone, or UTC.
    public var timeZone: String??

    /// A change of nothing, to be filled in.
    public init() {}

    /// The preferences with what the patch names.
    func applied(to preferences: Preferences) -> Preferences {
        var preferences = preferences
        if let selectedChecklistID { preferences.selectedChecklistID = selectedChecklistID }
        if let showChecked { preferences.showChecked = showChecked }
        if let itemSort { preferences.itemSort = itemSort }
        if let timeZone { preferences.timeZone = timeZone }
        return preferences
    }
}
