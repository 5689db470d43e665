public import Dates

/// A range of days in a time zone, to filter items by due date.
///
/// An all-day item is due on its day, regardless of its time zone. A timed item is due on the local day in
/// the zone of the range.
public struct DueDays: Hashable, Sendable {
    private let first: CivilDate?
    private let last: CivilDate?
    /// The times that fall on one of the days, in order; at least one range.
    package let spans: [Range<Timestamp>]

    /// The largest difference by which a day begins earlier in one zone than in another.
    private static let zonesMilliseconds: Int64 = 48 * 60 * 60 * 1_000

    /// Creates a range of days; `nil` for no bound.
    public init(from first: CivilDate?, through last: CivilDate?, in zone: LocalTime) {
        (self.first, self.last) = (first, last)
        spans = zone.spans(from: first, through: last)
    }

    /// The first and the last day as ISO 8601 dates; `nil` for no bound.
    package var texts: (first: String?, last: String?) { (first?.text, last?.text) }

    /// The bounds as days since 1970-01-01, for the hash of a query.
    package var bounds: [Int64?] { [first, last].map { $0.map { Int64($0.daysSince1970) } } }

    /// Whether every item with a due date matches.
    package var areAll: Bool { first == nil && last == nil }

    /// Whether an item is due on one of the days.
    package func contains(_ item: Item) -> Bool {
        guard let dueDate = item.dueDate else { return false }
        if areAll { return true }
        if item.isTimed { return spans.contains { $0.contains(dueDate) } }
        guard let day = item.timing.dueOn else { return false }
        return (first.map { $0 <= day } ?? true) && (last.map { day <= $0 } ?? true)
    }

    /// No item with a due date outside this range matches.
    package var outerSpan: Range<Timestamp> {
        span(movedBy: -Self.zonesMilliseconds) ?? spans[0]
    }

    /// Every item with a due date in this range matches; `nil` if there is no such range.
    package var innerSpan: Range<Timestamp>? {
        spans.count == 1 ? span(movedBy: Self.zonesMilliseconds) : nil
    }

    /// All spans as one, with both bounds moved inwards.
    private func span(movedBy milliseconds: Int64) -> Range<Timestamp>? {
        var (lower, upper) = (spans[0].lowerBound, spans[spans.count - 1].upperBound)
        if first != nil { lower = lower.advanced(byMilliseconds: milliseconds) }
        if last != nil { upper = upper.advanced(byMilliseconds: -milliseconds) }
        return lower < upper ? lower..<upper : nil
    }
}
