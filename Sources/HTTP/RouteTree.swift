/// The routes by the segments of their paths. A segment that is spelled out comes before a placeholder.
struct RouteTree: Sendable {
    /// What is possible on the server as a whole, for `Allow`.
    let allow: String
    /// The patterns, each once.
    private(set) var places: [Place] = []
    private var nodes = [Node()]

    /// A place in the tree: what the segments that lead here have in common.
    private struct Node: Sendable {
        /// The next segment, and where it leads.
        var children: [(segment: [UInt8], node: Int)] = []
        /// Where any other segment leads.
        var placeholder: Int?
        /// The routes that end here.
        var place: Int?
    }

    /// The routes of one pattern.
    struct Place: Sendable {
        /// The pattern, as the first of the routes has it.
        let pattern: String
        /// The methods, for `Allow`.
        fileprivate(set) var allow = ""
        /// For each segment whether it stands for a placeholder.
        fileprivate let arePlaceholders: [Bool]
        fileprivate var routes: [(method: Method, route: Int)] = []

        /// The index of the route for that method; for `HEAD` it may be that of `GET`.
        subscript(method: Method) -> Int? {
            for entry in routes where entry.method == method { return entry.route }
            return method == .head ? self[.get] : nil
        }
    }

    init(_ routes: [Route]) {
        allow = Self.allow(routes.map(\.method))
        for (index, route) in routes.enumerated() {
            let place = addPlace(route.pattern)
            precondition(
                !places[place].routes.contains { $0.method == route.method },
                "\(route.method) \(route.pattern) is there twice")
            places[place].routes.append((route.method, index))
            places[place].allow = Self.allow(places[place].routes.map(\.method))
        }
    }

    /// The index of the place where a path leads; `nil` if there is no route for it.
    func place(of path: ArraySlice<UInt8>) -> Int? {
        guard path.first == .slash else { return nil }
        return find(path.span, from: 1, at: 0)
    }

    private func find(_ path: Span<UInt8>, from start: Int, at index: Int) -> Int? {
        let end = path.firstIndex(of: .slash, in: start..<path.count) ?? path.count
        for child in nodes[index].children where path.isSegment(start..<end, child.segment) {
            if let place = step(path, end, to: child.node) { return place }
        }
        guard let placeholder = nodes[index].placeholder, end > start else { return nil }
        return step(path, end, to: placeholder)
    }

    /// Goes on with what follows the segment that ends there.
    private func step(_ path: Span<UInt8>, _ end: Int, to node: Int) -> Int? {
        end == path.count ? nodes[node].place : find(path, from: end + 1, at: node)
    }
}

// MARK: - Building

extension RouteTree {
    private mutating func addPlace(_ pattern: String) -> Int {
        let segments = pattern.utf8.dropFirst().split(separator: .slash, omittingEmptySubsequences: false)
        let arePlaceholders = segments.map { $0.first == UInt8(ascii: "{") && $0.last == UInt8(ascii: "}") }
        var node = 0
        for (segment, isPlaceholder) in zip(segments, arePlaceholders) {
            node = isPlaceholder ? placeholder(of: node) : child(of: node, Array(segment))
        }
        if let place = nodes[node].place { return place }
        nodes[node].place = places.count
        places.append(Place(pattern: pattern, arePlaceholders: arePlaceholders))
        return places.count - 1
    }

    private mutating func placeholder(of node: Int) -> Int {
        if let placeholder = nodes[node].placeholder { return placeholder }
        nodes[node].placeholder = nodes.count
        nodes.append(Node())
        return nodes.count - 1
    }

    private mutating func child(of node: Int, _ segment: [UInt8]) -> Int {
        if let child = nodes[node].children.first(where: { $0.segment == segment }) { return child.node }
        nodes[node].children.append((segment, nodes.count))
        nodes.append(Node())
        return nodes.count - 1
    }

    /// `HEAD` comes with `GET`, and `OPTIONS` with everything.
    private static func allow(_ methods: [Method]) -> String {
        Method.allCases.filter { method in
            method == .options || methods.contains(method) || method == .head && methods.contains(.get)
        }
        .map(\.rawValue).joined(separator: ", ")
    }
}

// MARK: - Segments

extension Span<UInt8> {
    /// Whether a segment, once decoded, is the one spelled out (RFC 3986 §6.2.2.2).
    fileprivate func isSegment(_ range: Range<Int>, _ literal: [UInt8]) -> Bool {
        var index = range.lowerBound
        for octet in literal {
            guard index < range.upperBound else { return false }
            if self[index] == .percent, index + 2 < range.upperBound,
                let high = self[index + 1].hexadecimalValue, let low = self[index + 2].hexadecimalValue
            {
                guard high << 4 | low == octet else { return false }
                index += 3
            } else {
                guard self[index] == octet else { return false }
                index += 1
            }
        }
        return index == range.upperBound
    }
}

extension RouteTree.Place {
    /// The segments that stand for placeholders, decoded.
    /// - Throws: `Problem` 400 where one of them is no text.
    func parameters(of path: ArraySlice<UInt8>) throws(Problem) -> [String] {
        var parameters: [String] = []
        var rest = path.dropFirst()
        for isPlaceholder in arePlaceholders {
            let segment = rest.prefix { $0 != .slash }
            rest = rest[segment.endIndex...].dropFirst()
            if isPlaceholder { parameters.append(try Self.text(segment)) }
        }
        return parameters
    }

    private static func text(_ segment: ArraySlice<UInt8>) throws(Problem) -> String {
        guard let octets = PercentEncoding.decode(segment), let text = octets.validatedText else {
            throw Problem(.badRequest, "The path is not UTF-8 once its escapes are decoded.")
        }
        return text
    }
}
