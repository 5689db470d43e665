import Checklists
import HTTP

/// The paths of a caller's resources.
struct Paths: Sendable {
    /// The path segment of the caller: the number of a person, or `link-` and the number of a share link.
    let principal: String
    /// Whether the caller is a person, not a guest.
    let isOfPerson: Bool

    init(_ principal: Principal) {
        switch principal {
        case .person(let id, device: _): (self.principal, isOfPerson) = ("\(id)", true)
        case .guest(let link, on: _): (self.principal, isOfPerson) = ("link-\(link)", false)
        }
    }

    var principalPath: String { "\(CalDAV.root)principals/\(principal)/" }
    var homePath: String { "\(CalDAV.root)calendars/\(principal)/" }

    func path(of calendar: Calendar) -> String { "\(homePath)\(PercentEncoding.encode(calendar.name))/" }

    func path(of item: Item, in calendar: Calendar) -> String {
        path(ofObject: item.resourceName, in: calendar)
    }

    /// The path of an object of a list, by its name.
    func path(ofObject name: String, in calendar: Calendar) -> String {
        path(of: calendar) + PercentEncoding.encode(name)
    }

    /// The names of the list and of the object in a path or URL under the home; the object is empty for a
    /// list itself. `nil` for any other path.
    ///
    /// The host of a URL is ignored, because the server may have several names.
    func names(in reference: String) -> (calendar: String, object: String)? {
        guard let path = Self.path(in: reference), path.hasPrefix(homePath) else { return nil }
        let parts = path.dropFirst(homePath.count).split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, let calendar = PercentEncoding.text(first), !calendar.isEmpty,
            parts.count <= 2, let object = PercentEncoding.text(parts.count > 1 ? parts[1] : "")
        else { return nil }
        return (calendar, object)
    }

    /// The path of an absolute URL, or an absolute path unchanged; otherwise `nil`.
    static func path(in reference: String) -> Substring? {
        if reference.hasPrefix("/") { return reference[...] }
        guard let scheme = reference.firstRange(of: "://"),
            let slash = reference[scheme.upperBound...].firstIndex(of: "/")
        else { return nil }
        return reference[slash...]
    }
}
