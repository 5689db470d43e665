import CalendarObjects
import Checklists
import Dates

/// The parts of `Checklists.plist` in the apps' format, in XML.
enum AppPropertyList {
    /// The document before the lists.
    static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <array>

        """

    /// The document after the lists.
    static let end = "</array>\n</plist>\n"

    /// A list before its items.
    static func beginning(of checklist: Checklist) -> String {
        """
        <dict>
        <key>name</key><string>\(escaped(checklist.name))</string>
        <key>icon</key><string>\(checklist.icon.rawValue)</string>
        <key>iconName</key><string>\(checklist.icon.rawValue)</string>
        <key>items</key>
        <array>

        """
    }

    /// A list after its items.
    static let listEnd = "</array>\n</dict>\n"

    /// An item. XML property lists have dates in whole seconds.
    static func element(of item: Item) -> String {
        let date = RFC3339.textInSeconds((item.dueDate ?? item.createdAt).milliseconds)
        return """
            <dict>\
            <key>text</key><string>\(escaped(item.summary))</string>\
            <key>checked</key><\(item.checked)/>\
            <key>dueDate</key><date>\(date)</date>\
            <key>shouldRemind</key><\(item.shouldRemind)/>\
            <key>itemID</key><integer>\(item.id)</integer>\
            </dict>

            """
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
