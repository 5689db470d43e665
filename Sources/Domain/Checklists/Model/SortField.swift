/// A sortable field: the kind of its values, and how an element gives its own.
@usableFromInline package enum SortField<Element> {
    /// `false` comes before `true`.
    case flag((Element) -> Bool)
    case moment((Element) -> Timestamp)
    /// Missing ones come last, whatever the direction.
    case optionalMoment((Element) -> Timestamp?)
    case number((Element) -> Int)
    /// By `TextOrder`.
    case text((Element) -> String)
}
