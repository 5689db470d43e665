import Checklists
import Dates
import HTTP

/// The parameters of a query for items. Some conditions depend on the caller, the time and the time zone.
struct ItemListQuery: RequestQuery {
    /// The days of `due` and `dueOn`.
    private enum Due: String, CaseIterable {
        case none, today, overdue, week
    }

    /// The values of `starts`.
    private enum Start: String, CaseIterable {
        case past, future
    }

    private var query: ItemQuery
    private let assignee: AssigneeChoice?
    private let due: Due?
    private let dueOn: CivilDate?
    private let start: Start?
    /// The members of each item in the response.
    let selection: ItemSelection

    /// Reads a query for the items of several lists.
    init(_ reader: inout QueryReader) {
        self.init(&reader, isOfList: false)
    }

    /// Reads a query.
    /// - Parameter isOfList: Whether the path names the list, so that no parameter chooses lists.
    init(_ reader: inout QueryReader, isOfList: Bool) {
        query = ItemQuery()
        if !isOfList {
            query.checklistIDs = reader.values("checklistId", .identifier())
            query.archived = reader.value("archived", .choice(of: ArchiveSelection.self))
        }
        query.filter = ItemFilter(&reader)
        query.filter.sectionID = reader.value("sectionId", .identifier())
        query.filter.parentID = reader.value("parentId", .identifierOrNone())
        query.filter.tags = reader.values("tag", .text)
        query.filter.changedSince = reader.value("changedSince", .timestamp)
        assignee = reader.value("assigneeId", .assignee)
        due = reader.value("due", .choice(of: Due.self))
        dueOn = reader.value("dueOn", .day)
        start = reader.value("starts", .choice(of: Start.self))
        if due != nil, dueOn != nil { reader.note("dueOn", .notTogether(with: "due")) }
        if !isOfList, query.filter.sectionID != nil, query.checklistIDs.count != 1 {
            reader.note("checklistId", .requiredWith("sectionId"))
        }
        query.sort = reader.value("sort", .itemSort) ?? query.sort
        query.page = PageRequest(&reader)
        selection = ItemSelection(&reader, isOfList: isOfList)
    }

    /// The page to read.
    var page: PageRequest {
        get { query.page }
        set { query.page = newValue }
    }

    /// The query of a caller at a moment, in the time zone of the caller.
    func items(for caller: Session, at now: Timestamp) async throws -> ItemQuery {
        let zone = dependsOnTime ? try await caller.timeZone() : .utc
        return items(of: caller.principal.personID, at: now, in: zone)
    }

    private func items(of person: Person.ID?, at now: Timestamp, in zone: LocalTime) -> ItemQuery {
        var query = query
        let today = zone.day(of: now)
        switch due {
        case .some(.none): query.filter.dueState = .undated
        case .today: query.filter.dueDays = DueDays(from: today, through: today, in: zone)
        case .week: query.filter.dueDays = DueDays(from: today, through: today.advanced(by: 6), in: zone)
        case .overdue: query.filter.dueState = .overdue(at: now)
        case nil: break
        }
        if let dueOn { query.filter.dueDays = DueDays(from: dueOn, through: dueOn, in: zone) }
        if let start {
            query.filter.start = StartState(isFuture: start == .future, at: now, on: today)
        }
        switch assignee {
        case .person(let id): query.filter.assigneeID = .some(id)
        // A guest is never an assignee; person 0 does not exist.
        case .me: query.filter.assigneeID = .some(person ?? Person.ID(rawValue: 0))
        case .some(.none): query.filter.assigneeID = .some(nil)
        case nil: break
        }
        return query
    }

    /// Whether the query depends on the time or the zone.
    private var dependsOnTime: Bool { due != nil || dueOn != nil || start != nil }

    /// A response that depends on the time is not cached.
    var isCacheable: Bool { !dependsOnTime }
}

/// A query for the items of the list in the path.
struct ChecklistItemsQuery: RequestQuery {
    let items: ItemListQuery

    init(_ reader: inout QueryReader) { items = ItemListQuery(&reader, isOfList: true) }

    var isCacheable: Bool { items.isCacheable }
}

/// The value of `assigneeId`.
enum AssigneeChoice {
    case person(Person.ID)
    /// The caller.
    case me
    case none
}

extension QueryType<AssigneeChoice> {
    /// The id of a person, `me` or `none`.
    static var assignee: Self {
        Self({ _ in .notAnID.with("or me, or none") }) { text in
            switch text {
            case "me": .me
            case "none": AssigneeChoice.none
            default: Person.ID(segment: text).map(AssigneeChoice.person)
            }
        }
    }
}

extension QueryType<Item.ID?> {
    /// The id of an item, or `none`.
    static func identifierOrNone() -> Self {
        Self({ _ in .notAnID.with("or none") }) { text in
            text == "none" ? .some(nil) : Item.ID(segment: text).map(Optional.some)
        }
    }
}
