package import Checklists

/// Reads lines in the time zone of the caller, and finds the lists that they name.
package struct QuickAddReader: Sendable {
    /// The wall clock.
    private let now: @Sendable () -> Timestamp

    /// Creates a reader.
    /// - Parameter now: The wall clock.
    package init(now: @escaping @Sendable () -> Timestamp) { self.now = now }

    /// Reads a line.
    /// - Parameter checklist: The list of the item, unless the line names another one.
    package func understood(
        _ line: QuickAddLine, on checklist: Checklist.ID?, as session: Session
    ) async throws -> ParsedLine {
        let zone = try await zone(of: line, session)
        let typedAt = line.typedAt ?? now()
        var reading = read(line, in: zone, at: typedAt)
        var named: Checklist.ID?
        if let name = reading.listName {
            named = try await self.checklist(named: name, for: session)
            if named == nil { reading = reading.leavingList }
        }
        return ParsedLine(
            reading: reading, typedAt: typedAt, zone: zone, checklistID: named ?? checklist)
    }

    /// The items that lines describe, all for one list: the name of a list stays in the text.
    /// - Parameter pointer: The JSON Pointer of the lines. That of a line has its number, from 0 on.
    /// - Throws: `invalid` with the violations of all lines.
    package func drafts(
        _ lines: [String], at pointer: String, as session: Session
    ) async throws -> [ItemDraft] {
        let zone = try await session.timeZone()
        let now = now()
        var drafts: [ItemDraft] = []
        var violations: [Violation] = []
        for (number, text) in lines.enumerated() {
            let reading = read(QuickAddLine(text), in: zone, at: now).leavingList
            let line = ParsedLine(reading: reading, typedAt: now, zone: zone, checklistID: nil)
            do throws(ChecklistsError) {
                drafts.append(try line.draft(textAt: ""))
            } catch {
                guard case .invalid(let found) = error else { throw error }
                violations += found.map { $0.within("\(pointer)/\(number)") }
            }
        }
        if violations.isEmpty { return drafts }
        throw ChecklistsError.invalid(violations)
    }

    /// Reads again the line from which an item was made.
    package func understood(
        _ line: QuickAddLine, of item: Item, as session: Session
    ) async throws -> ParsedLine {
        let zone = try await zone(of: line, session)
        let typedAt = line.typedAt ?? item.createdAt
        var reading = read(line, in: zone, at: typedAt)
        // The line named the list if the list still has that name. A list renamed since is the rare
        // exception.
        if let name = reading.listName {
            let list = try await nameOfChecklist(item.checklistID, session)
            if list.map(Folding.text(of:)) != Folding.text(of: name) { reading = reading.leavingList }
        }
        return ParsedLine(
            reading: reading, typedAt: typedAt, zone: zone, checklistID: item.checklistID)
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
        QuickAdd.read(line.text, now: zone.dayAndTime(of: moment), language: line.language)
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
