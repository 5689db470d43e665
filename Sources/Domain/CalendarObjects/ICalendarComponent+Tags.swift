import Checklists
import ICalendar

extension ICalendarComponent {
    /// The texts in `CATEGORIES` that an item can have as tags.
    var tags: [String] { Tag.valid(properties("CATEGORIES").flatMap(\.texts)) }

    /// Adds and removes single tags in `CATEGORIES`. Other tags keep their line. So do texts that an item
    /// cannot have as tags: with a comma, a control character or more than 50 characters.
    ///
    /// Texts after the first 20 tags go. Otherwise an app would send them as tags after a removal.
    mutating func setCategories(to tags: [String]) {
        var missing = tags
        var last: Int?
        for index in content.indices {
            guard case .property(let property) = content[index], property.isNamed("CATEGORIES") else {
                continue
            }
            let texts = property.texts.filter { text in
                guard let tag = Tag.valid([text]).first else { return true }
                guard let known = missing.firstIndex(of: tag) else { return false }
                missing.remove(at: known)
                return true
            }
            if texts.count < property.texts.count {
                content[index] = .property(
                    ICalendarProperty(property.name, parameters: property.parameters, texts: texts))
            }
            last = index
        }
        if !missing.isEmpty {
            if let last, case .property(let property) = content[last] {
                let texts = property.texts.filter { !$0.isEmpty } + missing
                content[last] = .property(
                    ICalendarProperty(property.name, parameters: property.parameters, texts: texts))
            } else {
                add(ICalendarProperty("CATEGORIES", texts: missing))
            }
        }
        content.removeAll { content in
            guard case .property(let property) = content else { return false }
            return property.isNamed("CATEGORIES") && property.value.isEmpty
        }
    }

    /// Changes the parent in `RELATED-TO`. Other relations stay.
    ///
    /// - Parameter uid: The UID of the parent; `nil` for none.
    mutating func setParent(to uid: String?) {
        var missing = uid
        content = content.compactMap { content in
            guard case .property(let property) = content, property.parentUID != nil else { return content }
            guard let uid = missing else { return nil }
            missing = nil
            return .property(
                ICalendarProperty(property.name, parameters: property.parameters, text: uid))
        }
        if let missing { add(.parent(missing)) }
    }
}

extension ICalendarProperty {
    /// The relation to a parent (RFC 5545 §3.8.4.5).
    static func parent(_ uid: String) -> ICalendarProperty {
        ICalendarProperty("RELATED-TO", parameters: [ICalendarParameter("RELTYPE", "PARENT")], text: uid)
    }
}
