import Checklists
import HTTP

// The preconditions of a request: the conditional fields (RFC 9110 §13.1) and `If` (RFC 4918 §10.4).

extension Call {
    /// Checks the preconditions for the item at the path.
    ///
    /// - Returns: The revision that the write must still find; `nil` without a precondition.
    /// - Throws: `revisionMismatch`; `Problem` 400.
    func checkPreconditions(_ item: Item?, in calendar: Calendar) async throws -> KnownState? {
        guard try await outcome(for: item, in: calendar) == .proceed else {
            throw ChecklistsError.revisionMismatch
        }
        return request.hasPreconditions ? item.map { [$0.revision] } ?? [] : nil
    }

    /// Checks the preconditions for the list at the path.
    ///
    /// - Returns: The revision that the write must still find; `nil` without a precondition.
    /// - Throws: `revisionMismatch`; `Problem` 400.
    @discardableResult
    func checkPreconditions(_ calendar: Calendar) async throws -> KnownState? {
        guard request.hasPreconditions else { return nil }
        let list = calendar.checklist
        let etag = entityTag(of: list.revision)
        let outcome = try await outcome(
            { try await state(of: list) }, etag: etag, changedAt: list.changedAt, in: calendar)
        guard outcome == .proceed else { throw ChecklistsError.revisionMismatch }
        return [list.revision]
    }

    /// The outcome of the preconditions for an item.
    func outcome(for item: Item?, in calendar: Calendar) async throws -> Conditions.Outcome {
        let state = state(of: item)
        return try await outcome({ state }, etag: state.etag, changedAt: item?.changedAt, in: calendar)
    }

    /// - Parameter own: Reads the state of the resource at the path. Only `If` needs it: the sync token of a
    ///   list takes a query.
    private func outcome(
        _ own: () async throws -> IfHeader.State, etag: ETag?, changedAt: Timestamp?, in calendar: Calendar
    ) async throws -> Conditions.Outcome {
        if let header = try request.head.fields[.if].map(IfHeader.init) {
            let path = request.head.target.path
            var states = [path: try await own()]
            for other in header.paths.prefix(IfHeader.pathsMax) where states[other] == nil {
                states[other] = try await state(at: other, in: calendar)
            }
            if !header.holds(for: states, at: path) { return .preconditionFailed }
        }
        let lastModified = changedAt.map { LastModified($0.lastModified, now: now.httpDate) }
        return try request.conditions.outcome(request.head.method, etag: etag, lastModified: lastModified)
    }
}

extension Call {
    /// The state of a list of the caller, or of an item on one; `nil` for another path.
    ///
    /// - Parameter known: The list of the request, which needs no query.
    private func state(at path: String, in known: Calendar) async throws -> IfHeader.State? {
        guard let names = paths.names(in: path) else { return nil }
        var calendar = known
        if names.calendar != known.name {
            do {
                calendar = try await home.calendar(called: names.calendar)
            } catch ChecklistsError.notFound {
                return nil
            }
        }
        let list = calendar.checklist
        guard names.object.isEmpty else {
            return state(of: try await session.item(called: names.object, on: list.id))
        }
        return try await state(of: list)
    }

    private func state(of list: Checklist) async throws -> IfHeader.State {
        let token = try await SyncToken.current(of: [list.id], for: session).first?.text
        return IfHeader.State(etag: entityTag(of: list.revision), token: token)
    }

    private func state(of item: Item?) -> IfHeader.State {
        IfHeader.State(etag: item.map { entityTag(of: $0.contentRevision) })
    }

    private func entityTag(of revision: Revision) -> ETag {
        ETag("\(session.store.epoch)-\(revision.rawValue)")
    }
}

extension Request {
    fileprivate var hasPreconditions: Bool {
        [.if, .ifMatch, .ifNoneMatch, .ifUnmodifiedSince].contains { head.fields[$0] != nil }
    }
}
