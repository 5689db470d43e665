import Checklists
import Dates

extension Tool {
    static let listLists = Tool(
        "list_lists", "Show lists", .reads, .read,
        """
        Shows the user's lists with their ids, counts and sections, by name. Use it to find the id of a list.
        """,
        Shape<Listing<SeenList>>(
            [ShapeField("lists", each: .list, "The lists.") { $0.page.elements }] + Listing.fields)
    ) { (input: ListsInput, call) in
        let (principal, now) = (call.session.principal, call.now)
        return try await Listing.read(input.query.page, .list) { request in
            var query = input.query
            query.page = request
            let page = try await call.session.checklists(query)
            return Page(
                elements: page.elements.map { SeenList($0, of: principal, at: now) }, total: page.total,
                next: page.next)
        }
    }

    static let findItems = Tool(
        "find_items", "Find items", .reads, .read,
        """
        Finds items by text, list, tag, due day or state, on all lists that are not archived or on named \
        lists. All conditions must hold. Use it to find the ids of items.
        """,
        Shape<Listing<Item>>(
            [ShapeField("items", each: .item, "The items.") { $0.page.elements }] + Listing.fields)
    ) { (input: FindInput, call) in
        let query = try await input.items(of: call)
        return try await Listing.read(query.page, .item) { request in
            var query = query
            query.page = request
            return try await call.session.items(query)
        }
    }

    static let agenda = Tool(
        "agenda", "Show the agenda", .reads, .read,
        """
        Shows what the user has to do by day: unchecked items with a due date. Without arguments it shows \
        overdue items and those of today and the next six days. It also returns today's date and the time \
        zone of the user.
        """,
        Shape<Agenda>(
            [
                ShapeField("timeZone", .text, "The time zone of the days.") { $0.zone.name },
                ShapeField("today", .day, "Today in that time zone.") { $0.today },
                ShapeField("days", each: .agendaDay, "The days with items, in order.") { $0.days },
            ] + Listing<Item>.fields.map { $0.of { $0.listing } })
    ) { (input: AgendaInput, call) in
        let zone = if let zone = input.zone { zone } else { try await call.session.timeZone() }
        let today = zone.day(of: call.now)
        let query = input.items(today: today, in: zone)
        let listing = try await Listing.read(query.page, .item) { request in
            var query = query
            query.page = request
            return try await call.session.items(query)
        }
        return Agenda(listing: listing, zone: zone, today: today)
    }
}

// MARK: - Inputs

private struct ListsInput: ToolInput {
    static let noun = "list_lists"

    private(set) var query = ChecklistQuery()

    init(from arguments: inout Arguments) {
        query.text = arguments.optional("text", .searchText, "A part of the name, in any case.") ?? ""
        let archived = arguments.optional("archived", .boolean, "Whether to show archived lists instead.")
        query.isArchived = archived ?? false
        query.page = PageRequest(&arguments)
    }
}

private struct FindInput: ToolInput {
    static let noun = "find_items"

    private enum Due: String, CaseIterable { case none, overdue }

    /// The orders by name.
    private enum Order: String, CaseIterable {
        case list, due, newest, changed

        var keys: [SortKey<ItemQuery.Property>] {
            switch self {
            case .list: [SortKey(.checklist), SortKey(.position)]
            case .due: [SortKey(.dueDate)]
            case .newest: [SortKey(.createdAt, descending: true)]
            case .changed: [SortKey(.updatedAt, descending: true)]
            }
        }
    }

    private var query = ItemQuery()
    private let due: Due?
    private let first: CivilDate?
    private let last: CivilDate?
    private let isAssigned: Bool

