/// A format that an import reads: one of this service and its apps, or one of another program.
public enum ImportFormat: Hashable, Sendable {
    /// An export of this service, or `Checklists.json` of the apps.
    case json
    /// `Checklists.plist` of the apps, in XML or binary.
    case propertyList
    case foreign(ForeignFormat)

    /// All formats, those of this service first.
    public static let all = [json, propertyList] + ForeignFormat.allCases.map(foreign)

    /// The name in queries and on the command line.
    public var name: String {
        switch self {
        case .json: "json"
        case .propertyList: "plist"
        case .foreign(let format): format.rawValue
        }
    }

    /// The format with a name; `nil` for another name.
    public init?(name: String) {
        guard let format = Self.all.first(where: { $0.name == name }) else { return nil }
        self = format
    }
}
