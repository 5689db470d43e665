package import JSON

extension JSONWriter: Fields {
    package mutating func required<Value: StoredValue>(_ name: StaticString, _ value: inout Value) {
        self.name(name)
        value.write(to: &self)
    }

    package mutating func field<Value: StoredValue & Equatable>(
        _ name: StaticString, _ value: inout Value, unless initial: Value
    ) {
        if value != initial { required(name, &value) }
    }

    package mutating func always<Value: StoredValue>(_ name: StaticString, _ value: inout Value) {
        required(name, &value)
    }

    package mutating func lines<Element: StoredValue>(_ name: StaticString, _ list: inout [Element]) {
        lines(name, list) { element, json in element.write(to: &json) }
    }

    /// Writes an array member with each element on its own line, for readability.
    package mutating func lines<Elements: Sequence>(
        _ name: StaticString, _ elements: Elements, _ write: (Elements.Element, inout JSONWriter) -> Void
    ) {
        array(name) { json in
            for element in elements {
                json.breakLine()
                write(element, &json)
            }
        }
    }

    package mutating func optional<Value: StoredValue>(_ name: StaticString, _ value: inout Value?) {
        guard let value else { return }
        self.name(name)
        value.write(to: &self)
    }
}
