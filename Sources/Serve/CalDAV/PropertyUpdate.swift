import Checklists
import HTTP
import XML

/// What is to be set or taken away of what is known of a resource (RFC 4918 §9.2, RFC 5689 §5).
struct PropertyUpdate {
    /// What becomes of each property, in order.
    let changes: [Change]

    /// What becomes of a property.
    struct Change {
        let name: XMLName
        /// What it is set to; `nil` takes it away.
        let value: XMLElement?
    }

    /// What a `propertyupdate`, `mkcalendar` or `mkcol` says; without content, nothing.
    /// - Throws: `DAVFault` 400.
    init(_ document: XMLElement?) throws(DAVFault) {
        guard let document else {
            changes = []
            return
        }
        let roots: [XMLName] = [.dav("propertyupdate"), .calDAV("mkcalendar"), .dav("mkcol")]
        guard roots.contains(document.name) else {
            throw DAVFault(.badRequest, nil, "The content must be a propertyupdate, mkcalendar or mkcol.")
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

    /// What was told of a property.
    func value(of name: XMLName) -> XMLElement? { changes.last { $0.name == name }?.value }

    /// The answer, property by property.
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
    /// The names of what follows from what a list is, and nobody sets.
    static let protected: Set<XMLName> = [
        .dav("resourcetype"), .dav("owner"), .dav("sync-token"), .dav("creationdate"), .dav("getcontenttype"),
        .dav("current-user-principal"), .dav("current-user-privilege-set"), .dav("supported-report-set"),
        .dav("getetag"), .dav("getlastmodified"), .dav("getcontentlength"), .dav("principal-collection-set"),
        .calendarServer("getctag"), .calDAV("supported-calendar-component-set"),
        .calDAV("supported-calendar-data"), .calDAV("supported-collation-set"), .calDAV("max-resource-size"),
    ]

    /// The name that a list is given.
    var displayName: String? {
        value(of: .dav("displayname"))?.text
    }

    /// The names of properties that each member of a list has of their own.
    static let personal: Set<XMLName> = [
        XMLName(XMLNamespace.apple, "calendar-color"), XMLName(XMLNamespace.apple, "calendar-order"),
    ]

    /// Whether it names nothing but personal properties.
    var isPersonal: Bool { changes.allSatisfy { Self.personal.contains($0.name) } }

    /// Dead properties once this is done. Protected properties and the name of the list are none.
    ///
    /// - Parameter areWanted: Which properties count.
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
