/// A value on the heap. It keeps types small whose optional property is large and rarely set.
@usableFromInline package final class Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }

    @usableFromInline package static func == (left: Boxed, right: Boxed) -> Bool {
        left === right || left.value == right.value
    }

    @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
