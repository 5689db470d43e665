/// An iCalendar component (RFC 5545 §3.6). It keeps properties and components that the server does not know.
public struct ICalendarComponent: Hashable, Sendable {
    /// The name as written, such as `VTODO`.
    public var name: String
    /// The properties and subcomponents, in their order.
    public var content: [Content]

    /// A property or a subcomponent.
    public enum Content: Hashable, Sendable {
        case property(ICalendarProperty)
        case component(ICalendarComponent)
    }

    /// Creates a component.
    public init(_ name: String, content: [Content] = []) {
        self.name = name
        self.content = content
    }

    /// Compares the name, ignoring ASCII case.
    public func isNamed(_ name: String) -> Bool { self.name.isSameName(as: name) }

    /// Whether the component overrides one occurrence of a series (`RECURRENCE-ID`, RFC 5545 §3.8.4.4).
    public var isOverride: Bool { property("RECURRENCE-ID") != nil }

    /// The properties, in their order.
    public var properties: [ICalendarProperty] {
        content.compactMap { content in
            switch content {
            case .property(let property): property
            case .component: nil
            }
        }
    }

    /// The subcomponents, in their order.
    public var components: [ICalendarComponent] {
        content.compactMap { content in
            switch content {
            case .component(let component): component
            case .property: nil
            }
        }
    }

    /// The first property with this name.
    public func property(_ name: String) -> ICalendarProperty? {
        for case .property(let property) in content where property.isNamed(name) { return property }
        return nil
    }

    /// The properties with this name, in their order.
    public func properties(_ name: String) -> [ICalendarProperty] { properties.filter { $0.isNamed(name) } }

    /// The subcomponents with this name, in their order.
    public func components(_ name: String) -> [ICalendarComponent] { components.filter { $0.isNamed(name) } }

    /// Replaces the first property with this name and removes the others; `nil` removes all.
    ///
    /// A new property goes before the subcomponents.
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
    /// Compares names, ignoring ASCII case.
    func isSameName(as other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.inCapitals == $1.inCapitals }
    }
}

extension UInt8 {
    fileprivate var inCapitals: UInt8 {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self ? self & 0xDF : self
    }
}
