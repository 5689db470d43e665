/// A query for items.
public struct ItemQuery: Hashable, Sendable {
    /// A property to sort by. The raw value is the name on the wire.
    public enum Property: String, CaseIterable, Hashable, Sendable {
        case position, text, dueDate, important, checked, createdAt, updatedAt, checkedAt
        /// The name of the list.
        case checklist
        /// The sections of each list in their order, after the items without a section. This key implies
        /// `checklist`.
        case section

        /// The accessor of the property's values.
        @inlinable package var field: SortField<Item> {
            switch self {
            case .position: .number { $0.position }
            case .text: .text { $0.text }
            case .dueDate: .optionalMoment { $0.dueDate }
            case .important: .flag { $0.important }
            case .checked: .flag { $0.checked }
            case .createdAt: .moment { $0.createdAt }
            case .updatedAt: .moment { $0.updatedAt }
            case .checkedAt: .optionalMoment { $0.checkedAt }
            case .checklist: .number { $0.checklistID.rawValue }
            case .section: .number { $0.hasDetails ? $0.sectionNumber : 0 }
            }
        }

        /// Whether the key groups items by list or section. The order of the groups is stored in the lists,
        /// not in the items.
        package var isGroup: Bool { self == .checklist || self == .section }

        /// Whether the key has many values, unlike groups and flags. Groups after such a key would be small.
        package var hasManyValues: Bool {
            if case .flag = field { return false }
            return !isGroup
        }
    }

    /// The list to read; `nil` for several.
    public var checklistID: Checklist.ID?
    /// The lists to read if `checklistID` is `nil`; empty for all. Lists that the caller does not see are
    /// ignored.
    public var checklistIDs: [Checklist.ID] = []
    /// The lists to read, by whether the person has archived them. By default, a query over all lists leaves
    /// out archived ones, and a query that names lists does not. Ignored if `checklistID` is set.
    public var archived: ArchiveSelection?
    /// The conditions on the items.
    public var filter = ItemFilter()
    /// The sort keys. The identifier breaks ties. `false` comes before `true`. Keys that group by list or
    /// section are ignored after keys other than `checked` and `important`.
    public var sort: [SortKey<Property>] = [SortKey(.position)]
    /// The page to read.
    public var page = PageRequest()

    /// Creates a query for all items of a list, or of all lists.
    public init(checklistID: Checklist.ID? = nil) {
        self.checklistID = checklistID
    }

    /// A hash of the query without its page, the same in every process. A cursor contains it.
    package var digest: UInt64 {
        var digest = FowlerNollVo()
        digest.add(sort)
        digest.add(checklistID.map { Int64($0.rawValue) })
        filter.add(to: &digest)
        // A query without these fields has the same hash as in earlier versions.
        if !checklistIDs.isEmpty {
            digest.add("lists")
            for id in checklistIDs { digest.add(Int64(id.rawValue)) }
        }
        if let archived {
            digest.add("archived")
            digest.add(archived.rawValue)
        }
        return digest.value
    }
}

/// A choice of lists by whether a person has archived them. The raw value is the name on the wire.
public enum ArchiveSelection: String, CaseIterable, Hashable, Sendable {
    /// The lists that are not archived.
    case current = "false"
    /// The archived lists.
    case archived = "true"
    case any

    /// Whether the choice includes a list.
    package func includes(isArchived: Bool) -> Bool {
        switch self {
        case .current: !isArchived
        case .archived: isArchived
        case .any: true
        }
    }
}

extension ItemQuery {
    /// The choice of archived or other lists, with the default applied.
    package var archiveSelection: ArchiveSelection { archived ?? (checklistIDs.isEmpty ? .current : .any) }
}
