import Checklists
import HTTP
import XML

/// Changes to the properties of a resource (RFC 4918 §9.2, RFC 5689 §5).
struct PropertyUpdate {
    let changes: [Change]

    struct Change {
        let name: XMLName
        /// The new value; `nil` removes the property.
        let value: XMLElement?
    }

    /// Parses a `propertyupdate`, `mkcalendar` or `mkcol`. Without content there are no changes.
    /// - Throws: `DAVFault` 400.
    init(_ document: XMLElement?) throws(DAVFault) {
        guard let document else {
            changes = []
            return
        }
        let roots: [XMLName] = [.dav("propertyupdate"), .calDAV("mkcalendar"), .dav("mkcol")]
        guard roots.contains(document.name) else {
            throw DAVFault(
                .badRequest, nil, "The content must be a propertyupdate, mkcalendar or mkcol element.")
        }
        changes = document.children.flatMap { step -> [Change] in
            let properties = step.child(.dav("prop"))?.children ?? []
            return switch step.name {
            case .dav("set"): properties.map { Change(name: $0.name, value: $0) }
            case .dav("remove"): properties.map { Change(name: $0.name, value: nil) }
            default: []
            }
        }
    }

    /// The last value that the request sets for a property.
    func value(of name: XMLName) -> XMLElement? { changes.last { $0.name == name }?.value }

    /// The response with a status for each property.
    static func response(
        at path: String, _ outcomes: [(name: XMLName, status: Status, condition: XMLName?)]
    ) -> Response {
        var xml = XMLWriter()
        xml.begin(.dav("multistatus"))
        xml.begin(.dav("response"))
        xml.element(XMLElement(.dav("href"), text: path))
        for (name, status, condition) in outcomes {
            xml.begin(.dav("propstat"))
            xml.element(XMLElement(.dav("prop"), content: [.element(name)]))
            xml.status(status)
            if let condition { xml.element(XMLElement(.dav("error"), content: [.element(condition)])) }
            xml.end()
        }
        xml.end()
        xml.end()
        return Response(
            .multiStatus, fields: [.contentType: ContentType.xml, .cacheControl: "no-store"],
            body: .bytes(xml.bytes))
    }
}

extension PropertyUpdate {
    /// The computed properties of a list, which clients cannot set.
    static let protected: Set<XMLName> = [
        .dav("resourcetype"), .dav("owner"), .dav("sync-token"), .dav("creationdate"), .dav("getcontenttype"),
        .dav("current-user-principal"), .dav("current-user-privilege-set"), .dav("supported-report-set"),
        .dav("getetag"), .dav("getlastmodified"), .dav("getcontentlength"), .dav("principal-collection-set"),
        .calendarServer("getctag"), .calDAV("supported-calendar-component-set"),
        .calDAV("supported-calendar-data"), .calDAV("supported-collation-set"), .calDAV("max-resource-size"),
    ]

    /// The new name of the list.
    var displayName: String? {
        value(of: .dav("displayname"))?.text
    }

    /// The properties that each member of a list sets separately.
    static let personal: Set<XMLName> = [
        XMLName(XMLNamespace.apple, "calendar-color"), .calendarOrder,
    ]

    /// The position of the list in a member's order (`calendar-order`). 0 if the property is removed, `nil`
    /// if it stays or is no integer.
    var order: Int? {
        guard let change = changes.last(where: { $0.name == .calendarOrder }) else { return nil }
        guard let value = change.value else { return 0 }
        return Int(value.trimmedText)
    }

    /// Whether a change sets a color or an order to a value that is none: `#RRGGBB` or `#RRGGBBAA`, or an
    /// integer.
    static func isInvalid(_ change: Change) -> Bool {
        guard personal.contains(change.name), let text = change.value?.trimmedText else { return false }
        if change.name == .calendarOrder { return Int(text) == nil }
        let digits = text.utf8.dropFirst()
        return
            !(text.utf8.first == UInt8(ascii: "#") && [6, 8].contains(digits.count)
            && digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit })
    }

    var isPersonal: Bool { changes.allSatisfy { Self.personal.contains($0.name) } }

    /// Applies the changes to dead properties. Protected properties and the list's name are not dead
    /// properties.
    ///
    /// - Parameter areWanted: Selects the properties to change.
    func applied(to properties: [DeadProperty], where areWanted: (XMLName) -> Bool) -> [DeadProperty] {
        var properties = properties
        for change in changes where areWanted(change.name) {
            if Self.protected.contains(change.name) || change.name == .dav("displayname") { continue }
            properties.removeAll { XMLName($0.namespace, $0.name) == change.name }
            guard let value = change.value else { continue }
            var xml = XMLWriter()
            xml.element(value)
            properties.append(
                DeadProperty(
                    namespace: change.name.namespace, name: change.name.local,
                    value: String(decoding: xml.bytes, as: UTF8.self)))
        }
        return properties
    }
}

extension XMLName {
    /// The position of a list in a person's order.
    static let calendarOrder = XMLName(XMLNamespace.apple, "calendar-order")
}
