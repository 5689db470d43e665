public import Dates

/// The announced end of a route. Every response of the route has it.
public struct Deprecation: Hashable, Sendable {
    /// Since when clients should not use the route (RFC 9745).
    private let since: HTTPDate
    /// When the route stops working (RFC 8594); `nil` if that is not decided.
    private let sunset: HTTPDate?
    /// The URI reference of a text that says what to use instead.
    private let link: String?

    /// Makes an announcement.
    public init(since: HTTPDate, sunset: HTTPDate? = nil, link: String? = nil) {
        self.since = since
        self.sunset = sunset
        self.link = link
    }

    /// Adds the announcement to the fields of a response.
    public func append(to fields: inout Fields) {
        // A date of RFC 9651 §3.3.7.
        fields.append(.deprecation, "@\(since.secondsSince1970)")
        if let sunset { fields.append(.sunset, sunset.text) }
        if let link { fields.appendLink(link, relation: "deprecation") }
    }
}
