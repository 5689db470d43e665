/// A value apart from the rest of what it belongs to, since few have one and it takes as much room.
@usableFromInline final class Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }

    @usableFromInline static func == (left: Boxed, right: Boxed) -> Bool {
        left === right || left.value == right.value
    }

    @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
