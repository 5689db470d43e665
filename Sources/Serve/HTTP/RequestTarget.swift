/// Path and query of a request (RFC 9110 §7.1), checked: no control octets, no `..`, every percent sign with
/// two digits.
public struct RequestTarget: Hashable, Sendable {
    /// Path and query with the question mark between them, as sent; part of the head that came in.
    public private(set) var octets: ArraySlice<UInt8>
    /// How much of it is the path.
    private var pathCount: Int

    /// A target that has been checked.
    public init(path: String, query: String? = nil) {
        octets = ArraySlice(path.utf8)
        pathCount = octets.count
        self.query = query
    }

    /// A target that has been parsed.
    init(octets: ArraySlice<UInt8>, pathCount: Int) {
        self.octets = octets
        self.pathCount = pathCount
    }

    /// The path as sent, beginning with a slash; `*` for `OPTIONS *`, and host and port for `CONNECT`.
    public var path: String {
        get { String(decoding: pathOctets, as: UTF8.self) }
        set { self = RequestTarget(path: newValue, query: query) }
    }

    /// What follows the question mark, as sent; `nil` without one.
    public var query: String? {
        get { queryOctets.map { String(decoding: $0, as: UTF8.self) } }
        set {
            octets = pathOctets
            if let newValue {
                octets.append(.question)
                octets.append(contentsOf: newValue.utf8)
            }
        }
    }

    /// Whether there is a question mark.
    public var hasQuery: Bool { pathCount < octets.count }

    /// The same target, apart from the head that it came in.
    public var withoutHead: RequestTarget {
        RequestTarget(octets: ArraySlice(Array(octets)), pathCount: pathCount)
    }

    /// The path as sent.
    var pathOctets: ArraySlice<UInt8> { octets.prefix(pathCount) }

    /// The query as sent.
    var queryOctets: ArraySlice<UInt8>? {
        pathCount < octets.count ? octets.dropFirst(pathCount + 1) : nil
    }
}
