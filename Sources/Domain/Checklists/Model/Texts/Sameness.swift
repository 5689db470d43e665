extension String {
    /// Whether two texts are the same in every byte. Swift takes those for equal that differ only in how
    /// accents are composed, but what a client sent is kept as it was sent.
    @usableFromInline package func isSame(as other: String) -> Bool {
        let (left, right) = (utf8.span, other.utf8.span)
        if left.isIdentical(to: right) { return true }
        guard left.count == right.count else { return false }
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }
}

extension Checklist {
    /// Whether a client could not tell two states of a checklist apart.
    package func isSame(as other: Checklist) -> Bool {
        self == other && name.isSame(as: other.name)
            && (collection.flatMap { other.collection?.isSame(as: $0) } ?? true)
    }
}

extension Item {
    /// Whether a client could not tell two states of an item apart.
    package func isSame(as other: Item) -> Bool {
        self == other && text.isSame(as: other.text) && notes.isSame(as: other.notes)
            && zip(location?.texts ?? [], other.location?.texts ?? []).allSatisfy { one, two in
                one.isSame(as: two)
            }
            && hasSameCalendarObject(as: other)
    }

    /// Whether calendar programs have sent the same for both, if anything.
    package func hasSameCalendarObject(as other: Item) -> Bool {
        guard hasCalendarObject || other.hasCalendarObject else { return true }
        guard let one = calendarObject, let two = other.calendarObject else { return false }
        return one == two && one.text.isSame(as: two.text) && (one.name ?? "").isSame(as: two.name ?? "")
    }
}

extension Location {
    /// Its texts; a part that is not given is an empty one.
    fileprivate var texts: [String] { [street, postalCode, city, country].map { $0 ?? "" } }
}
