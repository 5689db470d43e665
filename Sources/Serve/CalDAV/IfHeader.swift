import HTTP

/// The `If` header (RFC 4918 §10.4). The server has no locks, so the only state tokens are the sync tokens of
/// lists (RFC 6578 §5).
struct IfHeader {
    /// The condition lists. The header holds if all conditions of at least one list hold.
    private var lists: [List] = []

    private struct List {
        /// The path of the resource; `nil` for the resource of the request.
        var path: String?
        var conditions: [Condition] = []
    }

    fileprivate struct Condition {
        let isNegated: Bool
        let expected: Expected
    }

    fileprivate enum Expected {
        case etag(ETag)
        case token(String)
    }

    struct State {
        var etag: ETag?
        var token: String?
    }

    /// Parses the header.
    /// - Throws: `Problem` 400.
    init(_ text: String) throws(Problem) {
        var rest = text[...]
        var path: String?
        while let next = Self.next(in: &rest) {
            switch next {
            case "<":
                guard let address = Self.text(upTo: ">", in: &rest) else { throw Self.problem }
                path = Paths.path(in: address).map(String.init) ?? ""
            case "(": lists.append(List(path: path, conditions: try Self.conditions(in: &rest)))
            default: throw Self.problem
            }
        }
        if lists.isEmpty { throw Self.problem }
    }

    /// The limit of other resources whose state the server reads.
    static let pathsMax = 8

    /// The paths of the resources that the header names.
    var paths: [String] { lists.compactMap(\.path) }

    /// Evaluates the header.
    /// - Parameters:
    ///   - states: The states of resources by path. A condition list about a resource without a state fails.
    ///   - path: The path of the request.
    func holds(for states: [String: State], at path: String) -> Bool {
        lists.contains { list in
            guard let state = states[list.path ?? path] else { return false }
            return list.conditions.allSatisfy { $0.expected.isCurrent(in: state) != $0.isNegated }
        }
    }

    private static let problem = Problem(
        .malformedHeader, "The If header must have lists of conditions, for example ([\"12-5\"]).")

    private static func conditions(in rest: inout Substring) throws(Problem) -> [Condition] {
        var conditions: [Condition] = []
        var isNegated = false
        while let next = next(in: &rest) {
            switch next {
            case ")" where !conditions.isEmpty && !isNegated: return conditions
            case "<":
                guard let token = text(upTo: ">", in: &rest) else { throw problem }
                conditions.append(Condition(isNegated: isNegated, expected: .token(token)))
                isNegated = false
            case "[":
                guard let text = text(upTo: "]", in: &rest), case .tags(let tags) = ETag.List(text),
                    tags.count == 1
                else { throw problem }
                conditions.append(Condition(isNegated: isNegated, expected: .etag(tags[0])))
                isNegated = false
            case "N" where !isNegated && rest.hasPrefix("ot"):
                rest = rest.dropFirst(2)
                isNegated = true
            default: throw problem
            }
        }
        throw problem
    }

    /// The next character that is not white space.
    private static func next(in rest: inout Substring) -> Character? {
        rest = rest.drop { $0 == " " || $0 == "\t" }
        return rest.popFirst()
    }

    private static func text(upTo end: Character, in rest: inout Substring) -> String? {
        guard let index = rest.firstIndex(of: end) else { return nil }
        defer { rest = rest[rest.index(after: index)...] }
        return String(rest[..<index])
    }
}

extension IfHeader.Expected {
    fileprivate func isCurrent(in state: IfHeader.State) -> Bool {
        switch self {
        case .etag(let etag): state.etag.map(etag.matches) ?? false
        case .token(let token): token == state.token
        }
    }
}
