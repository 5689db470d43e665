public import Checklists

extension Delivery: Sortable {
    /// What deliveries are ordered by.
    @usableFromInline package enum Property: Hashable, Sendable {
        case id, late, nextAttemptAt
    }

    @usableFromInline package var bytesCount: Int { Limits.attemptBytes * (1 + attempts.count) }

    @inlinable package func sortValue(of property: Property) -> SortValue {
        switch property {
        case .id: .number(id.rawValue)
        case .late: .flag(late)
        case .nextAttemptAt: .moment(nextAttemptAt)
        }
    }

    @usableFromInline package static func sortKind(of property: Property) -> SortValue.Kind {
        switch property {
        case .id: .number
        case .late: .flag
        case .nextAttemptAt: .moment
        }
    }
}
