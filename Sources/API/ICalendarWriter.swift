import Checklists

/// Writes iCalendar (RFC 5545): content lines that are folded, with text that is escaped.
struct ICalendarWriter {
    /// What has been written.
    private(set) var bytes: [UInt8] = []
    /// How many octets the line has so far.
    private var lineOctets = 0

    private static let lineOctetsMax = 75

    /// Nothing yet.
    init() {}

    /// Writes a component with what belongs to it.
    mutating func component(_ name: String, _ content: (inout ICalendarWriter) -> Void) {
        property("BEGIN", name)
        content(&self)
        property("END", name)
    }

    /// Writes a property whose value is no text, or text without anything that has to be escaped.
    /// - Parameter name: With its parameters.
    mutating func property(_ name: String, _ value: String) {
        begin(name)
        put(value.utf8)
        end()
    }

    /// Writes a property whose value is text (§3.3.11).
    mutating func text(_ name: String, _ text: String) {
        begin(name)
        var isAfterReturn = false
        for octet in text.utf8 {
            switch octet {
            case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
                put(UInt8(ascii: "\\"))
                put(octet)
            case UInt8(ascii: "\n") where isAfterReturn: break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): put("\\n".utf8)
            default: put(octet)
            }
            isAfterReturn = octet == UInt8(ascii: "\r")
        }
        end()
    }

    /// Writes a property whose value is a moment in UTC, in whole seconds (§3.3.5).
    mutating func moment(_ name: String, _ moment: Timestamp) {
        begin(name)
        // 2026-11-21T17:00:00 without what stands between the digits.
        for octet in moment.rfc3339.prefix(19) where octet != UInt8(ascii: "-") && octet != UInt8(ascii: ":")
        {
            put(octet)
        }
        put(UInt8(ascii: "Z"))
        end()
    }

    /// Writes degrees north and east, with the six decimal places that a position may have (§3.8.1.6).
    mutating func position(_ name: String, latitude: Double, longitude: Double) {
        property(name, "\(Self.degrees(latitude));\(Self.degrees(longitude))")
    }

    private static func degrees(_ value: Double) -> String {
        let millionths = Int((value * 1_000_000).rounded())
        let digits = String(millionths.magnitude)
        let padded = String(repeating: "0", count: max(0, 7 - digits.count)) + digits
        return "\(millionths < 0 ? "-" : "")\(padded.dropLast(6)).\(padded.suffix(6))"
    }

    private mutating func begin(_ name: String) {
        put(name.utf8)
        put(UInt8(ascii: ":"))
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
    /// (§3.1).
    private mutating func put(_ octet: UInt8) {
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
