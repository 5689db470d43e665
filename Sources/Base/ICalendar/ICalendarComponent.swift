/// A component of iCalendar (RFC 5545 §3.6) with all that is in it, also what nobody here knows.
public struct ICalendarComponent: Hashable, Sendable {
    /// Its name as it was written, such as `VTODO`.
    public var name: String
    /// Its properties and components in their order.
    public var content: [Content]

    /// What may stand in a component.
    public enum Content: Hashable, Sendable {
        case property(ICalendarProperty)
        case component(ICalendarComponent)
    }

    /// A component of these parts.
    public init(_ name: String, content: [Content] = []) {
        self.name = name
        self.content = content
    }

    /// Whether it has that name; names are the same in capitals and in small letters.
    public func isNamed(_ name: String) -> Bool { self.name.isSameName(as: name) }

    /// Whether it is one occurrence of a series, with properties of its own (RFC 5545 §3.8.4.4).
    public var isOverride: Bool { property("RECURRENCE-ID") != nil }

    /// Its properties, in their order.
    public var properties: [ICalendarProperty] {
        content.compactMap { content in
            switch content {
            case .property(let property): property
            case .component: nil
            }
        }
    }

    /// Its components, in their order.
    public var components: [ICalendarComponent] {
        content.compactMap { content in
            switch content {
            case .component(let component): component
            case .property: nil
            }
        }
    }

    /// Its first property of a name.
    public func property(_ name: String) -> ICalendarProperty? {
        for case .property(let property) in content where property.isNamed(name) { return property }
        return nil
    }

    /// Its properties of a name, in their order.
    public func properties(_ name: String) -> [ICalendarProperty] { properties.filter { $0.isNamed(name) } }

    /// Its components of a name, in their order.
    public func components(_ name: String) -> [ICalendarComponent] { components.filter { $0.isNamed(name) } }

    /// Puts a property where the first of its name stands, or else before the components, and takes away the
    /// others of that name; with `nil` takes away all.
    public mutating func set(_ name: String, _ property: ICalendarProperty?) {
        func isOfName(_ content: Content) -> Bool {
            if case .property(let other) = content { other.isNamed(name) } else { false }
        }
        func isComponent(_ content: Content) -> Bool {
            if case .component = content { true } else { false }
        }
        let index =
            content.firstIndex(where: isOfName) ?? content.firstIndex(where: isComponent) ?? content.count
        let before = content[..<index]
        let after = content[index...].filter { !isOfName($0) }
        content = before + (property.map { [.property($0)] } ?? []) + after
    }
}

extension String {
    /// Whether names are the same: letters of ASCII are in capitals and small ones.
    func isSameName(as other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.inCapitals == $1.inCapitals }
    }
}

extension UInt8 {
    fileprivate var inCapitals: UInt8 {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self ? self & 0xDF : self
    }
}
