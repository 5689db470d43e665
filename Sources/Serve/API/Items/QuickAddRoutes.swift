import Checklists
import HTTP
import JSON
import QuickAdd

/// Shows what would be understood of a line, for whoever is still typing it.
struct QuickAddRoutes {
    let reader: QuickAddReader

    var endpoints: [Endpoint] {
        [
            // It is read and nothing is added.
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

/// Reads lines on the clocks of whoever sends them, and finds the lists that they name.
struct QuickAddReader: Sendable {
    /// The time.
    let now: @Sendable () -> Timestamp

    /// What is understood of a line.
    ///
    /// - Parameters:
    ///   - checklist: The list that it is added to where it names no other.
    func understood(
        _ line: QuickAddLine, on checklist: Checklist.ID?, as session: Session
    ) async throws -> UnderstoodLine {
        let zone = try await zone(of: line, session)
        var reading = read(line, in: zone, at: now())
        var named: Checklist.ID?
        if let name = reading.listName {
            named = try await self.checklist(named: name, for: session)
            if named == nil { reading = reading.leavingList }
        }
        return UnderstoodLine(reading: reading, zone: zone, checklistID: named ?? checklist)
    }

    /// What was understood of a line of which an item was made.
    func understood(
        _ line: QuickAddLine, of item: Item, as session: Session
    ) async throws -> UnderstoodLine {
        let zone = try await zone(of: line, session)
        var reading = read(line, in: zone, at: item.createdAt)
        // What the list is called now tells whether the line named it, or nearly always does.
        if let name = reading.listName {
            let list = try await nameOfChecklist(item.checklistID, session)
            if list.map(Folding.text(of:)) != Folding.text(of: name) { reading = reading.leavingList }
        }
        return UnderstoodLine(reading: reading, zone: zone, checklistID: item.checklistID)
    }

    /// What a list is called; `nil` if it is gone meanwhile.
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

    /// The time zone that the line comes with, or that of the person.
    private func zone(of line: QuickAddLine, _ session: Session) async throws -> LocalTime {
        if let name = line.timeZone { return LocalTime(zone: name) ?? .utc }
        return try await session.timeZone()
    }

    /// The one list of that name that whoever asks may change the items of, case and accents aside; `nil` if
    /// there is none, or more.
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
    /// The reading with the name of a list left in the text.
    fileprivate var leavingList: QuickAdd.Reading {
        leaving { part in
            if case .list = part.meaning { true } else { false }
        }
    }
}
