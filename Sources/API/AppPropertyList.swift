import Checklists

/// The pieces of `Checklists.plist` as the apps keep it, in XML.
enum AppPropertyList {
    /// What stands before the lists.
    static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <array>

        """

    /// What stands behind them.
    static let end = "</array>\n</plist>\n"

    /// A list up to its items.
    static func beginning(of checklist: Checklist) -> String {
        """
        <dict>
        <key>name</key><string>\(escaped(checklist.name))</string>
        <key>iconName</key><string>\(checklist.icon.rawValue)</string>
        <key>items</key>
        <array>

        """
    }

    /// What stands behind the items of a list.
    static let listEnd = "</array>\n</dict>\n"

    /// An item. Dates of property lists in XML have whole seconds.
    static func element(of item: Item) -> String {
        let date = String(decoding: (item.dueDate ?? item.createdAt).rfc3339.prefix(19), as: UTF8.self)
        return """
            <dict>\
            <key>text</key><string>\(escaped(item.text))</string>\
            <key>checked</key><\(item.checked)/>\
            <key>dueDate</key><date>\(date)Z</date>\
            <key>shouldRemind</key><\(item.shouldRemind)/>\
            <key>itemID</key><integer>\(item.id)</integer>\
            </dict>

            """
    }

    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else { return text }
        return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
