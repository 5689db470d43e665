extension CallerSession {
    /// Adds a view after the calling person's other views.
    /// - Throws: `invalid`, `conflict`, `personNeeded`, `idempotencyKeyReused`.
    public func addView(
        _ draft: SavedViewDraft, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<RevisedView> {
        try await write(
            AddView(draft: draft, person: person), ifMatch: nil, idempotencyKey: key)
    }

    /// Applies a patch to a view of the calling person.
    /// - Throws: `notFound`, `invalid`, `conflict`, `revisionMismatch`, `personNeeded`.
    public func updateView(
        _ id: SavedView.ID, _ patch: SavedViewPatch, ifMatch: KnownState?
    ) async throws -> RevisedView {
        try await write(
            UpdateView(id: id, patch: patch, person: person), ifMatch: ifMatch,
            idempotencyKey: nil
        ).value
    }

    /// Moves a view among those of the calling person.
    /// - Throws: `notFound`, `invalid`, `revisionMismatch`, `personNeeded`, `idempotencyKeyReused`.
    public func moveView(
        _ id: SavedView.ID, to placement: Placement<SavedView.ID>, ifMatch: KnownState?,
        idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<RevisedView> {
        try await write(
            MoveView(id: id, placement: placement, person: person), ifMatch: ifMatch,
            idempotencyKey: key)
    }

    /// Deletes a view of the calling person.
    /// - Throws: `notFound`, `revisionMismatch`, `personNeeded`.
    public func deleteView(_ id: SavedView.ID, ifMatch: KnownState?) async throws {
        _ = try await write(
            DeleteView(id: id, person: person), ifMatch: ifMatch, idempotencyKey: nil)
    }

    /// A view of the calling person.
    /// - Throws: `notFound`, `personNeeded`.
    public func view(_ id: SavedView.ID) async throws -> RevisedView {
        let preferences = try await preferences()
        return RevisedView(preferences.views[try preferences.index(of: id)], in: preferences.revision)
    }
}

package struct AddView: BatchOperation {
    let draft: SavedViewDraft
    let person: Person.ID

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.preferences(of: person)] }

    package mutating func resolve(_ ids: TemporaryIDs) {}

    package static func created(_ result: RevisedView) -> Int? { result.view.id.rawValue }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<RevisedView> {
        let before = transaction.preferences(of: person)
        let draft = try draft.validated()
        guard before.views.count < Limits.viewsMax else {
            throw .conflict([Violation("", .limitReached(Limits.viewsMax, "saved views"))])
        }
        let view = SavedView(
            id: SavedView.ID(rawValue: Int(transaction.nextRevision.rawValue)), name: draft.name,
            icon: draft.icon, query: draft.query)
        return try transaction.decision(before.views + [view], of: before, view)
    }
}

package struct UpdateView: BatchOperation {
    private(set) var id: SavedView.ID
    let patch: SavedViewPatch
    let person: Person.ID

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.preferences(of: person)] }
    package var subject: Subject? { .view(id, of: person) }

    package mutating func resolve(_ ids: TemporaryIDs) { ids.resolve(&id) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<RevisedView> {
        let before = transaction.preferences(of: person)
        let index = try before.index(of: id)
        var views = before.views
        views[index] = try patch.applied(to: views[index])
        if views[index].isSame(as: before.views[index]) {
            return .unchanged(RevisedView(views[index], in: before.revision))
        }
        return try transaction.decision(views, of: before, views[index])
    }
}

package struct MoveView: BatchOperation {
    private(set) var id: SavedView.ID
    private(set) var placement: Placement<SavedView.ID>
    let person: Person.ID

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.preferences(of: person)] }
    package var subject: Subject? { .view(id, of: person) }

    package mutating func resolve(_ ids: TemporaryIDs) {
        ids.resolve(&id)
        ids.resolve(&placement)
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<RevisedView> {
        let before = transaction.preferences(of: person)
        let view = before.views[try before.index(of: id)]
        var views = before.views
        guard try views.move(id, to: placement, orThrow: .notASiblingView) else {
            return .unchanged(RevisedView(view, in: before.revision))
        }
        return try transaction.decision(views, of: before, view)
    }
}

package struct DeleteView: BatchOperation {
    private(set) var id: SavedView.ID
    let person: Person.ID

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.preferences(of: person)] }
    package var subject: Subject? { .view(id, of: person) }

    package mutating func resolve(_ ids: TemporaryIDs) { ids.resolve(&id) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<RevisedView> {
        let before = transaction.preferences(of: person)
        var views = before.views
        let view = views.remove(at: try before.index(of: id))
        return try transaction.decision(views, of: before, view)
    }
}

extension Transaction {
    /// The decision that sets the views of a person.
    /// - Throws: `conflict` if they become too large.
    fileprivate func decision(
        _ views: [SavedView], of before: Preferences, _ view: SavedView
    ) throws(ChecklistsError) -> Decision<RevisedView> {
        var after = before
        after.views = views
        try after.checkViewsSize(since: before)
        after.revision = nextRevision
        return Decision([.preferences(before: before, after: after)], RevisedView(view, in: nextRevision))
    }
}

extension Preferences {
    /// Checks the size of all views after a change. A change that does not enlarge them is always valid.
    /// - Throws: `conflict`.
    func checkViewsSize(since before: Preferences) throws(ChecklistsError) {
        let count = viewsBytesCount
        guard count > Limits.viewsBytesMax, count > before.viewsBytesCount else { return }
        throw .conflict([Violation("", .limitReached(Limits.viewsBytesMax, "bytes of saved views"))])
    }

    /// The size of the names, parameters and values of all views.
    private var viewsBytesCount: Int {
        var count = 0
        for view in views {
            count += view.name.utf8.count
            for parameter in view.query { count += parameter.name.utf8.count + parameter.value.utf8.count }
        }
        return count
    }

    /// The index of a view that must exist.
    /// - Throws: `notFound`.
    func index(of id: SavedView.ID) throws(ChecklistsError) -> Int {
        guard let index = views.firstIndex(where: { $0.id == id }) else { throw .notFound(.view) }
        return index
    }
}

extension SavedView {
    /// Whether two states of a view are equal, with texts compared byte by byte.
    fileprivate func isSame(as other: SavedView) -> Bool {
        self == other && name.isSame(as: other.name)
            && zip(query, other.query).allSatisfy { one, two in
                one.name.isSame(as: two.name) && one.value.isSame(as: two.value)
            }
    }
}
