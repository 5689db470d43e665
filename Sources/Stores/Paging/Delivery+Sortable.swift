public import Checklists

extension Delivery: Sortable {
    /// The sort properties of deliveries.
    @usableFromInline package enum Property: String, SortProperty {
        case id, late, nextAttemptAt

        @inlinable package var field: SortField<Delivery> {
            switch self {
            case .id: .number { $0.id.rawValue }
            case .late: .flag { $0.late }
            case .nextAttemptAt: .optionalMoment { $0.nextAttemptAt }
            }
        }
    }

    @usableFromInline package var bytesCount: Int { Limits.attemptBytes * (1 + attempts.count) }
}
