import CalendarObjects
import Checklists
import Dates
import HTTP
import XML

/// Handles items as calendar objects: reads, writes, deletes, copies and moves them.
struct ObjectRoutes {
    let environment: CalDAV.Environment

    var routes: [CalDAV.CallerRoute] {
        environment.routes(
            "\(CalDAV.root)calendars/{principal}/{calendar}/{object}",
            [
                (.get, .read, show), (.put, .check.withoutAssistants, put),
                (.delete, .edit.withoutAssistants, remove), (.propfind, .read, find),
                (.proppatch, .edit.withoutAssistants, refuse),
                (.copy, .edit.withoutAssistants, { try await Transfer($0).copy() }),
                (.move, .edit.withoutAssistants, { try await Transfer($0).move() }),
            ])
    }

    private func show(_ call: Call) async throws -> Response {
        let calendar = try await call.calendar()
        let object = try await call.object(in: calendar)
        let etag = object.etag
        switch try await call.outcome(for: object.item, in: calendar) {
        case .proceed: break
        case .preconditionFailed: throw ChecklistsError.revisionMismatch
        case .notModified: return Response(.notModified, fields: [.etag: etag.description])
        }
        var response = Response(
            .ok,
            fields: [
                .contentType: ContentType.calendar, .etag: etag.description, .cacheControl: "no-cache",
            ], body: .bytes(Array(object.text.utf8)))
        let lastModified = LastModified(object.item.changedAt.lastModified, now: call.now.httpDate)
        if !lastModified.isWeak { response.fields[.lastModified] = lastModified.date.text }
        return response
    }

    private func find(_ call: Call) async throws -> Response {
        let request = try PropertyRequest(call.request.xml)
        let calendar = try await call.calendar()
        let object = try await call.object(in: calendar)
        _ = try await call.checkPreconditions(object.item, in: calendar)
        return MultiStatus([.resource(object)], request, for: call.request.head).response
    }

    /// Refuses to change any property, because all of them derive from the object's content.
    private func refuse(_ call: Call) async throws -> Response {
        let object = try await call.object(in: call.calendar())
        let names = try PropertyUpdate(call.request.xml).changes.map(\.name)
        return PropertyUpdate.response(
            at: object.path, names.map { ($0, .forbidden, .dav("cannot-modify-protected-property")) })
    }

    private func remove(_ call: Call) async throws -> Response {
        let calendar = try await call.calendar()
        let item = try await call.object(in: calendar).item
        let expected = try await call.checkPreconditions(item, in: calendar)
        let trashID = try await call.session.deleteItem(
            item.id, ifMatch: expected, keepsSubtasks: true)
        await call.suppress(.itemRemoved(item.id), on: [item.checklistID])
        return .deleted(trashID)
    }

    private func put(_ call: Call) async throws -> Response {
        let calendar = try await call.calendar()
        let object = try call.taskObject
        let zone = try await call.session.timeZone()
        while true {
            let item = try await call.session.item(called: call.objectName, on: calendar.checklist.id)
            let expected = try await call.checkPreconditions(item, in: calendar)
            do {
                if let item {
                    return try await update(item, to: object, in: zone, calendar, call)
                }
                return try await add(object, in: zone, to: calendar, call)
            } catch ChecklistsError.revisionMismatch where expected == nil {
                // Another request changed the item in between. This one has no precondition, so it tries
                // again.
                continue
            }
        }
    }

    private func add(
        _ object: TaskObject, in zone: LocalTime, to calendar: Calendar, _ call: Call
    ) async throws -> Response {
        guard !Item.isReserved(call.objectName) else {
            throw DAVFault(
                .forbidden, nil, "Names of the form checklistd-1.ics are reserved; choose another name.")
        }
        let (content, clockZone) = object.content(in: zone, at: call.now)
        var draft = content.draft(clockZone: clockZone)
        draft.uid = object.uid
        draft.patch.details.children = object.children(since: nil)
        let name = call.objectName == object.uid + ".ics" ? nil : call.objectName
        draft.calendarObject = CalendarObject(name: name, text: object.text(of: call.request.body))
        do {
            let item = try await call.session.addItem(draft, to: calendar.checklist.id, idempotencyKey: nil)
                .value
            return await call.written(item, .created, as: object)
        } catch ChecklistsError.conflict(let violations) {
            // Another request may have added the item in between.
            if try await call.session.item(called: call.objectName, on: calendar.checklist.id) != nil {
                throw ChecklistsError.revisionMismatch
            }
            let other = try await call.session.item(called: object.uid, on: calendar.checklist.id, as: .uid)
            guard let other else { throw ChecklistsError.conflict(violations) }
            throw DAVFault.uidConflict(with: call.paths.path(of: other, in: calendar))
        }
    }

