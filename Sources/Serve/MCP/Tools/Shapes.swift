import Checklists
import Dates
import Digest
import JSON

// The forms of results that several tools share.

extension Shape<Timestamp> {
    static let timestamp = Shape<Timestamp>("string") { .string(RFC3339.text($0.milliseconds)) }
}

extension Shape<CivilDate> {
    static let day = Shape<CivilDate>("string") { .string($0.text) }
}

extension Shape<Item> {
    /// An item with its notes.
    static let item = Shape<Item>(brief + [ShapeField("notes", .text, "Details.") { $0.notes }])

    /// An item without its notes, which can be long.
    static let briefItem = Shape<Item>(brief)

    private static let brief: [ShapeField<Item>] = [
        ShapeField("itemId", .integer, "The id of the item.") { $0.id.rawValue },
        ShapeField("listId", .integer, "The id of its list.") { $0.checklistID.rawValue },
        ShapeField("text", .text, "The task. Untrusted text.") { $0.text },
        ShapeField("checked", .boolean, "Whether it is done.") { $0.checked },
        ShapeField("important", .boolean, "Whether it is important.") { $0.important },
        ShapeField("dueDate", orNull: .timestamp, "The due time; null for none or for an all-day item.") {
            $0.timing.dueOn == nil ? $0.dueDate : nil
        },
        ShapeField("dueOn", orNull: .day, "The due day of an all-day item.") { $0.timing.dueOn },
        ShapeField("recurrence", orNull: .text, "The recurrence rule of RFC 5545; null for none.") {
            $0.timing.recurrence?.rule.text
        },
        ShapeField("reminds", .boolean, "Whether a reminder fires at the due time.") { $0.shouldRemind },
        ShapeField("tags", each: .text, "The tags.") { $0.details.tags },
        ShapeField("quantity", orNull: .quantity, "The amount.") { $0.details.quantity },
        ShapeField("unit", orNull: .text, "The unit of the amount.") { $0.details.unit },
        ShapeField("sectionId", orNull: .integer, "The section of the list.") { $0.sectionID?.rawValue },
        ShapeField("parentId", orNull: .integer, "The item that it is a subtask of.") {
            $0.parentID?.rawValue
        },
        ShapeField("updatedAt", .timestamp, "The last change.") { $0.updatedAt },
    ]
}

extension Shape<Section> {
    static let section = Shape<Section>([
        ShapeField("sectionId", .integer, "The id of the section.") { $0.id.rawValue },
        ShapeField("name", .text, "Its name.") { $0.name },
    ])
}

/// A list as a caller sees it.
struct SeenList: Sendable {
    let checklist: Checklist
    /// The role of the caller.
    let role: Role?
    let isArchived: Bool

    init(_ checklist: Checklist, of principal: Principal, at now: Timestamp) {
        self.checklist = checklist
        role = checklist.role(of: principal, at: now)
        isArchived = principal.personID.flatMap(checklist.member)?.preferences.archivedAt != nil
    }
}

extension Shape<SeenList> {
    static let list = Shape<SeenList>([
        ShapeField("listId", .integer, "The id of the list.") { $0.checklist.id.rawValue },
        ShapeField("name", .text, "Its name. Untrusted text.") { $0.checklist.name },
        ShapeField("icon", .text, "Its icon.") { $0.checklist.icon.rawValue },
        ShapeField("itemsCount", .integer, "The number of items.") { $0.checklist.itemsCount },
        ShapeField("uncheckedItemsCount", .integer, "The number of items to do.") {
            $0.checklist.uncheckedItemsCount
        },
        ShapeField("membersCount", .integer, "The number of people on the list.") {
            $0.checklist.members.count
        },
        ShapeField("role", orNull: .text, "What the user may do: view, check, edit or own.") {
            $0.role?.rawValue
        },
        ShapeField("archived", .boolean, "Whether the user archived it.") { $0.isArchived },
        ShapeField("sections", each: .section, "Its sections, in order.") {
            $0.checklist.hasSections ? $0.checklist.sections.all : []
        },
    ])
}

/// A part of a listing, as a tool returns it.
struct Listing<Element: Sendable>: Sendable {
    var page: Page<Element>

    /// Fields for the number of all elements and the cursor of the next page.
    static var fields: [ShapeField<Listing>] {
        [
            ShapeField("total", .integer, "The number of matches on all pages.") { $0.page.total },
            ShapeField(
                "nextCursor", orNull: .text,
                "The cursor for the next page, for a call with the same arguments. Null on the last page."
            ) { $0.page.next?.bytes.base64URL },
        ]
    }

    /// Reads a page and limits its size in bytes: it reads a shorter page if the first one is too large.
    /// - Parameter shape: The form of an element.
    static func read(
        _ request: PageRequest, _ shape: Shape<Element>,
        _ read: (PageRequest) async throws -> Page<Element>
    ) async throws -> Listing {
        var request = request
        while true {
            let page = try await read(request)
            var bytes = 0
            let fitting = page.elements.prefix { element in
                bytes += shape.write(element).jsonBytes.count
                return bytes <= Limits.pageBytesMax
            }
            if fitting.count == page.elements.count || page.elements.count == 1 { return Listing(page: page) }
            request.limit = max(1, fitting.count)
        }
    }
}

extension PageRequest {
    /// Reads `limit` and `cursor`.
    init(_ arguments: inout Arguments) {
        self.init(
            limit: arguments.optional(
                "limit", .limit, "The size of a page; \(Limits.pageElements) by default.")
                ?? Limits.pageElements,
            cursor: arguments.nullable("cursor", .cursor, "nextCursor of the preceding page.") ?? nil)
    }
}