    init(from arguments: inout Arguments) {
        query.filter.text =
            arguments.optional("text", .searchText, "A part of the text or the notes, in any case.") ?? ""
        query.checklistIDs =
            arguments.optional("listIds", .array(of: .id, 1...Limits.listsMax, "lists"), "Only these lists.")
            ?? []
        query.filter.flags[.checked] = arguments.optional(
            "checked", .boolean, "false for items to do, true for done ones; both by default.")
        query.filter.flags[.important] = arguments.optional(
            "important", .boolean, "true for important items, false for the others.")
        query.filter.tags =
            arguments.optional(
                "tags", .array(of: .searchText, 1...Checklists.Limits.tagsMax, "tags"),
                "Items with all of these tags.")
            ?? []
        due = arguments.optional("due", .choice, "none: without a due date. overdue: unchecked and past due.")
        first = arguments.optional("dueFrom", .day, "Items due on this day or later.")
        last = arguments.optional("dueThrough", .day, "Items due on this day or earlier.")
        isAssigned = arguments.optional("assignedToMe", .boolean, "true: only items of the user.") ?? false
        query.filter.changedSince = arguments.optional(
            "changedSince", .timestamp, "Items that changed at this time or later.")
        let order: Order? = arguments.optional(
            "sort", .choice, "list: by list and position (the default). due, newest, changed: by that time.")
        query.sort = (order ?? .list).keys
        query.page = PageRequest(&arguments)
        if due == .some(.none), first != nil || last != nil {
            arguments.note("due", .notTogether(with: "dueFrom and dueThrough"))
        }
    }

    /// The query of a caller.
    func items(of call: ToolCall) async throws -> ItemQuery {
        var query = query
        switch due {
        case .some(.none): query.filter.dueState = .undated
        case .overdue: query.filter.dueState = .overdue(at: call.now)
        case nil: break
        }
        if first != nil || last != nil {
            query.filter.dueDays = DueDays(from: first, through: last, in: try await call.session.timeZone())
        }
        // A guest is never an assignee; person 0 does not exist.
        if isAssigned { query.filter.assigneeID = call.session.principal.personID ?? Person.ID(rawValue: 0) }
        return query
    }
}

private struct AgendaInput: ToolInput {
    static let noun = "agenda"

    let zone: LocalTime?
    private let first: CivilDate?
    private let last: CivilDate?
    private var query = ItemQuery()

    init(from arguments: inout Arguments) {
        first = arguments.optional("from", .day, "The first day; by default all overdue items are included.")
        last = arguments.optional("through", .day, "The last day; by default six days after today.")
        query.checklistIDs =
            arguments.optional("listIds", .array(of: .id, 1...Limits.listsMax, "lists"), "Only these lists.")
            ?? []
        zone = arguments.optional("timeZone", .timeZone, "The time zone of the days; the user's by default.")
            .flatMap(LocalTime.init(zone:))
        query.filter.flags[.checked] = false
        query.sort = [SortKey(.dueDate)]
        query.page = PageRequest(&arguments)
    }

    func items(today: CivilDate, in zone: LocalTime) -> ItemQuery {
        var query = query
        let last = last ?? max(today, first ?? today).advanced(by: 6)
        query.filter.dueDays = DueDays(from: first, through: last, in: zone)
        return query
    }
}

// MARK: - The agenda

private struct Agenda: Sendable {
    let listing: Listing<Item>
    let zone: LocalTime
    let today: CivilDate

    /// The items by day, in the order of the listing. All-day items come first.
    var days: [AgendaDay] {
        var days: [CivilDate: (all: [Item], timed: [Item])] = [:]
        for item in listing.page.elements {
            if let day = item.timing.dueOn {
                days[day, default: ([], [])].all.append(item)
            } else if let moment = item.dueDate {
                days[zone.day(of: moment), default: ([], [])].timed.append(item)
            }
        }
        return days.sorted { $0.key < $1.key }.map { AgendaDay(day: $0, items: $1.all + $1.timed) }
    }
}

private struct AgendaDay: Sendable {
    let day: CivilDate
    let items: [Item]
}

extension Shape<AgendaDay> {
    fileprivate static let agendaDay = Shape<AgendaDay>([
        ShapeField("date", .day, "The day.") { $0.day },
        ShapeField("items", each: .item, "Its items, all-day items first.") { $0.items },
    ])
}