    private func update(
        _ item: Item, to object: TaskObject, in zone: LocalTime, _ calendar: Calendar, _ call: Call
    ) async throws -> Response {
        guard object.uid == item.calendarUID else {
            throw DAVFault.uidConflict(with: call.paths.path(of: item, in: calendar))
        }
        let sent = call.resource(item, in: calendar)
        if sent.text.utf8.elementsEqual(call.request.body) {
            try calendar.role.authorize(.checkItems)
            // The app sent back what the server had sent.
            return Response(
                .noContent, fields: [.cacheControl: "no-store", .etag: sent.etag.description])
        }
        // Floating times belong to the item's time zone, not to that of the member who edits it.
        let zone = item.timing.localTime ?? zone
        let (content, clockZone) = object.content(in: zone, at: call.now, for: item)
        if calendar.role == .check {
            let after = try await check(item, from: TaskContent(item), to: content, object, call)
            return await call.written(after, .noContent, as: object)
        }
        var patch = content.patch(of: item, clockZone: clockZone)
        patch.details.children = object.children(since: item)
        patch.calendarObject = CalendarObject(
            name: item.calendarObject?.name, text: object.text(of: call.request.body))
        if patch.checked == true {
            patch.isCancelled = !object.completes(item, in: zone, at: call.now)
        }
        let after = try await call.session.updateItem(item.id, patch, ifMatch: [item.revision])
        return await call.written(after, .noContent, as: object)
    }

    /// How many occurrences after the current one are compared with the new due date of a task.
    private static let occurrencesAheadMax = 1_000

    /// Checks, snoozes or dismisses an item for a member with the role `check`. The stored object takes over
    /// only the acknowledgements of alarms from the sent one.
    /// - Throws: `roleNeeded` for any other change; `conflict` if only the app can advance the series.
    private func check(
        _ item: Item, from before: TaskContent, to content: TaskContent, _ object: TaskObject, _ call: Call
    ) async throws -> Item {
        var patch = content.patch(from: before)
        // Tasks.org checks an occurrence by moving the task to the next one.
        if content.isMoved(from: before), let due = content.due,
            item.occurrences(limit: Self.occurrencesAheadMax).contains(where: due.isSameSecond(as:))
        {
            patch = ItemPatch()
            patch.checked = true
        }
        // Checking an item ends its snooze, and the server alone advances its series.
        if patch.checked == true {
            try item.checkIsFollowed()
            (patch.snoozedUntil, patch.series, patch.occurrence) = (nil, nil, nil)
        }
        if patch.isOfSnooze, let snoozedUntil = patch.snoozedUntil {
            guard let until = snoozedUntil else {
                try await call.session.unsnoozeItem(item.id, ifMatch: [item.revision])
                return try await call.session.item(item.id)
            }
            return try await call.session.snoozeItem(
                item.id, until: until, ifMatch: [item.revision], idempotencyKey: nil
            ).value
        }
        if patch == ItemPatch() {
            return try await call.session.acknowledgeAlarms(
                of: item.id, in: CalendarObject(text: object.text(of: call.request.body)),
                generated: CalendarObject(text: TaskObject.text(of: item, at: call.now)),
                ifMatch: [item.revision])
        }
        return try await call.session.updateItem(item.id, patch, ifMatch: [item.revision])
    }
}

extension Call {
    /// The item at the path as a calendar object.
    /// - Throws: `notFound`.
    func object(in calendar: Calendar) async throws -> CalendarObjectResource {
        guard let item = try await session.item(called: objectName, on: calendar.checklist.id) else {
            throw ChecklistsError.notFound(.item)
        }
        return resource(item, in: calendar)
    }

    /// An item of a list as a calendar object.
    func resource(_ item: Item, in calendar: Calendar) -> CalendarObjectResource {
        CalendarObjectResource(
            item: item, path: paths.path(of: item, in: calendar), epoch: session.store.epoch, now: now,
            sentObjects: environment.sentObjects)
    }

