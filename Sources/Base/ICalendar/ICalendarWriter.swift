/// Writes iCalendar (RFC 5545): content lines that are folded, with text that is escaped.
public struct ICalendarWriter: Sendable {
    /// What has been written.
    public private(set) var bytes: [UInt8] = []
    /// How many octets the line has so far.
    private var lineOctets = 0

    private static let lineOctetsMax = 75

    /// Nothing yet.
    public init() {}

    /// Writes a component with what belongs to it.
    public mutating func component(_ name: String, _ content: (inout ICalendarWriter) -> Void) {
        property("BEGIN", name)
        content(&self)
        property("END", name)
    }

    /// Writes a property whose value is no text, or text without anything that has to be escaped.
    /// - Parameter name: With its parameters.
    public mutating func property(_ name: String, _ value: String) {
        put(name.utf8)
        put(":".utf8)
        put(value.utf8)
        end()
    }

    /// Writes a property whose value is text (§3.3.11).
    public mutating func text(_ name: String, _ text: String) {
        property(name, ICalendarText.escaped(text))
    }

    /// Writes a property whose value is a date or a time.
    /// - Parameter name: With its parameters, of which that of the time zone is one.
    public mutating func time(_ name: String, _ time: ICalendarTime) { property(name, time.text) }

    /// Writes a property as it was read.
    public mutating func property(_ property: ICalendarProperty) {
        put(property.name.utf8)
        for parameter in property.parameters { put(";\(parameter.name)=\(parameter.encoded)".utf8) }
        put(":".utf8)
        put(property.value.utf8)
        end()
    }

    /// Writes a component with all that is in it.
    public mutating func component(_ component: ICalendarComponent) {
        self.component(component.name) { writer in
            for content in component.content {
                switch content {
                case .property(let property): writer.property(property)
                case .component(let component): writer.component(component)
                }
            }
        }
    }

    /// Writes degrees north and east, with the six decimal places that a position may have (§3.8.1.6).
    public mutating func position(_ name: String, latitude: Double, longitude: Double) {
        property(name, "\(Self.degrees(latitude));\(Self.degrees(longitude))")
    }

    private static func degrees(_ value: Double) -> String {
        let millionths = Int((value * 1_000_000).rounded())
        let digits = String(millionths.magnitude)
        let padded = String(repeating: "0", count: max(0, 7 - digits.count)) + digits
        return "\(millionths < 0 ? "-" : "")\(padded.dropLast(6)).\(padded.suffix(6))"
    }

    private mutating func end() {
        bytes.append(UInt8(ascii: "\r"))
        bytes.append(UInt8(ascii: "\n"))
        lineOctets = 0
    }

    private mutating func put(_ octets: String.UTF8View) {
        for octet in octets { put(octet) }
    }

    /// Writes an octet, on a new line where the character that it begins would go over the end of this one
    /// (§3.1). A line feed would begin a property: of text it is escaped before, of anything else it is a
    /// space.
    private mutating func put(_ octet: UInt8) {
        let octet = octet == UInt8(ascii: "\n") ? UInt8(ascii: " ") : octet
        let characterOctets =
            switch octet {
            case ..<0x80: 1
            // One that goes on with the character before.
            case ..<0xC0: 0
            case ..<0xE0: 2
            case ..<0xF0: 3
            default: 4
            }
        if lineOctets + characterOctets > Self.lineOctetsMax {
            bytes.append(UInt8(ascii: "\r"))
            bytes.append(UInt8(ascii: "\n"))
            bytes.append(UInt8(ascii: " "))
            lineOctets = 1
        }
        bytes.append(octet)
        lineOctets += 1
    }
}
