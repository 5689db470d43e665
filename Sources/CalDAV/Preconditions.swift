import Checklists
import HTTP

// The preconditions of a request: `If-Match` and its like (RFC 9110 §13.1), and `If` (RFC 4918 §10.4).

extension Call {
    /// Checks the preconditions for the item at the path.
    ///
    /// - Returns: The revision that the item must still have when it changes, if there is a precondition.
    /// - Throws: `revisionMismatch`; `Problem` 400.
    func checkPreconditions(_ item: Item?, in calendar: Calendar) async throws -> Set<Revision>? {
        guard try await outcome(for: item, in: calendar) == .proceed else {
            throw ChecklistsError.revisionMismatch
        }
        return request.hasPreconditions ? item.map { [$0.revision] } ?? [] : nil
    }

    /// Checks the preconditions for the list at the path.
    ///
    /// - Returns: The revision that the list must still have when it changes, if there is a precondition.
    /// - Throws: `revisionMismatch`; `Problem` 400.
    @discardableResult
    func checkPreconditions(_ calendar: Calendar) async throws -> Set<Revision>? {
        guard request.hasPreconditions else { return nil }
        let list = calendar.checklist
        let etag = ETag("\(session.store.epoch)-\(list.revision.rawValue)")
        let outcome = try await outcome(etag, changedAt: list.changedAt, in: calendar)
        guard outcome == .proceed else { throw ChecklistsError.revisionMismatch }
        return [list.revision]
    }

    /// What the preconditions say of an item.
    func outcome(for item: Item?, in calendar: Calendar) async throws -> Conditions.Outcome {
        let etag = item.map { ETag("\(session.store.epoch)-\($0.revision.rawValue)") }
        return try await outcome(etag, changedAt: item?.changedAt, in: calendar)
    }

    private func outcome(
        _ etag: ETag?, changedAt: Timestamp?, in calendar: Calendar
    ) async throws -> Conditions.Outcome {
        if let header = try request.head.fields[.if].map(IfHeader.init) {
            let (path, collection) = (request.head.target.path, paths.path(of: calendar))
            let token = try await SyncToken.current(of: [calendar.checklist.id], for: session).first?.text
            let isCollection = path == collection || path + "/" == collection
            var states = [collection: IfHeader.State(token: token)]
            states[path] = IfHeader.State(etag: etag, token: isCollection ? token : nil)
            if !header.holds(for: states, at: path) { return .preconditionFailed }
        }
        let lastModified = changedAt.map { (date: $0.httpDate, now: now.httpDate) }
        return try request.conditions.outcome(request.head.method, etag: etag, lastModified: lastModified)
    }
}

extension Request {
    fileprivate var hasPreconditions: Bool {
        [.if, .ifMatch, .ifNoneMatch, .ifUnmodifiedSince].contains { head.fields[$0] != nil }
    }
}
