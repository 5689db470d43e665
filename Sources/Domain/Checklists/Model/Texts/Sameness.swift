extension String {
    /// Whether two texts are the same in every byte. `==` ignores how accents are composed, but the server
    /// stores texts exactly as sent.
    @usableFromInline package func isSame(as other: String) -> Bool {
        let (left, right) = (utf8.span, other.utf8.span)
        if left.isIdentical(to: right) { return true }
        guard left.count == right.count else { return false }
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }
}

extension Checklist {
    /// Whether two states of a checklist are the same in every byte of their texts.
    package func isSame(as other: Checklist) -> Bool {
        self == other && name.isSame(as: other.name)
            && (collection.flatMap { other.collection?.isSame(as: $0) } ?? true)
    }
}

extension Item {
    /// Whether two states of an item are the same in every byte of their texts.
    package func isSame(as other: Item) -> Bool {
        self == other && text.isSame(as: other.text) && notes.isSame(as: other.notes)
            && zip(location?.texts ?? [], other.location?.texts ?? []).allSatisfy { one, two in
                one.isSame(as: two)
            }
            && zip(tags, other.tags).allSatisfy { $0.isSame(as: $1) }
            && hasSameCalendarObject(as: other)
    }

    /// Whether both items have the same calendar object, or none.
    package func hasSameCalendarObject(as other: Item) -> Bool {
        guard hasCalendarObject || other.hasCalendarObject else { return true }
        guard let one = calendarObject, let two = other.calendarObject else { return false }
        return one == two && one.text.isSame(as: two.text) && (one.name ?? "").isSame(as: two.name ?? "")
    }
}

extension Location {
    /// The texts, with an empty one for each missing part.
    fileprivate var texts: [String] { [street, postalCode, city, country].map { $0 ?? "" } }
}
