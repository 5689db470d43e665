public import Dates

/// The days of a time zone from a first to a last one, to find the items that are due on them.
///
/// An all-day item is due on its day, whatever its own zone is. A timed item is due on the day that clocks of
/// the zone show then.
public struct DueDays: Hashable, Sendable {
    private let first: CivilDate?
    private let last: CivilDate?
    /// When clocks of the zone show one of the days, in order; at least one.
    package let spans: [Range<Timestamp>]

    /// No day begins in one zone so much earlier than in another.
    private static let zonesMilliseconds: Int64 = 48 * 60 * 60 * 1_000

    /// The days from a first to a last one; `nil` for no bound.
    public init(from first: CivilDate?, through last: CivilDate?, in zone: LocalTime) {
        (self.first, self.last) = (first, last)
        spans = zone.spans(from: first, through: last)
    }

    /// The first and the last day in the form `2026-11-21`; `nil` for no bound.
    package var texts: (first: String?, last: String?) { (first?.text, last?.text) }

    /// What tells the first and the last day from others.
    package var bounds: [Int64?] { [first, last].map { $0.map { Int64($0.daysSince1970) } } }

    /// Whether each item with a due date is due on one of them.
    package var areAll: Bool { first == nil && last == nil }

    /// Whether an item is due on one of them.
    package func contains(_ item: Item) -> Bool {
        guard let dueDate = item.dueDate else { return false }
        if areAll { return true }
        if item.isTimed { return spans.contains { $0.contains(dueDate) } }
        guard let day = item.timing.dueOn else { return false }
        return (first.map { $0 <= day } ?? true) && (last.map { day <= $0 } ?? true)
    }

    /// The due dates outside of which no item is due on them.
    package var outerSpan: Range<Timestamp> {
        span(movedBy: -Self.zonesMilliseconds) ?? spans[0]
    }

    /// The due dates of which each item is due on them; `nil` if there are none.
    package var innerSpan: Range<Timestamp>? {
        spans.count == 1 ? span(movedBy: Self.zonesMilliseconds) : nil
    }

    /// All spans in one, with bounds that are moved towards each other.
    private func span(movedBy milliseconds: Int64) -> Range<Timestamp>? {
        var (lower, upper) = (spans[0].lowerBound, spans[spans.count - 1].upperBound)
        if first != nil { lower = lower.advanced(byMilliseconds: milliseconds) }
        if last != nil { upper = upper.advanced(byMilliseconds: -milliseconds) }
        return lower < upper ? lower..<upper : nil
    }
}
