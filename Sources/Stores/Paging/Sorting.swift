public import Checklists

/// Something that can be ordered by its properties.
@usableFromInline package protocol Sortable: Identifiable, Sendable where ID: Identifier {
    /// What it is ordered by.
    associatedtype Property: SortProperty where Property.Element == Self

    /// About how many bytes it has on a page.
    var bytesCount: Int { get }
}

extension Sortable {
    /// What it has of a property.
    @inlinable package func sortValue(of property: Property) -> SortValue { property.field.value(of: self) }
}

/// What elements can be ordered by.
@usableFromInline package protocol SortProperty: Hashable, Sendable {
    associatedtype Element

    /// Its name in Swift and on the wire; columns of a database are named after it.
    var name: String { get }
    /// The values that elements have of it.
    var field: SortField<Element> { get }
}

extension SortProperty where Self: RawRepresentable<String> {
    @usableFromInline package var name: String { rawValue }
}

extension SortField {
    /// What an element has of it.
    @inlinable package func value(of element: Element) -> SortValue {
        switch self {
        case .flag(let value): .flag(value(element))
        case .moment(let value): .moment(value(element))
        case .optionalMoment(let value): .moment(value(element))
        case .number(let value): .number(value(element))
        case .text(let value): .text(value(element))
        }
    }

    /// The kind of its values.
    @usableFromInline package var kind: SortValue.Kind {
        switch self {
        case .flag: .flag
        case .moment, .optionalMoment: .moment
        case .number: .number
        case .text: .text
        }
    }
}

/// What an order compares of one element.
@usableFromInline package enum SortValue {
    /// `false` comes before `true`.
    case flag(Bool)
    /// Missing ones come last, whatever the direction.
    case moment(Timestamp?)
    case number(Int)
    /// By `TextOrder`.
    case text(String)

    /// What can be compared with one another.
    @usableFromInline package enum Kind {
        case flag, moment, number, text
    }

    /// What it can be compared with.
    @inlinable package var kind: Kind {
        switch self {
        case .flag: .flag
        case .moment: .moment
        case .number: .number
        case .text: .text
        }
    }

    /// Whether it is the same in every bit: texts that Swift takes for equal may still differ in how they are
    /// composed.
    @inlinable package func isSame(as other: SortValue) -> Bool {
        switch (self, other) {
        case (.flag(let one), .flag(let two)): one == two
        case (.moment(let one), .moment(let two)): one == two
        case (.number(let one), .number(let two)): one == two
        case (.text(let one), .text(let two)): one.isSame(as: two)
        default: false
        }
    }

    /// Negative if this comes before the other, which must be of the same kind; zero if neither does.
    @inlinable package func compare(_ other: SortValue, descending: Bool) -> Int {
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

/// Where something stands in an order: what is compared of it. The element itself need not be there.
@usableFromInline package struct SortPosition<Element: Sortable> {
    /// What it has of each criterion of the order.
    @usableFromInline package let values: [SortValue]
    /// What ends a tie.
    @usableFromInline package let id: Element.ID

    @usableFromInline init(values: [SortValue], id: Element.ID) {
        self.values = values
        self.id = id
    }
}

/// By what elements are ordered; the identifier ends every tie.
@usableFromInline package struct Sorting<Element: Sortable>: Hashable, Sendable {
    /// The criteria, each property once, since its second use could not tell more.
    @usableFromInline package let keys: [SortKey<Element.Property>]

    @inlinable package init(_ keys: [SortKey<Element.Property>]) {
        var seen: Set<Element.Property> = []
        self.keys = keys.filter { seen.insert($0.property).inserted }
    }

    /// Whether the first element comes before the second.
    @inlinable package func precedes(_ first: Element, _ second: Element) -> Bool {
        for key in keys {
            let order = first.sortValue(of: key.property)
                .compare(second.sortValue(of: key.property), descending: key.descending)
            if order != 0 { return order < 0 }
        }
        return first.id < second.id
    }

    /// Where an element stands.
    @inlinable package func position(of element: Element) -> SortPosition<Element> {
        SortPosition(values: keys.map { element.sortValue(of: $0.property) }, id: element.id)
    }

    /// Whether an element comes before a position.
    @inlinable package func precedes(_ element: Element, _ position: SortPosition<Element>) -> Bool {
        for (key, value) in zip(keys, position.values) {
            let order = element.sortValue(of: key.property).compare(value, descending: key.descending)
            if order != 0 { return order < 0 }
        }
        return element.id < position.id
    }

    /// Whether two elements, or two states of one, differ in what this orders by.
    @inlinable package func tellsApart(_ first: Element, _ second: Element) -> Bool {
        keys.contains { !first.sortValue(of: $0.property).isSame(as: second.sortValue(of: $0.property)) }
    }
}
