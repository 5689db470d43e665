/// The parameters of a query, in order: `name=value` joined by `&`, as HTML forms send them (the URL standard
/// §5.1).
///
/// A name may come more than once, a value may be missing or empty, and pieces with nothing in them are
/// skipped.
public struct QueryParameters: Sendable {
    private var parameters: [(name: String, value: String)] = []

    /// The parameters of a target; none if it has no query.
    /// - Throws: `Problem` 400 where there are too many, or one is not UTF-8 without U+0000 once it is
    ///   decoded.
    public init(_ target: RequestTarget) throws(Problem) {
        guard let query = target.queryOctets else { return }
        for piece in query.split(separator: UInt8(ascii: "&")) {
            guard parameters.count < MessageLimits.queryParametersMax else {
                throw Problem(
                    .badRequest, "The query has more than \(MessageLimits.queryParametersMax) parameters.")
            }
            let equals = piece.firstIndex(of: .equals)
            guard let name = Self.text(piece[..<(equals ?? piece.endIndex)]) else {
                throw Problem(.badRequest, "The name of a query parameter must be \(Self.rule).")
            }
            guard let value = Self.text(equals.map { piece[($0 + 1)...] } ?? []) else {
                throw Problem(.badRequest, "The query parameter \(name) must be \(Self.rule).")
            }
            parameters.append((name, value))
        }
    }

    /// All values of that name.
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
