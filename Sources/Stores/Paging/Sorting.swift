public import Checklists

/// An element that a page can order by its properties.
@usableFromInline package protocol Sortable: Identifiable, Sendable where ID: Identifier {
    /// The sort properties.
    associatedtype Property: SortProperty where Property.Element == Self

    /// The approximate size on a page in bytes, for the page limit.
    var bytesCount: Int { get }
}

extension Sortable {
    /// The element's value of a property.
    @inlinable package func sortValue(of property: Property) -> SortValue { property.field.value(of: self) }
}

/// A sort property of an element.
@usableFromInline package protocol SortProperty: Hashable, Sendable {
    associatedtype Element

    /// The name in Swift and on the wire; a database column is named after it.
    var name: String { get }
    /// The field that the property sorts by.
    var field: SortField<Element> { get }
    /// The SQL of its values; `nil` for a column that is named after it.
    var columnExpression: String? { get }
    /// Whether all elements without a value of another property have the same value of this one.
    func isConstant(without other: Self) -> Bool
    /// Whether databases have an index with all elements by this property.
    var hasIndex: Bool { get }
    /// Whether databases have an index with the elements of each list by this property.
    var hasListIndex: Bool { get }
}

extension SortProperty {
    @usableFromInline package var hasIndex: Bool { false }

    @usableFromInline package var hasListIndex: Bool { false }

    @usableFromInline package func isConstant(without other: Self) -> Bool { false }

    /// A column that is named after the property.
    @usableFromInline package var columnExpression: String? { nil }
}

extension SortProperty where Self: RawRepresentable<String> {
    @usableFromInline package var name: String { rawValue }
}

extension SortField {
    /// The element's value of the field.
    @inlinable package func value(of element: Element) -> SortValue {
        switch self {
        case .flag(let value): .flag(value(element))
        case .moment(let value): .moment(value(element))
        case .optionalMoment(let value): .moment(value(element))
        case .number(let value): .number(value(element))
        case .text(let value): .text(value(element))
        }
    }

    /// The kind of the field's values.
    @usableFromInline package var kind: SortValue.Kind {
        switch self {
        case .flag: .flag
        case .moment, .optionalMoment: .moment
        case .number: .number
        case .text: .text
        }
    }
}

/// A value that an order compares.
@usableFromInline package enum SortValue {
    /// `false` precedes `true`.
    case flag(Bool)
    /// `nil` is last in both directions.
    case moment(Timestamp?)
    case number(Int)
    /// In the order of `TextOrder`.
    case text(String)

    /// The kinds of values. Only values of the same kind are comparable.
    @usableFromInline package enum Kind {
        case flag, moment, number, text
    }

    /// The kind of the value.
    @inlinable package var kind: Kind {
        switch self {
        case .flag: .flag
        case .moment: .moment
        case .number: .number
        case .text: .text
        }
    }

    /// Whether the values are identical bit by bit. Swift's `==` on texts also accepts canonically equivalent
    /// ones.
    @inlinable package func isSame(as other: SortValue) -> Bool {
        switch (self, other) {
        case (.flag(let one), .flag(let two)): one == two
        case (.moment(let one), .moment(let two)): one == two
        case (.number(let one), .number(let two)): one == two
        case (.text(let one), .text(let two)): one.isSame(as: two)
        default: false
        }
    }

    /// Negative if this value precedes the other, 0 if neither does. The other must be of the same kind.
    @inlinable package func compare(_ other: SortValue, descending: Bool) -> Int {
        let order: Int
        switch (self, other) {
        case (.flag(let one), .flag(let two)): order = (one ? 1 : 0) - (two ? 1 : 0)
        case (.moment(let one?), .moment(let two?)): order = one == two ? 0 : one < two ? -1 : 1
        case (.moment(let one), .moment(let two)): return (one == nil ? 1 : 0) - (two == nil ? 1 : 0)
        case (.number(let one), .number(let two)): order = one == two ? 0 : one < two ? -1 : 1
        case (.text(let one), .text(let two)): order = TextOrder.compare(one, two)
        default: preconditionFailure("the values have different types")
        }
        return descending ? -order : order
    }
}

/// A position in an order: sort values and an id. An element at that position need not exist.
@usableFromInline package struct SortPosition<Element: Sortable> {
    /// One value for each key of the order.
    @usableFromInline package let values: [SortValue]
    /// The id, which breaks ties.
    @usableFromInline package let id: Element.ID

    @usableFromInline package init(values: [SortValue], id: Element.ID) {
        self.values = values
        self.id = id
    }
}

/// An order of elements; the id breaks ties.
@usableFromInline package struct Sorting<Element: Sortable>: Hashable, Sendable {
    /// The keys. A repeated property is dropped, because the first key already decides.
    @usableFromInline package let keys: [SortKey<Element.Property>]

    @inlinable package init(_ keys: [SortKey<Element.Property>]) {
        var seen: Set<Element.Property> = []
        self.keys = keys.filter { seen.insert($0.property).inserted }
    }

    /// Whether the first element precedes the second.
    @inlinable package func precedes(_ first: Element, _ second: Element) -> Bool {
        for key in keys {
            let order = first.sortValue(of: key.property)
                .compare(second.sortValue(of: key.property), descending: key.descending)
            if order != 0 { return order < 0 }
        }
        return first.id < second.id
    }

    /// The position of an element.
    @inlinable package func position(of element: Element) -> SortPosition<Element> {
        SortPosition(values: keys.map { element.sortValue(of: $0.property) }, id: element.id)
    }

    /// Whether an element precedes a position.
    @inlinable package func precedes(_ element: Element, _ position: SortPosition<Element>) -> Bool {
        for (key, value) in zip(keys, position.values) {
            let order = element.sortValue(of: key.property).compare(value, descending: key.descending)
            if order != 0 { return order < 0 }
        }
        return element.id < position.id
    }

    /// Whether two elements, or two versions of one, differ in a sort value.
    @inlinable package func distinguishes(_ first: Element, _ second: Element) -> Bool {
        keys.contains { !first.sortValue(of: $0.property).isSame(as: second.sortValue(of: $0.property)) }
    }
}
