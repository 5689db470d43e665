import CalendarObjects
import Checklists
import Dates
import HTTP
import XML

/// A resource with its properties (RFC 4918 §4).
protocol Resource: Sendable {
    var path: String { get }
    /// The names of the properties in a response to `allprop`.
    var propertyNames: [XMLName] { get }
    /// The content of a property; `nil` if the resource does not have it.
    func property(_ name: XMLName) -> [XMLElement.Content]?
}

/// A collection that only leads to other resources.
struct NavigationResource: Resource {
    enum Kind {
        case server, root, principals, principal, calendars, home
    }

    let kind: Kind
    let paths: Paths
    let scope: Scope
    /// The name of the caller, as the display name of the principal.
    let personName: String

    var path: String {
        switch kind {
        case .server: "/"
        case .root: CalDAV.root
        case .principals: "\(CalDAV.root)principals/"
        case .principal: paths.principalPath
        case .calendars: "\(CalDAV.root)calendars/"
        case .home: paths.homePath
        }
    }

    var propertyNames: [XMLName] {
        let common = ["resourcetype", "displayname", "current-user-principal", "current-user-privilege-set"]
        let ofPrincipal: [XMLName] = [.dav("principal-URL"), .calDAV("calendar-home-set")]
        return common.map(XMLName.dav) + (kind == .principal ? ofPrincipal : [])
    }

    func property(_ name: XMLName) -> [XMLElement.Content]? {
        switch name {
        case .dav("resourcetype"):
            let principal: [XMLElement.Content] = kind == .principal ? [.element(.dav("principal"))] : []
            return [.element(.dav("collection"))] + principal
        case .dav("displayname"): return [.text(kind == .principal ? personName : "checklistd")]
        case .dav("principal-URL") where kind == .principal: return [.href(path)]
        // Clients request it at the URL at which they start, which can be any of these.
        case .calDAV("calendar-home-set"): return [.href(paths.homePath)]
        case .calDAV("calendar-user-address-set") where kind == .principal: return [.href(path)]
        case .calDAV("calendar-user-type") where kind == .principal: return [.text("INDIVIDUAL")]
        case .dav("current-user-privilege-set"):
            let mayBind = kind == .home && scope >= .write && paths.isOfPerson
            return XMLElement.privileges(mayBind ? ["read", "bind", "unbind"] : ["read"])
        case .dav("supported-report-set"): return XMLElement.reports([.dav("expand-property")])
        default: return paths.property(name)
        }
    }
}

/// A list as a calendar collection (RFC 4791 §4.2).
struct Collection: Resource {
    let calendar: Calendar
    let paths: Paths
    let scope: Scope
    /// Changes with every change of the list or its items.
    let syncToken: String
    /// The push properties for the caller; `nil` if the caller cannot subscribe.
    let push: PushOffer?

    var path: String { paths.path(of: calendar) }

    var propertyNames: [XMLName] {
        let live: [XMLName] = [
            .dav("resourcetype"), .dav("displayname"), .dav("current-user-principal"), .dav("owner"),
            .dav("current-user-privilege-set"), .dav("sync-token"), .dav("creationdate"),
            .calendarServer("getctag"),
        ]
        let dead = dead.map { XMLName($0.namespace, $0.name) }
        return live + dead + (order == nil || dead.contains(.calendarOrder) ? [] : [.calendarOrder])
    }

    /// The position of the list in the member's order; `nil` for 0, the initial position. The dead property
    /// then has the value that an app sent: 0, or no integer.
    private var order: Int? {
        let position = calendar.member?.preferences.position ?? 0
        return position == 0 ? nil : position
    }

    /// The dead properties of the member, then those of the list that the member has not set.
    private var dead: [DeadProperty] {
        let own = calendar.member?.calendarProperties ?? []
        let shared = calendar.checklist.collection?.properties ?? []
        return own + shared.filter { one in !own.contains { $0.isNamed(as: one) } }
    }

