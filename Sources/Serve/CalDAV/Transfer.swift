import CalendarObjects
import Checklists
import HTTP
import XML

/// Copies and moves items between lists (RFC 4918 §9.8, §9.9).
struct Transfer {
    private let call: Call

    init(_ call: Call) { self.call = call }

    func move() async throws -> Response {
        let (item, target) = try await ends(for: .changeItems)
        var patch = ItemPatch()
        patch.checklistID = target.calendar.checklist.id
        // An app moves the parent before or after the subtask.
        if let uid = item.details.parentUID { patch.details.parentUID = uid }
        if target.name != item.resourceName {
            let name = target.name == item.uid.map({ $0 + ".ics" }) ? nil : target.name
            patch.calendarObject = CalendarObject(name: name, text: TaskObject.text(of: item, at: call.now))
        }
        return try await replacing(target) { [patch] session in
            let moved = try await session.updateItem(item.id, patch, ifMatch: [item.revision])
            let lists = [item.checklistID, moved.checklistID]
            await call.suppress(.item(item.id, moved.revision), on: lists)
        }
    }

    func copy() async throws -> Response {
        let (item, target) = try await ends(for: .look)
        let text = TaskObject.text(of: item, at: call.now)
        var draft = TaskContent(item).draft(clockZone: item.timing.timeZone)
        draft.uid = item.calendarUID
        draft.position = nil
        (draft.patch.details.quantity, draft.patch.details.unit) = (item.details.quantity, item.details.unit)
        let name = target.name == item.calendarUID + ".ics" ? nil : target.name
        draft.calendarObject = CalendarObject(name: name, text: text)
        return try await replacing(target) { [draft] session in
            let copy = try await session.addItem(
                draft, to: target.calendar.checklist.id, idempotencyKey: nil)
            await call.suppress(.item(copy.value.id, copy.value.revision), on: [copy.value.checklistID])
        }
    }

    /// The destination of an item.
    private struct Target {
        let calendar: Calendar
        let name: String
        /// The item that the operation replaces.
        let item: Item?
    }

    /// Reads the item and its destination.
    ///
    /// - Parameter action: The action that the caller must be allowed to perform on the source list. On the
    ///   target list it is `changeItems`.
    /// - Throws: `roleNeeded` before anything changes.
    private func ends(for action: Action) async throws -> (Item, Target) {
        let source = try await call.calendar()
        try source.role.authorize(action)
        let item = try await call.object(in: source).item
        _ = try await call.checkPreconditions(item, in: source)
        guard let destination = call.request.head.fields[.destination] else {
            throw Problem(
                .malformedHeader, "The Destination header is missing; it must be the path of a task.")
        }
        guard let names = call.paths.names(in: destination), !names.object.isEmpty else {
            throw DAVFault(
                .forbidden, .calDAV("calendar-collection-location-ok"),
                "The Destination must be in one of your lists, such as \(call.paths.homePath)list-1/a.ics."
            )
        }
        let calendar: Calendar
        do {
            calendar = try await call.home.calendar(called: names.calendar)
        } catch ChecklistsError.notFound {
            throw DAVFault(
                .conflict, nil, "The list of the Destination does not exist; create it with MKCALENDAR first."
            )
        }
        try calendar.role.authorize(.changeItems)
        guard calendar.checklist.id != source.checklist.id else {
            throw DAVFault(
                .forbidden, .calDAV("no-uid-conflict"),
                "The Destination must be on another list; a task has only one name on its list.",
                content: [.href(call.paths.path(of: item, in: source))])
        }
        let other = try await call.session.item(called: names.object, on: calendar.checklist.id)
        if other != nil, call.request.head.fields[.overwrite]?.uppercased() == "F" {
            throw DAVFault(.preconditionFailed, nil, "A task exists at the Destination and Overwrite is F.")
        }
        let sameUID = try await call.session.item(
            called: item.calendarUID, on: calendar.checklist.id, as: .uid)
        if let sameUID, sameUID.id != other?.id {
            throw DAVFault.uidConflict(with: call.paths.path(of: sameUID, in: calendar))
        }
        return (item, Target(calendar: calendar, name: names.object, item: other))
    }

    /// Makes the change and deletes the item at the target, both or neither.
    private func replacing(
        _ target: Target, _ change: @escaping @Sendable (Session) async throws -> Void
    ) async throws -> Response {
        guard let other = target.item else {
            try await change(call.session)
            return Response(.created)
        }
        do {
            _ = try await call.session.writeBatch(of: 2, idempotencyKey: nil) { index, session in
                if index > 0 { return try await change(session) }
                try await session.deleteItem(other.id, ifMatch: [other.revision], keepsSubtasks: true)
            }
        } catch ChecklistsError.operationFailed(_, let error) {
            throw error
        } catch let fault as BatchFault {
            throw fault.error
        }
        return Response(.noContent)
    }
}
