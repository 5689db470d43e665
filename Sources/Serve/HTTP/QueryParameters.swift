/// The parameters of a query, in order: `name=value` joined by `&`, as HTML forms send them (the URL standard
/// §5.1).
///
/// Names may repeat, values may be missing or empty, and empty pieces are skipped.
public struct QueryParameters: Sendable {
    private var parameters: [(name: String, value: String)] = []

    /// Parses the query of a target; without a query there are no parameters.
    /// - Throws: `Problem` 400 for more than 100 parameters, and for a decoded name or value that is not
    ///   UTF-8 or contains U+0000.
    public init(_ target: RequestTarget) throws(Problem) {
        guard let query = target.queryOctets else { return }
        for piece in query.split(separator: UInt8(ascii: "&")) {
            guard parameters.count < MessageLimits.queryParametersMax else {
                throw Problem(
                    .malformedQuery,
                    "The query must have at most \(MessageLimits.queryParametersMax) parameters.")
            }
            let equals = piece.firstIndex(of: .equals)
            guard let name = Self.text(piece[..<(equals ?? piece.endIndex)]) else {
                throw Problem(.malformedQuery, "The name of a query parameter must be \(Self.rule).")
            }
            guard let value = Self.text(equals.map { piece[($0 + 1)...] } ?? []) else {
                throw Problem(.malformedQuery, "The query parameter \(name) must be \(Self.rule).")
            }
            parameters.append((name, value))
        }
    }

    /// Parameters that are decoded already.
    public init(_ parameters: [(name: String, value: String)]) { self.parameters = parameters }

    /// All values of a parameter, in order.
    public func values(of name: String) -> [String] {
        parameters.filter { $0.name == name }.map(\.value)
    }

    private static let rule = "UTF-8 without the character U+0000"

    private static func text(_ octets: ArraySlice<UInt8>) -> String? {
        PercentEncoding.text(octets, plusIsSpace: true)
    }
}

extension QueryParameters: Sequence {
    public func makeIterator() -> IndexingIterator<[(name: String, value: String)]> {
        parameters.makeIterator()
    }
}
