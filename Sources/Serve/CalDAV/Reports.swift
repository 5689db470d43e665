import CalendarObjects
import Checklists
import HTTP
import XML

/// The reports on a resource (RFC 3253 §3.6).
struct Reports {
    private let call: Call

    /// The limit of changed items in one response.
    private static let changesMax = 10_000
    /// The number of items of a list that take as long to read as one lookup by name.
    private static let itemsPerLookup = 20

    init(_ call: Call) { self.call = call }

    /// Runs a report on a resource that contains no items.
    func ofNavigation(_ resource: NavigationResource) async throws -> Response {
        let report = try report()
        guard report.name == .dav("expand-property") else { throw Self.unsupported(report) }
        return expand(resource, report, [resource, home])
    }

    func ofCalendar() async throws -> Response {
        let report = try report()
        switch report.name {
        case .calDAV("calendar-query"): return try await query(report)
        case .calDAV("calendar-multiget"): return try await multiget(report)
        case .dav("sync-collection"): return try await sync(report)
        case .dav("expand-property"): return try await expand(call.collection(), report, [home])
        default: throw Self.unsupported(report)
        }
    }

    private func report() throws -> XMLElement {
        guard let report = try call.request.xml else {
            throw Problem(.missingContent, "The content is empty. Send a report such as calendar-query.")
        }
        return report
    }

    private static func unsupported(_ report: XMLElement) -> DAVFault {
        DAVFault(
            .forbidden, .dav("supported-report"),
            "This resource does not support the report \(report.name.local.prefix(64)).")
    }

    private func answer(
        _ entries: [MultiStatus.Entry], _ report: XMLElement, syncToken: String? = nil
    ) throws -> Response {
        let request = try PropertyRequest(in: report)
        return MultiStatus(entries, request, for: call.request.head, syncToken: syncToken).response
    }
}

// MARK: Items

extension Reports {
    /// `calendar-query`: finds items by a filter (RFC 4791 §7.8).
    private func query(_ report: XMLElement) async throws -> Response {
        let calendar = try await call.calendar()
        guard let filter = try CalendarFilter(report.child(.calDAV("filter"))) else {
            throw DAVFault(
                .forbidden, .calDAV("valid-filter"),
                "The calendar-query must have a filter with a comp-filter.")
        }
        if try call.depth == .zero { return try answer([], report) }
        var items = try await call.items(of: calendar)
        if !filter.findsAll {
            let zone = try await call.session.timeZone()
            items = try await withTaskExecutorPreference(call.environment.background) {
                try await filter.matching(items, call.environment.sentObjects, in: zone, at: call.now)
            }
        }
        return try answer(try await resources(items, in: calendar, report).map { .resource($0) }, report)
    }

    /// The items as resources, with their occurrences as separate tasks if the report contains
    /// `CALDAV:expand`.
    private func resources(
        _ items: [Item], in calendar: Calendar, _ report: XMLElement
    ) async throws -> [CalendarObjectResource] {
        var resources = items.map { call.resource($0, in: calendar) }
        guard let expansion = try Expansion(report) else { return resources }
        let texts = try await withTaskExecutorPreference(call.environment.background) {
            try await expansion.texts(of: items, at: call.now)
        }
        for index in resources.indices { resources[index].expandedText = texts[resources[index].item.id] }
        return resources
    }

    /// `calendar-multiget`: reads items by path (RFC 4791 §7.9).
    private func multiget(_ report: XMLElement) async throws -> Response {
        let calendar = try await call.calendar()
        var seen: Set<String> = []
        let paths = report.children.filter { $0.name == .dav("href") }.map(\.trimmedText)
            .filter { seen.insert($0).inserted }
        let names = paths.map { path in
            call.paths.names(in: path).flatMap { $0.calendar == calendar.name ? $0.object : nil }
        }
        let items = try await items(called: names.compactMap(\.self), in: calendar)
        let named = Set(names.compactMap(\.self)).compactMap { items[$0] }
        let resources = Dictionary(
            try await resources(named, in: calendar, report).map { ($0.item.id, $0) }
        ) { first, _ in first }
        let entries = zip(paths, names).map { path, name -> MultiStatus.Entry in
            guard let resource = name.flatMap({ items[$0] }).flatMap({ resources[$0.id] }) else {
                return .status(.notFound, path: path)
            }
            return .resource(resource)
        }
        return try answer(entries, report)
    }

    private func items(called names: [String], in calendar: Calendar) async throws -> [String: Item] {
        if names.count * Self.itemsPerLookup > calendar.checklist.itemsCount {
            let items = try await call.items(of: calendar).map { ($0.resourceName, $0) }
            return Dictionary(items) { first, _ in first }
        }
        var items: [String: Item] = [:]
        for name in names {
            items[name] = try await call.session.item(called: name, on: calendar.checklist.id)
        }
        return items
    }
}

extension CalendarFilter {
    /// The items that match the filter. The task yields after every 16 items, and ends at the next item after
    /// the client has disconnected.
    @concurrent
    fileprivate func matching(
        _ items: [Item], _ sentObjects: SentObjects, in zone: LocalTime, at now: Timestamp
    ) async throws -> [Item] {
        var found: [Item] = []
        for (index, item) in items.enumerated() {
            try Task.checkCancellation()
            if index % Self.itemsBetweenYields == 0 { await Task.yield() }
            if matches(item, sentObjects.text(of: item, at: now), in: zone, at: now) { found.append(item) }
        }
        return found
    }

    private static var itemsBetweenYields: Int { 16 }
}

