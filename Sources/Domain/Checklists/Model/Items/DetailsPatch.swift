public import Dates

/// A partial update of an item's details; `nil` leaves a field unchanged, `.some(nil)` clears it.
public struct DetailsPatch: Hashable, Sendable {
    /// The new section of the list.
    public var sectionID: Section.ID??
    /// The item of the same list that the item becomes a subtask of.
    public var parentID: Item.ID??
    /// The UID of the parent that a calendar app named. The item becomes a subtask of that task, or waits for
    /// it.
    public var parentUID: String??
    /// The tasks that a calendar app named as children, and those that it no longer names.
    public var children = ChildUIDs()
    /// The new tags.
    public var tags: [String]?
    /// The new amount. Clearing it clears the unit.
    public var quantity: Quantity??
    /// The new unit of the amount.
    public var unit: String??
    /// The new start; it replaces a day.
    public var startDate: Timestamp??
    /// The new day of the start; it replaces a time.
    public var startOn: CivilDate??

    /// A patch that names no field.
    public init() {}
}

/// A change of the children that the calendar object of a task names (`RELATED-TO;RELTYPE=CHILD`).
public struct ChildUIDs: Hashable, Sendable {
    /// The UIDs of tasks that become subtasks.
    public var added: [String]
    /// The UIDs of subtasks that lose their parent, unless their objects name the task as the parent.
    public var removed: [String]

    /// Creates a change.
    public init(added: [String] = [], removed: [String] = []) {
        (self.added, self.removed) = (added, removed)
    }

    /// The change; `nil` if it names no task.
    var ifAny: ChildUIDs? { self == ChildUIDs() ? nil : self }
}

extension DetailsPatch {
    /// Whether the patch sets a start.
    var hasStart: Bool { (startDate ?? nil) != nil || (startOn ?? nil) != nil }

    /// Whether the patch sets or clears the start.
    var isOfStart: Bool { startDate != nil || startOn != nil }

    /// The rules that the patch breaks regardless of the item.
    ///
    /// - Parameter isNew: Whether the item is new. A unit then needs a quantity in the same patch.
    func violations(isNew: Bool) -> [Violation] {
        var violations = tags.map(Tag.violations) ?? []
        if case .some(.some(let unit)) = unit {
            violations += TextRule.unit.violations(of: unit, at: "/unit")
            if isNew, (quantity ?? nil) == nil {
                violations.append(Violation("/quantity", .requiredWith("unit")))
            }
        }
        if case .some(.some) = startDate, case .some(.some) = startOn {
            violations.append(Violation("/startOn", .notTogether(with: "startDate")))
        }
        if (children.added + children.removed + [parentUID ?? nil]).contains(where: \.hasNullCharacter) {
            violations.append(Violation("/calendarObject", .nullCharacter))
        }
        return violations + Violation.ofMoment(startDate ?? nil, at: "/startDate")
            + Violation.ofDay(startOn ?? nil, at: "/startOn")
    }

    mutating func trim() {
        tags = tags.map(Tag.kept)
        unit = unit.map { $0.map(TextRule.unit.kept) }
    }

    /// Applies the fields that concern the item alone: all except the section and the parent.
    func apply(to details: inout Item.Details) {
        if let parentUID, parentUID != details.parentUID {
            details.parentUID = parentUID
            details.detach()
        }
        if let tags { details.tags = tags }
        if let quantity {
            details.quantity = quantity
            if quantity == nil { details.unit = nil }
        }
        if let unit { details.unit = unit }
        if let startDate {
            details.startDate = startDate
            if startDate != nil { details.startOn = nil }
        }
        if let startOn {
            details.startOn = startOn
            if startOn != nil { details.startDate = nil }
        }
    }
}

extension Item {
    /// The rules that the details break together with the other fields.
    func violationsOfDetails() -> [Violation] {
        let details = details
        var violations: [Violation] = []
        if details.unit != nil, details.quantity == nil {
            violations.append(Violation("/quantity", .requiredWith("unit")))
        }
        if startsAfterDue {
            let field = details.startOn == nil ? "/startDate" : "/startOn"
            violations.append(Violation(field, .startAfterDue))
        }
        if details.parentID != nil, timing.recurrence != nil {
            violations.append(Violation("/recurrence", .recurringSubtask))
        }
        return violations
    }
}

extension String? {
    fileprivate var hasNullCharacter: Bool { self?.utf8.contains(0) ?? false }
}