    func property(_ name: XMLName) -> [XMLElement.Content]? {
        let list = calendar.checklist
        switch name {
        case .dav("resourcetype"):
            return [.element(.dav("collection")), .element(.calDAV("calendar"))]
        case .dav("displayname"): return [.text(list.name)]
        case .dav("owner"): return [.href(CalDAV.root + "principals/\(list.payer)/")]
        case .dav("creationdate"): return [.text(RFC3339.textInSeconds(list.createdAt.milliseconds))]
        case .dav("getcontenttype"): return [.text(ContentType.calendar)]
        case .dav("sync-token"), .calendarServer("getctag"): return [.text(syncToken)]
        case .dav("current-user-privilege-set"):
            let role = scope >= .write ? calendar.role : .view
            return XMLElement.privileges(role.privileges)
        case .dav("supported-report-set"):
            return XMLElement.reports([
                .calDAV("calendar-query"), .calDAV("calendar-multiget"), .dav("sync-collection"),
                .dav("expand-property"),
            ])
        case .calDAV("supported-calendar-component-set"):
            return [
                .element(
                    XMLElement(.calDAV("comp"), attributes: [XMLAttribute(XMLName("", "name"), "VTODO")]))
            ]
        case .calDAV("supported-calendar-data"):
            let type = XMLAttribute(XMLName("", "content-type"), "text/calendar")
            let version = XMLAttribute(XMLName("", "version"), "2.0")
            return [.element(XMLElement(.calDAV("calendar-data"), attributes: [type, version]))]
        case .calDAV("supported-collation-set"):
            return TextFilter.Collation.allCases.map {
                .element(XMLElement(.calDAV("supported-collation"), text: $0.rawValue))
            }
        case .calDAV("max-resource-size"): return [.text(String(Limits.calendarObjectBytesMax))]
        case .calendarOrder where order != nil: return order.map { [.text(String($0))] }
        default:
            if let property = paths.property(name) ?? push?.property(name, of: list.id) { return property }
            return dead.first { XMLName($0.namespace, $0.name) == name }.map(\.content)
        }
    }
}

/// An item as a calendar object resource (RFC 4791 §4.1).
struct CalendarObjectResource: Resource {
    let item: Item
    let path: String
    let epoch: Epoch
    let now: Timestamp
    let sentObjects: SentObjects
    /// The object with each occurrence as a separate task, if a report requests it.
    var expandedText: String?

    var etag: ETag { ETag("\(epoch)-\(item.contentRevision.rawValue)") }
    /// The item as an iCalendar object.
    var text: String { sentObjects.text(of: item, at: now) }

    var propertyNames: [XMLName] {
        ["resourcetype", "getetag", "getcontenttype", "getlastmodified", "creationdate"].map(XMLName.dav)
    }

    func property(_ name: XMLName) -> [XMLElement.Content]? {
        switch name {
        case .dav("getetag"): return [.text(etag.description)]
        case .calDAV("calendar-data"): return [.text(expandedText ?? text)]
        case .dav("resourcetype"): return []
        case .dav("getcontenttype"): return [.text(ContentType.calendar)]
        case .dav("getcontentlength"): return [.text(String(text.utf8.count))]
        case .dav("getlastmodified"): return [.text(item.changedAt.lastModified.text)]
        case .dav("creationdate"): return [.text(RFC3339.textInSeconds(item.createdAt.milliseconds))]
        case .dav("displayname"): return [.text(item.text)]
        default: return nil
        }
    }
}

extension Paths {
    /// The properties of every resource that depend only on the caller.
    fileprivate func property(_ name: XMLName) -> [XMLElement.Content]? {
        switch name {
        case .dav("current-user-principal"), .dav("owner"): [.href(principalPath)]
        case .dav("principal-collection-set"): [.href("\(CalDAV.root)principals/")]
        default: nil
        }
    }
}

extension Role {
    /// The privileges of the role (RFC 3744 §3).
    fileprivate var privileges: [String] {
        let reading = ["read", "read-current-user-privilege-set"]
        switch self {
        case .view: return reading
        case .check: return reading + ["write-content"]
        case .edit: return reading + ["write", "write-content", "write-properties", "bind", "unbind"]
        case .own: return reading + ["all", "write", "write-content", "write-properties", "bind", "unbind"]
        }
    }
}

extension DeadProperty {
    /// The value as XML content.
    fileprivate var content: [XMLElement.Content] {
        let element = try? XMLElement.parse(Array(value.utf8), bytesMax: Limits.collectionBytesMax)
        return element?.content ?? []
    }
}

extension XMLElement {
    fileprivate static func privileges(_ names: [String]) -> [Content] {
        names.map { .element(XMLElement(.dav("privilege"), content: [.element(.dav($0))])) }
    }

    fileprivate static func reports(_ names: [XMLName]) -> [Content] {
        names.map { name in
            let report = XMLElement(.dav("report"), content: [.element(XMLElement(name))])
            return .element(XMLElement(.dav("supported-report"), content: [.element(report)]))
        }
    }
}

extension XMLElement.Content {
    /// An empty element.
    static func element(_ name: XMLName) -> XMLElement.Content { .element(XMLElement(name)) }
    /// A `DAV:href` with a path.
    static func href(_ path: String) -> XMLElement.Content { .element(XMLElement(.dav("href"), text: path)) }
}

extension Timestamp {
    var httpDate: HTTPDate { HTTPDate(secondsSince1970: Int(milliseconds / 1_000)) }

    /// The end of the second of a change: the `Date` of an answer before it is earlier.
    var lastModified: HTTPDate { advanced(byMilliseconds: 999).httpDate }
}
