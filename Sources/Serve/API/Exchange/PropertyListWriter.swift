import CalendarObjects
import Checklists
import Dates
import Exchange

/// Writes `Checklists.plist` in the apps' format, in XML.
struct PropertyListWriter: ListWriter {
    private static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <array>

        """

    func begin() -> [UInt8] { Array(Self.head.utf8) }
    func endList() -> [UInt8] { Array("</array>\n</dict>\n".utf8) }
    func end() -> [UInt8] { Array("</array>\n</plist>\n".utf8) }

    func begin(_ checklist: Checklist) -> [UInt8] {
        let text = """
            <dict>
            <key>name</key><string>\(Self.escaped(checklist.name))</string>
            <key>icon</key><string>\(checklist.icon.rawValue)</string>
            <key>iconName</key><string>\(checklist.icon.rawValue)</string>
            <key>items</key>
            <array>

            """
        return Array(text.utf8)
    }

    func item(_ item: Item, on checklist: Checklist) -> [UInt8] {
        // XML property lists have dates in whole seconds.
        let date = RFC3339.textInSeconds((item.dueDate ?? item.createdAt).milliseconds)
        let text = """
            <dict>\
            <key>text</key><string>\(Self.escaped(item.summary))</string>\
            <key>checked</key><\(item.checked)/>\
            <key>dueDate</key><date>\(date)</date>\
            <key>shouldRemind</key><\(item.shouldRemind)/>\
            <key>itemID</key><integer>\(item.id)</integer>\
            </dict>

            """
        return Array(text.utf8)
    }

    /// Escapes a text for XML. U+FFFD replaces scalars that XML cannot have.
    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: isSpecial) else { return text }
        var escaped = String.UnicodeScalarView()
        // By scalars: a combining mark after `<` would make another character of it.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            default: escaped.append(isPermitted(scalar) ? scalar : "\u{FFFD}")
            }
        }
        return String(escaped)
    }

    /// Whether a byte can belong to a scalar that needs escaping. 0xEF begins U+FFFE and U+FFFF, and others.
    private static func isSpecial(_ octet: UInt8) -> Bool {
        octet < 0x20 || octet == 0x26 || octet == 0x3C || octet == 0x3E || octet == 0xEF
    }

    /// `Char` (XML 1.0 §2.2).
    private static func isPermitted(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
        default: false
        }
    }
}
