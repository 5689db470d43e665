import Checklists
import HTTP
import JSON
import QuickAdd

/// The route that previews what a typed line means.
struct QuickAddRoutes {
    let reader: QuickAddReader

    var endpoints: [Endpoint] {
        [
            // `POST` with the permission to read, since it adds nothing.
            Endpoint(
                .post, "/v1/quick-add", .read, bodyBytesMax: Limits.smallBodyBytesMax, handler: read)
        ]
    }

    private func read(_ call: Call<Fixed>, _ body: QuickAddBody) async throws -> Response {
        if let id = body.checklistID { _ = try await call.session.checklist(id) }
        let line = try await reader.understood(body.line, on: body.checklistID, as: call.session)
        _ = try line.draft()
        return .ok(line)
    }
}

/// Reads lines in the time zone of the caller, and finds the lists that they name.
struct QuickAddReader: Sendable {
    /// The wall clock.
    let now: @Sendable () -> Timestamp

    /// Reads a line.
    /// - Parameter checklist: The list of the item, unless the line names another one.
    func understood(
        _ line: QuickAddLine, on checklist: Checklist.ID?, as session: Session
    ) async throws -> ParsedLine {
        let zone = try await zone(of: line, session)
        var reading = read(line, in: zone, at: now())
        var named: Checklist.ID?
        if let name = reading.listName {
            named = try await self.checklist(named: name, for: session)
            if named == nil { reading = reading.leavingList }
        }
        return ParsedLine(reading: reading, zone: zone, checklistID: named ?? checklist)
    }

    /// Reads again the line from which an item was made.
    func understood(
        _ line: QuickAddLine, of item: Item, as session: Session
    ) async throws -> ParsedLine {
        let zone = try await zone(of: line, session)
        var reading = read(line, in: zone, at: item.createdAt)
        // The line named the list if the list still has that name. A list renamed since is the rare
        // exception.
        if let name = reading.listName {
            let list = try await nameOfChecklist(item.checklistID, session)
            if list.map(Folding.text(of:)) != Folding.text(of: name) { reading = reading.leavingList }
        }
        return ParsedLine(reading: reading, zone: zone, checklistID: item.checklistID)
    }

    /// The name of a list; `nil` if it was deleted meanwhile.
    private func nameOfChecklist(_ id: Checklist.ID, _ session: Session) async throws -> String? {
        do {
            return try await session.checklist(id).name
        } catch ChecklistsError.notFound {
            return nil
        }
    }

    private func read(_ line: QuickAddLine, in zone: LocalTime, at moment: Timestamp) -> QuickAdd.Reading {
        QuickAdd.read(
            line.text, now: zone.dayAndTime(of: line.typedAt ?? moment), language: line.language)
    }

    /// The time zone of the line, else of the person.
    private func zone(of line: QuickAddLine, _ session: Session) async throws -> LocalTime {
        if let name = line.timeZone { return LocalTime(zone: name) ?? .utc }
        return try await session.timeZone()
    }

    /// The only list with a name, ignoring case and accents, whose items the caller may change; `nil` for
    /// none or several.
    private func checklist(named name: String, for session: Session) async throws -> Checklist.ID? {
        let folded = Folding.text(of: name)
        var query = ChecklistQuery()
        query.text = name
        var found: Checklist.ID?
        repeat {
            let page = try await session.checklists(query)
            for list in page.elements where Folding.text(of: list.name) == folded {
                guard let role = list.role(of: session.principal, at: now()), role >= Action.changeItems.role
                else { continue }
                if found != nil { return nil }
                found = list.id
            }
            query.page.cursor = page.next
        } while query.page.cursor != nil
        return found
    }
}

extension QuickAdd.Reading {
    /// The reading with the name of the list left in the text.
    fileprivate var leavingList: QuickAdd.Reading {
        leaving { part in
            if case .list = part.meaning { true } else { false }
        }
    }
}
