import Checklists

/// Writes iCalendar (RFC 5545): content lines that are folded, with text that is escaped.
struct ICalendarWriter {
    /// What has been written.
    private(set) var bytes: [UInt8] = []

    private static let lineOctetsMax = 75
    private static let secondsPerDay: Int64 = 86_400

    /// Writes a component with what belongs to it.
    mutating func component(_ name: String, _ content: (inout ICalendarWriter) -> Void) {
        property("BEGIN", name)
        content(&self)
        property("END", name)
    }

    /// Writes a property whose value is no text, or text without anything that has to be escaped.
    /// - Parameter name: With its parameters.
    mutating func property(_ name: String, _ value: String) {
        line("\(name):\(value)")
    }

    /// Writes a property whose value is text (§3.3.11).
    mutating func text(_ name: String, _ text: String) {
        var value = ""
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",":
                value.unicodeScalars.append("\\")
                value.unicodeScalars.append(scalar)
            case "\n" where isAfterReturn: break
            case "\n", "\r": value += "\\n"
            default: value.unicodeScalars.append(scalar)
            }
            isAfterReturn = scalar == "\r"
        }
        line("\(name):\(value)")
    }

    /// Writes a property whose value is a moment in UTC, in whole seconds (§3.3.5).
    mutating func moment(_ name: String, _ moment: Timestamp) {
        let seconds = (moment.milliseconds - moment.milliseconds.modulo(1000)) / 1000
        let secondOfDay = seconds.modulo(Self.secondsPerDay)
        let day = CalendarDay(number: Int((seconds - secondOfDay) / Self.secondsPerDay))
        let time = [secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60].map { part in
            part < 10 ? "0\(part)" : "\(part)"
        }
        let date = day.text.replacing("-", with: "")
        line("\(name):\(date)T\(time.joined())Z")
    }

    /// Writes degrees north and east, with the six decimal places that a position may have (§3.8.1.6).
    mutating func position(_ name: String, latitude: Double, longitude: Double) {
        line("\(name):\(Self.degrees(latitude));\(Self.degrees(longitude))")
    }

    private static func degrees(_ value: Double) -> String {
        let millionths = Int((value * 1_000_000).rounded())
        let digits = String(millionths.magnitude)
        let padded = String(repeating: "0", count: max(0, 7 - digits.count)) + digits
        return "\(millionths < 0 ? "-" : "")\(padded.dropLast(6)).\(padded.suffix(6))"
    }

    /// Writes a line, on several where it is too long, none of which ends within a character (§3.1).
    private mutating func line(_ text: String) {
        var octets = 0
        for scalar in text.unicodeScalars {
            let count = UTF8.width(scalar)
            if octets + count > Self.lineOctetsMax {
                bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: " ")]
                octets = 1
            }
            bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            octets += count
        }
        bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    }
}

extension Int64 {
    /// What is left over when a divisor was taken off as often as it goes, also below zero; never negative.
    fileprivate func modulo(_ divisor: Int64) -> Int64 {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}
