public import Dates

extension Item {
    /// The rarely used fields besides `timing`: section, parent, tags, amount and start.
    public struct Details: Hashable, Sendable {
        /// The section of the list; `nil` for none. A subtask has the section of its parent.
        public var sectionID: Section.ID?
        /// The item that this item is a subtask of, on the same list.
        public var parentID: Item.ID?
        /// The position of the parent, by which the subtask is sorted among the items of the list.
        package var parentPosition = 0
        /// The UID by which calendar apps name the parent (`RELATED-TO`).
        ///
        /// The list may lack that task. If that task is a subtask, `parentID` is its parent.
        public var parentUID: String?
        /// The numbers of subtasks. Every change of a subtask maintains them.
        public var subtasks = SubtaskCounts()
        /// The revision of the last change that only counted subtasks, and the content revision before it.
        package var countedIn: Revision?
        package var contentRevision: Revision?
        /// At most 20 tags, in the order of the client. No two differ only in case.
        public var tags: [String] = []
        /// The amount.
        public var quantity: Quantity?
        /// The unit of the amount, at most 20 characters.
        public var unit: String?
        /// When the work can begin; `nil` if `startOn` or nothing is set.
        public var startDate: Timestamp?
        /// The day on which the work can begin; `nil` if `startDate` or nothing is set.
        public var startOn: CivilDate?

        /// Creates the details of an item that has none.
        public init() {}

        /// Makes the item a subtask of a parent, in its section.
        mutating func attach(to parent: Item) {
            parentID = parent.id
            parentPosition = parent.position
            sectionID = parent.sectionID
        }

        /// Makes a subtask an item of its own. Its section stays.
        mutating func detach() {
            parentID = nil
            parentPosition = 0
        }

        /// The details of an item that has none.
        public static let none = Details()
    }

    /// The rarely used fields besides `timing`.
    public var details: Details {
        get { box.content.details?.value ?? Details() }
        set { change { $0.details = newValue == Details() ? nil : Boxed(newValue) } }
    }

    /// Whether `details` has any fields. This is faster than reading `details`.
    @inlinable public var hasDetails: Bool { box.content.details != nil }

    /// The revision of the last change, without changes of the counts of subtasks. Calendar objects do not
    /// have these counts.
    public var contentRevision: Revision {
        guard let details = box.content.details?.value, details.countedIn == revision else { return revision }
        return details.contentRevision ?? revision
    }

    /// The item that this item is a subtask of.
    public var parentID: Item.ID? { box.content.details?.value.parentID }

    /// The section of the list.
    public var sectionID: Section.ID? { box.content.details?.value.sectionID }

    /// When the work can begin.
    package var startDate: Timestamp? { box.content.details?.value.startDate }

    /// The day on which the work can begin.
    package var startOn: CivilDate? { box.content.details?.value.startOn }

    /// The number of the section; 0 for none.
    @usableFromInline package var sectionNumber: Int { sectionID?.rawValue ?? 0 }

    /// Whether two states of an item share one box of details. Equal details in different boxes count as
    /// different.
    package func sharesDetails(with other: Item) -> Bool { box.content.details === other.box.content.details }

    /// The tags.
    public var tags: [String] { box.content.details?.value.tags ?? [] }

    /// Whether the item has subtasks.
    public var hasSubtasks: Bool { (box.content.details?.value.subtasks.all ?? 0) > 0 }

    /// The position by which the item and its subtasks are sorted among the items of the list.
    @inlinable package var anchorPosition: Int { hasDetails ? anchor.position : position }

    /// The parent of a subtask; of any other item, the item itself.
    @inlinable package var anchorID: Item.ID { hasDetails ? anchor.id : id }

    /// Whether the item is a subtask.
    @inlinable package var isSubtask: Bool { hasDetails && anchor.id != id }

    @usableFromInline var anchor: (position: Int, id: Item.ID) {
        guard let details = box.content.details?.value, let parent = details.parentID else {
            return (position, id)
        }
        return (details.parentPosition, parent)
    }
}

/// The numbers of subtasks of an item.
public struct SubtaskCounts: Hashable, Sendable {
    /// The number of subtasks.
    public var all: Int
    /// The number of unchecked subtasks.
    public var unchecked: Int

    /// Creates counts.
    public init(all: Int = 0, unchecked: Int = 0) {
        self.all = all
        self.unchecked = unchecked
    }
}
