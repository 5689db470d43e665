import HTTP

/// The header `If` (RFC 4918 §10.4). There are no locks here, so a state token is never current.
struct IfHeader {
    /// Lists of conditions. The header holds if all conditions of one list do.
    private var lists: [List] = []

    private struct List {
        /// The path of the resource; `nil` for that of the request.
        var path: String?
        var conditions: [Condition] = []
    }

    private struct Condition {
        let isNegated: Bool
        /// `nil` for a state token.
        let etag: ETag?
    }

    /// Reads the header.
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

    /// Whether it holds for the state of a resource. Lists about other resources never do.
    func holds(for etag: ETag?, at path: String) -> Bool {
        lists.contains { list in
            guard list.path.map({ $0 == path }) ?? true else { return false }
            return list.conditions.allSatisfy { condition in
                let isCurrent = condition.etag.map { expected in
                    etag.map { expected.stronglyMatches($0) } ?? false
                }
                return isCurrent ?? false != condition.isNegated
            }
        }
    }

    private static let problem = Problem(
        .badRequest, "The If header must have lists of conditions, for example ([\"12-5\"]).")

    private static func conditions(in rest: inout Substring) throws(Problem) -> [Condition] {
        var conditions: [Condition] = []
        var isNegated = false
        while let next = next(in: &rest) {
            switch next {
            case ")" where !conditions.isEmpty && !isNegated: return conditions
            case "<":
                guard text(upTo: ">", in: &rest) != nil else { throw problem }
                conditions.append(Condition(isNegated: isNegated, etag: nil))
                isNegated = false
            case "[":
                guard let text = text(upTo: "]", in: &rest), case .tags(let tags) = ETag.List(text),
                    tags.count == 1
                else { throw problem }
                conditions.append(Condition(isNegated: isNegated, etag: tags[0]))
                isNegated = false
            case "N" where !isNegated && rest.hasPrefix("ot"):
                rest = rest.dropFirst(2)
                isNegated = true
            default: throw problem
            }
        }
        throw problem
    }

    /// The next character that is no space.
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
