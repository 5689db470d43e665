/// A person's display settings. The server stores them for clients; only the time zone affects other
/// responses.
public struct Preferences: Hashable, Sendable {
    /// The person.
    public var personID: Person.ID
    /// The list that the person opened last; `nil` if there is none, or it no longer exists.
    public var selectedChecklistID: Checklist.ID?
    /// Whether the page shows checked items.
    public var showChecked = true
    /// The sort keys of items, at least one and all different.
    public var itemSort: [SortKey<ItemQuery.Property>] = [SortKey(.position)]
    /// The IANA time zone of times that have none; `nil` for UTC.
    public var timeZone: String?
    /// The saved views in their order.
    public var views: [SavedView] = []
    /// The revision that last changed the preferences; zero for the defaults.
    public var revision = Revision.zero

    /// Creates the default preferences.
    public init(of personID: Person.ID = .first) { self.personID = personID }
}

/// A partial update of preferences; `nil` leaves a field unchanged.
public struct PreferencesPatch: Hashable, Sendable {
    /// The list that the person opened; `.some(nil)` for none.
    public var selectedChecklistID: Checklist.ID??
    /// Whether the page shows checked items.
    public var showChecked: Bool?
    /// The sort keys of items, at least one and all different.
    public var itemSort: [SortKey<ItemQuery.Property>]?
    /// An IANA time zone; `.some(nil)` for UTC.
    public var timeZone: String??

    /// Creates an empty patch.
    public init() {}

    func applied(to preferences: Preferences) -> Preferences {
        var preferences = preferences
        if let selectedChecklistID { preferences.selectedChecklistID = selectedChecklistID }
        if let showChecked { preferences.showChecked = showChecked }
        if let itemSort { preferences.itemSort = itemSort }
        // UTC is shown where no zone is set, and a client may send it back.
        let utc = LocalTime.utc.name
        if let timeZone, (timeZone ?? utc) != (preferences.timeZone ?? utc) {
            preferences.timeZone = timeZone
        }
        return preferences
    }
}