// MARK: Changes

extension Reports {
    /// `sync-collection`: the changes of a list since a token, or all items (RFC 6578 §3.2).
    private func sync(_ report: XMLElement) async throws -> Response {
        let calendar = try await call.calendar()
        let text = report.child(.dav("sync-token"))?.text.filter { !$0.isWhitespace } ?? ""
        let limit = min(report.resultsMax ?? Self.changesMax, Self.changesMax)
        // Read first, so that the client misses no change.
        let current = try await SyncToken.current(of: [calendar.checklist.id], for: call.session)[0]
        if text == current.text { return try answer([], report, syncToken: text) }
        if text.isEmpty, calendar.checklist.itemsCount <= limit {
            let items = try await call.items(of: calendar)
            return try answer(
                items.map { .resource(call.resource($0, in: calendar)) }, report, syncToken: current.text)
        }
        let token = SyncToken(text, in: call.session.store.epoch, of: calendar.checklist.id)
        if token == nil, !text.isEmpty { throw ChecklistsError.cursorExpired }
        let changes = try await changes(of: calendar, since: token?.position, limit: limit)
        var entries = changes.entries
        if changes.hasMore {
            entries.append(
                .status(
                    .insufficientStorage, path: call.paths.path(of: calendar),
                    condition: .dav("number-of-matches-within-limits")))
        }
        let next =
            changes.hasMore
            ? SyncToken(changes.next, call.session.store.epoch, of: calendar.checklist.id) : current
        return try answer(entries, report, syncToken: next.text)
    }

    /// The latest change of each object of a list, and the position from which to continue.
    private func changes(
        of calendar: Calendar, since position: FeedPosition?, limit: Int
    ) async throws -> (entries: [MultiStatus.Entry], next: FeedPosition, hasMore: Bool) {
        var position = position
        var entries: [String: MultiStatus.Entry] = [:]
        let id = calendar.checklist.id
        while true {
            // The store's feed also has the origin of moved items, which the session's feed hides.
            let page = try await call.session.store.changes(
                after: position, limit: max(1, min(1_000, limit - entries.count)), for: call.session.principal
            )
            for entry in page.entries {
                switch entry.subject {
                case .item(let item) where item.checklistID == id:
                    entries[item.resourceName] = .resource(call.resource(item, in: calendar))
                case .itemRemoved(_, from: id, let name),
                    .itemMoved(_, from: id, to: _, let name, comesLater: _):
                    entries[name] = .status(.notFound, path: call.paths.path(ofObject: name, in: calendar))
                default: break
                }
            }
            position = page.next
            if !page.hasMore || entries.count >= limit {
                return (entries.values.map(\.self), page.next, page.hasMore)
            }
        }
    }
}

extension XMLElement {
    /// The limit that the client requests (RFC 5323 §5.17).
    fileprivate var resultsMax: Int? {
        child(.dav("limit"))?.child(.dav("nresults")).flatMap { Int($0.text.filter { !$0.isWhitespace }) }
            .flatMap { $0 > 0 ? $0 : nil }
    }
}

// MARK: Property references

extension Reports {
    private var home: NavigationResource {
        NavigationResource(kind: .home, paths: call.paths, scope: call.caller.scope, personName: "")
    }

    /// `expand-property`: replaces references by properties of the resources that they lead to (RFC 3253
    /// §3.8).
    private func expand(_ resource: any Resource, _ report: XMLElement, _ others: [NavigationResource])
        -> Response
    {
        let principal = NavigationResource(
            kind: .principal, paths: call.paths, scope: call.caller.scope, personName: "")
        let known = others + [principal]
        var xml = XMLWriter()
        xml.begin(.dav("multistatus"))
        write(resource, report, known, depth: 0, to: &xml)
        xml.end()
        return Response(
            .multiStatus, fields: [.contentType: ContentType.xml, .cacheControl: "no-store"],
            body: .bytes(xml.bytes))
    }

    /// The maximum depth of followed references.
    private static let expansionsMax = 3

    private func write(
        _ resource: any Resource, _ request: XMLElement, _ known: [NavigationResource], depth: Int,
        to xml: inout XMLWriter
    ) {
        var found: [(XMLName, XMLElement, [XMLElement.Content])] = []
        var missing: [XMLElement] = []
        var seen: Set<XMLName> = []
        for property in request.children where property.name == .dav("property") {
            let name = XMLName(
                property.attribute(XMLName("", "namespace")) ?? XMLNamespace.dav,
                property.attribute(XMLName("", "name")) ?? "")
            if name.local.isEmpty || !seen.insert(name).inserted { continue }
            if let content = resource.property(name) {
                found.append((name, property, content))
            } else {
                missing.append(XMLElement(name))
            }
        }
        xml.begin(.dav("response"))
        xml.element(XMLElement(.dav("href"), text: resource.path))
        xml.begin(.dav("propstat"))
        xml.begin(.dav("prop"))
        for (name, property, content) in found {
            xml.begin(name)
            for part in content {
                guard case .element(let element) = part else {
                    if case .text(let text) = part { xml.text(text) }
                    continue
                }
                if element.name == .dav("href"), depth < Self.expansionsMax, !property.children.isEmpty,
                    let other = known.first(where: { $0.path == element.text })
                {
                    write(other, property, known, depth: depth + 1, to: &xml)
                } else {
                    xml.element(element)
                }
            }
            xml.end()
        }
        xml.end()
        xml.status(.ok)
        xml.end()
        if !missing.isEmpty { xml.properties(missing, .notFound) }
        xml.end()
    }
}
