/// Writes iCalendar (RFC 5545): folds content lines and escapes text.
public struct ICalendarWriter: Sendable {
    /// The output so far.
    public private(set) var bytes: [UInt8] = []
    /// The number of octets in the current line.
    private var lineOctets = 0

    private static let lineOctetsMax = 75

    /// Creates a writer without output.
    public init() {}

    /// Writes a component; `content` writes its properties and subcomponents.
    public mutating func component(_ name: String, _ content: (inout ICalendarWriter) -> Void) {
        property("BEGIN", name)
        content(&self)
        property("END", name)
    }

    /// Writes a property whose value needs no escaping.
    /// - Parameter name: The name including parameters.
    public mutating func property(_ name: String, _ value: String) {
        put(name.utf8)
        put(":".utf8)
        put(value.utf8)
        end()
    }

    /// Writes a property whose value is text, which it escapes (RFC 5545 §3.3.11).
    public mutating func text(_ name: String, _ text: String) {
        property(name, ICalendarText.escaped(text))
    }

    /// Writes a property whose value is a date or time.
    /// - Parameter name: The name including parameters, among them `TZID` for a time zone.
    public mutating func time(_ name: String, _ time: ICalendarTime) { property(name, time.text) }

    /// Writes a parsed property unchanged.
    public mutating func property(_ property: ICalendarProperty) {
        put(property.name.utf8)
        for parameter in property.parameters { put(";\(parameter.name)=\(parameter.encoded)".utf8) }
        put(":".utf8)
        put(property.value.utf8)
        end()
    }

    /// Writes a component with all its content.
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

    /// Writes degrees north and east with six decimal places, the most that `GEO` allows (RFC 5545 §3.8.1.6).
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

    /// Writes an octet; folds the line before a character that would exceed 75 octets (RFC 5545 §3.1).
    ///
    /// A line feed would start a new property. Text has it escaped; in other values it becomes a space.
    private mutating func put(_ octet: UInt8) {
        let octet = octet == UInt8(ascii: "\n") ? UInt8(ascii: " ") : octet
        let characterOctets =
            switch octet {
            case ..<0x80: 1
            // A UTF-8 continuation byte.
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
