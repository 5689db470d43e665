// The rules of lists, items, people and imports.

extension Violation.Reason {
    package static let notAChecklist = Self(.notAChecklist, "must be the id of one of your checklists")
    package static let notAPerson = Self(.notAPerson, "must be the id of another person")
    package static let notASection = Self(.notASection, "must be the id of a section of the list")
    package static let notAMember = Self(.notAMember, "must be the id of a member of the list")

    /// The item that a placement refers to.
    package static let notASibling = Self(
        .notASibling, "must be the id of another item of the list with the same parent")

    /// The section that a placement refers to.
    package static let notASiblingSection = Self(
        .notASibling, "must be the id of another section of the same list")

    /// The saved view that a placement refers to.
    package static let notASiblingView = Self(.notASibling, "must be the id of another of your saved views")

    package static let notAParent = Self(
        .notAParent, "must be the id of another item of the list, without a parent")

    package static let hasSubtasks = Self(
        .hasSubtasks, "must be null, since the item has subtasks; move them first")

    package static let recurringSubtask = Self(
        .recurringSubtask, "must be null for a subtask; set the recurrence of its parent")

    package static let otherSection = Self(
        .otherSection, "must be the section of its parent")

    package static let notChecked = Self(.notChecked, "requires a checked item")

    /// Another item of the store has the name.
    package static func taken(by item: Item.ID, on list: Checklist.ID) -> Self {
        Self(
            .taken, "is used by item \(item) on list \(list); choose another",
            ["itemId": .integer(item.rawValue), "checklistId": .integer(list.rawValue)])
    }

    /// Another list of the person, or another section of the list, has the `uid`.
    package static func taken(by list: Checklist.ID, section: Section.ID? = nil) -> Self {
        let id = Violation.Parameters.Value.integer(list.rawValue)
        guard let section else {
            return Self(.taken, "is used by list \(list); choose another", ["checklistId": id])
        }
        return Self(
            .taken, "is used by section \(section) of list \(list); choose another",
            ["sectionId": .integer(section.rawValue), "checklistId": id])
    }

    /// The field differs from what the client expects.
    package static let differs = Self(.differs, "has another value now; read it again and decide anew")

    /// Another item of the same request has the name.
    package static func duplicate(of pointer: String) -> Self {
        Self(.duplicate, "is the same as that of the item at \(pointer)", ["other": .text(pointer)])
    }

    /// A change of several items sets the name of a calendar object.
    package static let severalItems = Self(.severalItems, "can be changed for one item at a time only")

    /// A change of all items of a list exceeds the limit for one step.
    package static func checklistTooLarge(max: Int, count: Int) -> Self {
        Self(
            .checklistTooLarge,
            "must be a list of at most \(max) items, which change in one step; this one has \(count)",
            ["max": .integer(max), "count": .integer(count)])
    }

    /// - Parameter things: The records whose number has reached the limit, in the plural.
    package static func limitReached(_ max: Int, _ things: String) -> Self {
        Self(
            .limitReached, "\(max) \(things) exist, which is the limit; remove one first",
            ["max": .integer(max), "of": .text(things)])
    }

    package static let lastOwner = Self(
        .lastOwner, "the list would have no owner; make another member an owner first, or delete the list")

    /// The person to remove is the only owner of lists.
    package static func soleOwner(of lists: [Checklist.ID]) -> Self {
        let list = lists.map(\.description).joined(separator: ", ")
        return Self(
            .soleOwner, "is the only owner of lists \(list); name their next owner with transferTo",
            ["checklistIds": .integers(lists.map(\.rawValue))])
    }

    package static let firstPerson = Self(
        .firstPerson, "is the person who runs this server and cannot be removed")

    /// - Parameter scope: The scope of the caller's token.
    package static func scopeExceeded(_ scope: String) -> Self {
        Self(
            .scopeExceeded, "must not exceed the scope of your own token, which is \(scope)",
            ["scope": .text(scope)])
    }

    package static let addressNotFound = Self(
        .addressNotFound, "cannot be found on the map; correct the address, or send latitude and longitude")

    /// The request has more addresses than the server looks up.
    package static func tooManyAddresses(max: Int) -> Self {
        Self(
            .tooManyAddresses,
            "must have latitude and longitude; one request looks up at most \(max) addresses",
            ["max": .integer(max)])
    }
}

// MARK: - Imports

extension Violation.Reason {
    /// - Parameter formats: The formats that an import reads.
    package static func notLists(formats: [String]) -> Self {
        Self(.notLists, "must be an array of lists, or an object with checklists, \(or(formats))")
    }

    /// - Parameter fault: What is wrong with the file, as in `is empty`.
    package static func nothingToImport(_ fault: String) -> Self { Self(.nothingToImport, fault) }

    /// - Parameters:
    ///   - things: The elements that the file lacks, as in `list that can be kept`.
    ///   - first: The violation of the first element.
    ///   - formats: The formats that an import reads.
    package static func unknownFormat(
        lacking things: String = "known format", first: Violation? = nil, formats: [String]
    ) -> Self {
        let cause = first.map { " (\($0.pointer) \($0.detail))" } ?? ""
        return Self(
            .nothingToImport,
            "has no \(things)\(cause); send an export of this server, Checklists.json, Checklists.plist, "
                + or(formats))
    }

    private static func or(_ formats: [String]) -> String {
        "or a file of one of the formats \(formats.joined(separator: ", "))"
    }

    /// The rule of numbers of lists in a file.
    package static let notListNumbers = Self(
        .notAnID, "must be numbers or ranges of numbers, separated by commas", example: "0-3,7")

    package static let archivedObjects = Self(
        .archivedObjects, "must be a property list as Codable writes it, not an archive of NSKeyedArchiver")

    package static func tooManySkipped(max: Int) -> Self {
        Self(
            .tooManySkipped, "is one of more than \(max) values that cannot be kept; nothing was imported",
            ["max": .integer(max)])
    }
}
