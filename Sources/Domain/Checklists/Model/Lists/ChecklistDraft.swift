/// The fields of a checklist to create.
public struct ChecklistDraft: Hashable, Sendable {
    /// The name as sent; `validated()` trims it.
    public var name: String
    /// The picture beside the name.
    public var icon: Icon
    /// The UUID that the client chose.
    public var uid: String?
    /// When the server unchecks all items; `nil` for never.
    public var resetRule: ResetRuleDraft?
    /// The resource name and dead properties from a CalDAV client.
    public var collection: CalendarCollection?
    /// Whether the list remembers the sections of texts.
    public var remembersSections = true
    /// The position of the list in the order of its owner, from a CalDAV client.
    public var position: Int?

    /// Creates a draft without a reset rule.
    public init(name: String, icon: Icon = .folder) {
        self.name = name
        self.icon = icon
    }
}

/// A partial update of a checklist; `nil` leaves a field unchanged.
public struct ChecklistPatch: Hashable, Sendable {
    /// The new name.
    public var name: String?
    /// The new icon.
    public var icon: Icon?
    /// The new reset rule; `.some(nil)` removes it.
    public var resetRule: ResetRuleDraft??
    /// The new resource name and dead properties.
    public var collection: CalendarCollection?
    /// Whether the list remembers the sections of texts.
    public var remembersSections: Bool?
    /// The new dead properties of the calling member, which other members do not see.
    public var calendarProperties: [DeadProperty]?
    /// The new position of the list in the order of the calling member.
    public var position: Int?

    /// Whether the patch changes nothing that other members see.
    var isPersonal: Bool {
        var other = ChecklistPatch()
        (other.calendarProperties, other.position) = (calendarProperties, position)
        return ofMember && self == other
    }

    /// Whether the patch changes the settings of the calling member.
    var ofMember: Bool { calendarProperties != nil || position != nil }

    /// Creates a patch of the name and the icon.
    public init(name: String? = nil, icon: Icon? = nil) {
        self.name = name
        self.icon = icon
    }
}