    /// The calendar object in the content.
    /// - Throws: `DAVFault`.
    var taskObject: TaskObject {
        get throws {
            if let type = request.head.fields[.contentType], MediaType(type)?.essence != "text/calendar" {
                throw DAVFault(
                    .forbidden, .calDAV("supported-calendar-data"), "The Content-Type must be text/calendar.")
            }
            guard request.body.count <= Limits.calendarObjectBytesMax else {
                throw DAVFault(
                    .forbidden, .calDAV("max-resource-size"),
                    "The calendar object must have at most \(Limits.calendarObjectBytesMax) bytes.")
            }
            do throws(TaskObject.Fault) {
                return try TaskObject(request.body)
            } catch {
                throw DAVFault(error)
            }
        }
    }

    /// The response to a `PUT`. It has an `ETag` only if a `GET` returns exactly the octets that the client
    /// sent (RFC 4791 §5.3.4). Without it the client must read the object again.
    func written(_ item: Item, _ status: Status, as object: TaskObject) async -> Response {
        await suppress(.item(item.id, item.revision), on: [item.checklistID])
        var fields: Fields = [.cacheControl: "no-store"]
        if item.calendarObject?.text.utf8.elementsEqual(request.body) ?? false, object.says(item, at: now) {
            fields[.etag] = ETag("\(session.store.epoch)-\(item.contentRevision.rawValue)").description
        }
        return Response(status, fields: fields)
    }
}

extension Response {
    /// The response to a deletion, with the id of the trash entry if there is one.
    static func deleted(_ trashID: Tombstone.ID?) -> Response {
        Response(.noContent, fields: trashID.map { [.trashID: "\($0)"] } ?? [:])
    }
}

extension Session {
    /// The item of a list with this object name; `nil` if there is none.
    func item(called name: String, on list: Checklist.ID) async throws -> Item? {
        if let item = try await item(called: name, on: list, as: .resource) { return item }
        guard name.hasSuffix(".ics") else { return nil }
        let base = String(name.dropLast(4))
        let item: Item?
        if let id = Item.id(fromReserved: name) {
            do {
                item = try await self.item(id)
            } catch ChecklistsError.notFound {
                return nil
            }
        } else {
            item = try await self.item(called: base, on: list, as: .uid)
        }
        return item.flatMap { $0.checklistID == list && $0.resourceName == name ? $0 : nil }
    }

    /// The item of a list with a UID or a resource name; `nil` if there is none.
    func item(called name: String, on list: Checklist.ID, as kind: Item.Name.Kind) async throws -> Item? {
        var query = ItemQuery(checklistID: list)
        switch kind {
        case .uid: query.filter.uid = name
        case .resource: query.filter.resourceName = name
        }
        query.page.limit = 1
        return try await items(query).elements.first
    }
}

extension Item {
    private static let reserved = (prefix: "checklistd-", suffix: ".ics")

    /// The item id in a generated object name; `nil` for other names.
    fileprivate static func id(fromReserved name: String) -> Item.ID? {
        guard isReserved(name) else { return nil }
        return Int(name.dropFirst(reserved.prefix.count).dropLast(reserved.suffix.count)).map(
            ID.init(rawValue:))
    }

    /// Whether a name has the form of generated names, such as `checklistd-1.ics`.
    fileprivate static func isReserved(_ name: String) -> Bool {
        guard name.hasPrefix(reserved.prefix), name.hasSuffix(reserved.suffix) else { return false }
        let digits = name.dropFirst(reserved.prefix.count).dropLast(reserved.suffix.count)
        return Int(digits).map { String($0) == digits } ?? false
    }
}

extension DAVFault {
    fileprivate init(_ fault: TaskObject.Fault) {
        switch fault {
        case .data(let reason):
            self.init(
                .forbidden, .calDAV("valid-calendar-data"),
                "The content is not a valid iCalendar object: \(reason).")
        case .object(let reason):
            self.init(
                .forbidden, .calDAV("valid-calendar-object-resource"),
                "The content must be one VTODO with its exceptions: \(reason).")
        case .component(let name):
            self.init(
                .forbidden, .calDAV("supported-calendar-component"),
                "The content has a \(name.prefix(64)); lists accept only VTODO.")
        }
    }

    /// Another item of the list has the same UID.
    static func uidConflict(with path: String) -> DAVFault {
        DAVFault(
            .forbidden, .calDAV("no-uid-conflict"), "The task at \(path) has the same UID; use another UID.",
            content: [.href(path)])
    }
}
