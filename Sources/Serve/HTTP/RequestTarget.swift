/// The path and query of a request (RFC 9110 §7.1), checked: no control octets, no `..` segment, and two
/// digits behind every percent sign.
public struct RequestTarget: Hashable, Sendable {
    /// Path and query as sent, with the question mark between them; a slice of the received head.
    public private(set) var octets: ArraySlice<UInt8>
    /// The number of octets of the path.
    private var pathCount: Int

    /// Makes a target from text that is already valid.
    public init(path: String, query: String? = nil) {
        octets = ArraySlice(path.utf8)
        pathCount = octets.count
        self.query = query
    }

    /// Parses a path with an optional query; `nil` if it is not valid in a request line.
    public init?(parsing text: String) {
        let octets = Array(text.utf8)
        let isPlain = octets.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "#") }
        guard octets.first == .slash, isPlain,
            let parsed = try? TargetParser(octets.span, octets.indices, method: nil)
        else { return nil }
        self.init(octets: ArraySlice(octets), pathCount: parsed.path.count)
    }

    /// Makes a target from octets that the parser has checked.
    init(octets: ArraySlice<UInt8>, pathCount: Int) {
        self.octets = octets
        self.pathCount = pathCount
    }

    /// The path as sent, beginning with a slash; `*` for `OPTIONS *`, host and port for `CONNECT`.
    public var path: String {
        get { String(decoding: pathOctets, as: UTF8.self) }
        set { self = RequestTarget(path: newValue, query: query) }
    }

    /// The query as sent, without the question mark; `nil` if there is none.
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

    /// Whether the target contains a question mark.
    public var hasQuery: Bool { pathCount < octets.count }

    /// A copy that does not keep the head in memory.
    public var withoutHead: RequestTarget {
        RequestTarget(octets: ArraySlice(Array(octets)), pathCount: pathCount)
    }

    var pathOctets: ArraySlice<UInt8> { octets.prefix(pathCount) }

    var queryOctets: ArraySlice<UInt8>? {
        pathCount < octets.count ? octets.dropFirst(pathCount + 1) : nil
    }
}
