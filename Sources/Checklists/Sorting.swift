/// Something that can be ordered by its properties.
protocol Sortable: Identifiable, Sendable where ID: Identifier {
    /// What it is ordered by.
    associatedtype Property: Hashable, Sendable

    /// What it has of a property.
    func sortValue(of property: Property) -> SortValue

    /// One that has nothing but these properties, to stand for a place in an order; `nil` if a value is of
    /// the wrong kind.
    init?(placeholder id: ID, with values: [Property: SortValue])
}

/// What an order compares of one element.
enum SortValue {
    /// `false` comes before `true`.
    case flag(Bool)
    /// Missing ones come last, whatever the direction.
    case moment(Timestamp?)
    case number(Int)
    /// By `TextOrder`.
    case text(String)

    /// Whether it is the same in every bit: texts that Swift takes for equal may still differ in how they are
    /// composed.
    func isSame(as other: SortValue) -> Bool {
        switch (self, other) {
        case (.flag(let one), .flag(let two)): one == two
        case (.moment(let one), .moment(let two)): one == two
        case (.number(let one), .number(let two)): one == two
        case (.text(let one), .text(let two)): one.isSame(as: two)
        default: false
        }
    }

    /// Negative if this comes before the other, which must be of the same kind; zero if neither does.
    func compare(_ other: SortValue, descending: Bool) -> Int {
        let order: Int
        switch (self, other) {
        case (.flag(let one), .flag(let two)): order = (one ? 1 : 0) - (two ? 1 : 0)
        case (.moment(let one?), .moment(let two?)): order = one == two ? 0 : one < two ? -1 : 1
        case (.moment(let one), .moment(let two)): return (one == nil ? 1 : 0) - (two == nil ? 1 : 0)
        case (.number(let one), .number(let two)): order = one == two ? 0 : one < two ? -1 : 1
        case (.text(let one), .text(let two)): order = TextOrder.compare(one, two)
        default: preconditionFailure("values of two kinds")
        }
        return descending ? -order : order
    }
}

/// By what elements are ordered; the identifier ends every tie.
struct Sorting<Element: Sortable>: Hashable, Sendable {
    /// The criteria, each property once, since its second use could not tell more.
    let keys: [SortKey<Element.Property>]

    init(_ keys: [SortKey<Element.Property>]) {
        var seen: Set<Element.Property> = []
        self.keys = keys.filter { seen.insert($0.property).inserted }
    }

    /// Whether the first element comes before the second.
    func precedes(_ first: Element, _ second: Element) -> Bool {
        for key in keys {
            let order = first.sortValue(of: key.property)
                .compare(second.sortValue(of: key.property), descending: key.descending)
            if order != 0 { return order < 0 }
        }
        return first.id < second.id
    }

    /// Whether two elements, or two states of one, differ in what this orders by.
    func tellsApart(_ first: Element, _ second: Element) -> Bool {
        keys.contains { !first.sortValue(of: $0.property).isSame(as: second.sortValue(of: $0.property)) }
    }

    /// The beginning of what this orders by.
    func prefix(of element: Element) -> SortPrefix {
        var prefix = SortPrefix()
        for key in keys {
            prefix.append(element.sortValue(of: key.property), descending: key.descending)
        }
        prefix.append(id: element.id.rawValue)
        return prefix
    }
}
