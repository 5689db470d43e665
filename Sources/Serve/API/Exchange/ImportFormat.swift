public import Exchange

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

    /// Detects the format of a file by its content; `nil` if no reader knows it.
    public init?(detecting bytes: [UInt8], _ settings: ImportSettings) {
        switch ImportDocument.Format(of: bytes.span) {
        case .xmlPropertyList, .binaryPropertyList: self = .propertyList
        case .json:
            if let format = ForeignFormat(detecting: bytes, settings) {
                self = .foreign(format)
            } else if ImportDocument.Format.isJSON(bytes.span) {
                self = .json
            } else {
                return nil
            }
        }
    }
}
