/// The next identifiers. Each is one more than the largest that was ever allocated.
public struct Sequences: Hashable, Sendable {
    /// The kinds of record whose identifiers a store allocates.
    public enum Kind: Int, CaseIterable, Hashable, Sendable {
        case checklist, item, person, webhook, delivery
    }

    private var next = PerSequence(repeating: 1)

    /// Creates the sequences of an empty store. Every store has the first person.
    public init() { next[.person] = 2 }

    /// The next identifier of a kind.
    public subscript<ID: AllocatedID>(type: ID.Type) -> ID {
        get { ID(rawValue: next[ID.sequence]) }
        set { next[ID.sequence] = newValue.rawValue }
    }

    /// The number of the next identifier of a kind.
    public subscript(kind: Kind) -> Int {
        get { next[kind] }
        set { next[kind] = newValue }
    }

    /// Raises each sequence to at least that of another store.
    public mutating func raise(to others: Sequences) {
        for kind in Kind.allCases { next[kind] = max(next[kind], others.next[kind]) }
    }

    /// Raises a sequence above an identifier that is in use.
    package mutating func raise(above id: some AllocatedID) {
        next[id.sequence] = max(next[id.sequence], id.rawValue + 1)
    }

    /// Lowers a sequence, so that an identifier is free again.
    package mutating func free(_ id: some AllocatedID) {
        next[id.sequence] = min(next[id.sequence], id.rawValue)
    }

    /// Allocates a number.
    package mutating func allocate(_ kind: Kind) -> Int {
        defer { next[kind] += 1 }
        return next[kind]
    }

    public static func == (left: Sequences, right: Sequences) -> Bool {
        Kind.allCases.allSatisfy { left.next[$0] == right.next[$0] }
    }

    public func hash(into hasher: inout Hasher) {
        for kind in Kind.allCases { hasher.combine(next[kind]) }
    }
}

/// An identifier that stores allocate in ascending order.
public protocol AllocatedID: Identifier {
    static var sequence: Sequences.Kind { get }
}

extension AllocatedID {
    fileprivate var sequence: Sequences.Kind { Self.sequence }
}

extension Checklist.ID: AllocatedID {
    public static var sequence: Sequences.Kind { .checklist }
}

extension Item.ID: AllocatedID {
    public static var sequence: Sequences.Kind { .item }
}

extension Person.ID: AllocatedID {
    public static var sequence: Sequences.Kind { .person }
}

extension Webhook.ID: AllocatedID {
    public static var sequence: Sequences.Kind { .webhook }
}

extension Delivery.ID: AllocatedID {
    public static var sequence: Sequences.Kind { .delivery }
}

/// One value for each sequence, inline.
package struct PerSequence<Value> {
    private var values: InlineArray<5, Value>

    package init(repeating value: Value) { values = InlineArray(repeating: value) }

    package subscript(kind: Sequences.Kind) -> Value {
        get { values[kind.rawValue] }
        set { values[kind.rawValue] = newValue }
    }
}

extension PerSequence: Sendable where Value: Sendable {}
