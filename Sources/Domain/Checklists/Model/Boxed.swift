/// A value on the heap. It keeps types small whose optional property is large and rarely set.
@usableFromInline package final class Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }

    @usableFromInline package static func == (left: Boxed, right: Boxed) -> Bool {
        left === right || left.value == right.value
    }

    @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Optional {
    /// Sets one of the fields that few values have. Without any of them there is no box.
    ///
    /// - Parameters:
    ///   - isUnset: Whether the field gets the value that it has in `none`.
    ///   - none: The fields without values.
    mutating func set<Fields>(
        _ isUnset: Bool, in none: @autoclosure () -> Fields, _ body: (inout Fields) -> Void
    ) where Wrapped == Boxed<Fields> {
        if isUnset, self == nil { return }
        var fields = self?.value ?? none()
        body(&fields)
        self = isUnset && fields == none() ? nil : Boxed(fields)
    }
}
