import Checklists
import HTTP
import XML

/// Handles lists as calendars: creates, reads, changes and deletes them, and runs reports.
struct CollectionRoutes {
    let environment: CalDAV.Environment

    var routes: [CalDAV.CallerRoute] {
        environment.routes(
            CalDAV.Environment.calendarPattern,
            [
                (.propfind, .read, find), (.proppatch, .edit.withoutAssistants, update),
                (.report, .read, { try await Reports($0).ofCalendar() }),
                (.mkcalendar, .persons(.write), make), (.mkcol, .persons(.write), make),
                (.delete, .persons(.write), remove),
                (.post, .persons(.write), { try await PushRegister($0).register() }),
            ])
    }

    private func find(_ call: Call) async throws -> Response {
        let request = try PropertyRequest(call.request.xml)
        let depth = try call.depth
        if depth == .infinity { throw DAVFault.infinite }
        let collection = try await call.collection()
        try await call.checkPreconditions(collection.calendar)
        var entries = [MultiStatus.Entry.resource(collection)]
        if depth == .one {
            entries += try await call.items(of: collection.calendar).map {
                .resource(call.resource($0, in: collection.calendar))
            }
        }
        return MultiStatus(entries, request, for: call.request.head).response
    }

    private func update(_ call: Call) async throws -> Response {
        let calendar = try await call.calendar()
        let expected = try await call.checkPreconditions(calendar)
        let update = try PropertyUpdate(call.request.xml)
        let path = call.paths.path(of: calendar)
        let refused = update.changes.filter { change in
            PropertyUpdate.protected.contains(change.name)
                || change.name == .dav("displayname") && change.value == nil
                || PropertyUpdate.personal.contains(change.name) && calendar.member == nil
        }
        let invalid = update.changes.filter(PropertyUpdate.isInvalid)
        if refused.isEmpty, !invalid.isEmpty {
            return PropertyUpdate.response(
                at: path,
                update.changes.map { change in
                    let isInvalid = invalid.contains { $0.name == change.name }
                    return (change.name, isInvalid ? .conflict : .failedDependency, nil)
                })
        }
        if !refused.isEmpty {
            return PropertyUpdate.response(
                at: path,
                update.changes.map { change in
                    refused.contains { $0.name == change.name }
                        ? (change.name, .forbidden, .dav("cannot-modify-protected-property"))
                        : (change.name, .failedDependency, nil)
                })
        }
        var patch = ChecklistPatch(name: update.displayName)
        let before = calendar.checklist.collection ?? CalendarCollection()
        var after = before
        after.properties = update.applied(to: before.properties) { !PropertyUpdate.personal.contains($0) }
        if after != before { patch.collection = after }
        if let member = calendar.member {
            let after = update.applied(to: member.calendarProperties, where: PropertyUpdate.personal.contains)
            if update.isPersonal || after != member.calendarProperties { patch.calendarProperties = after }
            patch.position = update.order
        }
        let list = try await call.session.updateChecklist(calendar.checklist.id, patch, ifMatch: expected)
        await call.suppress(.checklist(list.revision), on: [list.id])
        return PropertyUpdate.response(at: path, update.changes.map { ($0.name, .ok, nil) })
    }

    private func make(_ call: Call) async throws -> Response {
        let update = try PropertyUpdate(call.request.xml)
        let isCalendar = call.request.head.method == .mkcalendar
        let type = update.value(of: .dav("resourcetype"))
        guard isCalendar && type == nil || type?.child(.calDAV("calendar")) != nil else {
            throw DAVFault(
                .forbidden, .dav("valid-resourcetype"),
                "Only calendars can be created here; send MKCALENDAR, or MKCOL with a calendar type.")
        }
        if let components = update.value(of: .calDAV("supported-calendar-component-set")) {
            let names = components.children.compactMap { $0.attribute(XMLName("", "name"))?.uppercased() }
            guard names.contains("VTODO") else {
                throw DAVFault(
                    .forbidden, .calDAV("supported-calendar-component"),
                    "Lists contain only VTODO; set supported-calendar-component-set to it.")
            }
        }
        if update.changes.contains(where: PropertyUpdate.isInvalid) {
            throw DAVFault(
                .forbidden, nil, "A calendar-color is #RRGGBB or #RRGGBBAA, a calendar-order an integer.")
        }
        let name = call.calendarName
        guard Home.mayChoose(name) else {
            throw DAVFault(
                .forbidden, .calDAV("calendar-collection-location-ok"),
                "Names that begin with list- are reserved; choose another name.")
        }
        do {
            _ = try await call.calendar()
            throw DAVFault(
                .methodNotAllowed, .dav("resource-must-be-null"),
                "A list with this name exists; choose another name."
            )
        } catch ChecklistsError.notFound {}
        let shown = update.displayName.flatMap { $0.isEmpty ? nil : $0 }
        var draft = ChecklistDraft(name: shown ?? name)
        // Other members see this color until they choose one.
        draft.collection = CalendarCollection(name: name, properties: update.applied(to: []) { _ in true })
        draft.position = update.order
        _ = try await call.session.addChecklist(draft, idempotencyKey: nil)
        return Response(.created, fields: [.cacheControl: "no-store"])
    }

    private func remove(_ call: Call) async throws -> Response {
        let calendar = try await call.calendar()
        let expected = try await call.checkPreconditions(calendar)
        return .deleted(try await call.session.deleteChecklist(calendar.checklist.id, ifMatch: expected))
    }
}

extension Call {
    /// The list at the path as a collection, with its sync token.
    func collection() async throws -> Collection {
        let calendar = try await calendar()
        let token = try await SyncToken.current(of: [calendar.checklist.id], for: session)
        return Collection(
            calendar: calendar, paths: paths, scope: caller.scope,
            syncToken: token.first?.text ?? "", push: await pushOffer)
    }

    /// All items of a list, from one snapshot.
    func items(of calendar: Calendar) async throws -> [Item] {
        try await session.snapshots(of: calendar.checklist.id).flatMap { Array($0.items) }
    }
}
