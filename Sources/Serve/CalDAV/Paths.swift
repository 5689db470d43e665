import Checklists
import HTTP

/// Where the things of somebody are.
struct Paths: Sendable {
    /// What stands for who asks.
    let principal: String
    /// Whether that is a person, and not a guest.
    let isOfPerson: Bool

    init(_ principal: Principal) {
        switch principal {
        case .person(let id, device: _): (self.principal, isOfPerson) = ("\(id)", true)
        case .guest(let link, on: _): (self.principal, isOfPerson) = ("link-\(link)", false)
        }
    }

    var principalPath: String { "\(CalDAV.root)principals/\(principal)/" }
    var homePath: String { "\(CalDAV.root)calendars/\(principal)/" }

    /// Where a list is.
    func path(of calendar: Calendar) -> String { "\(homePath)\(PercentEncoding.encode(calendar.name))/" }

    /// Where an item of a list is.
    func path(of item: Item, in calendar: Calendar) -> String {
        path(ofObject: item.resourceName, in: calendar)
    }

    /// Where something of a list is.
    func path(ofObject name: String, in calendar: Calendar) -> String {
        path(of: calendar) + PercentEncoding.encode(name)
    }

    /// What a path or an address in a list says: the names of the list and of something in it, which is empty
    /// for the list itself; `nil` for a path elsewhere.
    ///
    /// The host of an address is that of this service, whatever it is called from outside.
    func names(in reference: String) -> (calendar: String, object: String)? {
        guard let path = Self.path(in: reference), path.hasPrefix(homePath) else { return nil }
        let parts = path.dropFirst(homePath.count).split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, let calendar = PercentEncoding.text(first), !calendar.isEmpty,
            parts.count <= 2, let object = PercentEncoding.text(parts.count > 1 ? parts[1] : "")
        else { return nil }
        return (calendar, object)
    }

    /// The path of an absolute address, or an absolute path as it is.
    static func path(in reference: String) -> Substring? {
        if reference.hasPrefix("/") { return reference[...] }
        guard let scheme = reference.firstRange(of: "://"),
            let slash = reference[scheme.upperBound...].firstIndex(of: "/")
        else { return nil }
        return reference[slash...]
    }
}
