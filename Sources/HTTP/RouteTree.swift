/// The routes by the segments of their paths. A segment that is spelled out comes before a placeholder.
struct RouteTree: Sendable {
    /// What is possible on the server as a whole, for `Allow`.
    let allow: String
    private var nodes = [Node()]

    /// A place in the tree: what the segments that lead here have in common.
    private struct Node: Sendable {
        /// The next segment, percent-decoded, and where it leads.
        var children: [(segment: [UInt8], node: Int)] = []
        /// Where any other segment leads.
        var placeholder: Int?
        /// The routes that end here.
        var place: Place?
    }

    /// The routes of one pattern.
    struct Place: Sendable {
        /// The pattern, as the first of the routes has it.
        let pattern: String
        /// The methods, for `Allow`.
        fileprivate(set) var allow = ""
        /// Which segments stand for placeholders.
        fileprivate let placeholders: [Int]
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
            let segments = Self.segments(of: ArraySlice(route.pattern.utf8)).map(Segment.init)
            let node = addNode(segments)
            var place =
                nodes[node].place
                ?? Place(
                    pattern: route.pattern,
                    placeholders: segments.indices.filter { segments[$0] == .placeholder })
            precondition(
                !place.routes.contains { $0.method == route.method },
                "\(route.method) \(route.pattern) is there twice")
            place.routes.append((route.method, index))
            place.allow = Self.allow(place.routes.map(\.method))
            nodes[node].place = place
        }
    }

    /// Where a path leads; `nil` if there is no route for it.
    func place(of path: ArraySlice<UInt8>) -> Place? {
        guard path.first == .slash else { return nil }
        return find(path.dropFirst(), from: 0)
    }

    private func find(_ path: ArraySlice<UInt8>, from index: Int) -> Place? {
        let end = path.firstIndex(of: .slash) ?? path.endIndex
        let segment = path[..<end]
        let node = nodes[index]
        for child in node.children where Self.isSame(segment, child.segment) {
            if let place = step(path, end, to: child.node) { return place }
        }
        guard let placeholder = node.placeholder, !segment.isEmpty else { return nil }
        return step(path, end, to: placeholder)
    }

    /// Goes on with what follows the segment that ends there.
    private func step(_ path: ArraySlice<UInt8>, _ end: Int, to node: Int) -> Place? {
        end == path.endIndex ? nodes[node].place : find(path[(end + 1)...], from: node)
    }

    /// Whether a segment, once decoded, is the one spelled out (RFC 3986 §6.2.2.2).
    private static func isSame(_ segment: ArraySlice<UInt8>, _ literal: [UInt8]) -> Bool {
        segment.elementsEqual(literal)
            || segment.contains(.percent) && PercentEncoding.decode(segment)?.elementsEqual(literal) == true
    }
}

// MARK: - Building

extension RouteTree {
    private enum Segment: Equatable {
        case literal([UInt8])
        case placeholder

        init(_ octets: ArraySlice<UInt8>) {
            let isPlaceholder = octets.first == UInt8(ascii: "{") && octets.last == UInt8(ascii: "}")
            self = isPlaceholder ? .placeholder : .literal(Array(octets))
        }
    }

    fileprivate static func segments(of path: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        path.dropFirst().split(separator: .slash, omittingEmptySubsequences: false)
    }

    private mutating func addNode(_ segments: [Segment]) -> Int {
        segments.reduce(0) { index, segment in
            switch segment {
            case .literal(let octets):
                if let child = nodes[index].children.first(where: { $0.segment == octets }) {
                    return child.node
                }
                nodes[index].children.append((octets, nodes.count))
            case .placeholder:
                if let node = nodes[index].placeholder { return node }
                nodes[index].placeholder = nodes.count
            }
            nodes.append(Node())
            return nodes.count - 1
        }
    }

    /// `HEAD` comes with `GET`, and `OPTIONS` with everything.
    private static func allow(_ methods: [Method]) -> String {
        Method.allCases.filter { method in
            method == .options || methods.contains(method) || method == .head && methods.contains(.get)
        }
        .map(\.rawValue).joined(separator: ", ")
    }
}

extension RouteTree.Place {
    /// The segments that stand for placeholders, decoded.
    /// - Throws: `Problem` 400 where one of them is no text.
    func parameters(of path: ArraySlice<UInt8>) throws(Problem) -> [String] {
        if placeholders.isEmpty { return [] }
        let segments = RouteTree.segments(of: path)
        var parameters: [String] = []
        for index in placeholders {
            guard let octets = PercentEncoding.decode(segments[index]),
                let text = String(validating: octets, as: UTF8.self)
            else { throw Problem(.badRequest, "The path is not UTF-8 once its escapes are decoded.") }
            parameters.append(text)
        }
        return parameters
    }
}
