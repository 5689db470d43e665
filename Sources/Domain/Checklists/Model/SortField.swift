/// A sortable field: the type of its values with their accessor.
@usableFromInline package enum SortField<Element> {
    /// `false` comes before `true`.
    case flag((Element) -> Bool)
    case moment((Element) -> Timestamp)
    /// Missing values come last in both directions.
    case optionalMoment((Element) -> Timestamp?)
    case number((Element) -> Int)
    /// Compared by `TextOrder`.
    case text((Element) -> String)
}
