/// A prefix tree of routes by path segment. A literal segment takes precedence over a placeholder.
///
/// Every request searches the tree, so it consists of a few flat arrays.
struct RouteTree: Sendable {
    /// The `Allow` value of the server as a whole.
    let allow: String
    /// The routes of each pattern.
    private(set) var resources: [Resource] = []
    private var nodes: [Node] = []
    /// The literal segments; those of one node are adjacent.
    private var edges: [Edge] = []
    /// The octets of all literal segments.
    private var text: [UInt8] = []

    /// A position in the tree: the paths that share a prefix of segments.
    private struct Node: Sendable {
        /// The literal segments that can follow.
        var edges: Range<Int>
        /// The node for any other segment.
        var placeholder: Int?
        /// The resource of the paths that end here.
        var resource: Int?
    }

    private struct Edge: Sendable {
        var segment: Range<Int>
        var node: Int
    }

    /// The routes of one pattern.
    struct Resource: Sendable {
        /// The pattern, as the first of its routes spells it.
        let pattern: String
        /// The `Allow` value of the pattern.
        fileprivate(set) var allow = ""
        /// Whether each segment is a placeholder.
        fileprivate let arePlaceholders: [Bool]
        fileprivate let placeholdersCount: Int
        fileprivate var routes: [(method: Method, route: Int)] = []

        /// The index of the route for a method. `HEAD` falls back to `GET`.
        subscript(method: Method) -> Int? {
            for entry in routes where entry.method == method { return entry.route }
            return method == .head ? self[.get] : nil
        }
    }

    init(_ routes: [(method: Method, pattern: String)]) {
        allow = Self.allow(routes.map(\.method))
        var root = Branch()
        for (index, route) in routes.enumerated() {
            let segments = route.pattern.utf8.dropFirst()
                .split(separator: .slash, omittingEmptySubsequences: false).map { Array($0) }
            let resource = root.resource(at: segments[...]) {
                let arePlaceholders = segments.map(Self.isPlaceholder)
                resources.append(
                    Resource(
                        pattern: route.pattern, arePlaceholders: arePlaceholders,
                        placeholdersCount: arePlaceholders.count(where: \.self)))
                return resources.count - 1
            }
            precondition(
                !resources[resource].routes.contains { $0.method == route.method },
                "\(route.method) \(route.pattern) is registered twice")
            resources[resource].routes.append((route.method, index))
            resources[resource].allow = Self.allow(resources[resource].routes.map(\.method))
        }
        _ = add(root)
    }

    /// The index of the resource at a path; `nil` if there is none.
    func resource(at path: ArraySlice<UInt8>) -> Int? {
        guard path.first == .slash else { return nil }
        return find(path.span, from: 1, at: 0)
    }

    private func find(_ path: Span<UInt8>, from start: Int, at index: Int) -> Int? {
        let end = path.firstIndex(of: .slash, in: start..<path.count) ?? path.count
        let node = nodes[index]
        for edge in node.edges where path.isSegment(start..<end, edges[edge].segment, of: text) {
            if let resource = step(path, end, to: edges[edge].node) { return resource }
        }
        guard let placeholder = node.placeholder, end > start else { return nil }
        return step(path, end, to: placeholder)
    }

    /// Continues behind the segment that ends at `end`.
    private func step(_ path: Span<UInt8>, _ end: Int, to node: Int) -> Int? {
        end == path.count ? nodes[node].resource : find(path, from: end + 1, at: node)
    }
}

// MARK: - Building

extension RouteTree {
    /// A node under construction.
    private struct Branch {
        var children: [(segment: [UInt8], branch: Branch)] = []
        /// At most one element: a struct cannot contain itself directly.
        var placeholder: [Branch] = []
        var resource: Int?

        /// The resource at the end of these segments. `make` creates it if there is none.
        mutating func resource(at segments: ArraySlice<[UInt8]>, make: () -> Int) -> Int {
            guard let segment = segments.first else {
                let index = resource ?? make()
                resource = index
                return index
            }
            if RouteTree.isPlaceholder(segment) {
                if placeholder.isEmpty { placeholder.append(Branch()) }
                return placeholder[0].resource(at: segments.dropFirst(), make: make)
            }
            let known = children.firstIndex { $0.segment == segment }
            if known == nil { children.append((segment, Branch())) }
            return children[known ?? children.count - 1].branch
                .resource(at: segments.dropFirst(), make: make)
        }
    }

    /// Adds a node with all its descendants and returns its index.
    private mutating func add(_ branch: Branch) -> Int {
        let index = nodes.count
        let first = edges.count
        nodes.append(Node(edges: first..<first + branch.children.count, resource: branch.resource))
        for child in branch.children {
            edges.append(Edge(segment: text.count..<text.count + child.segment.count, node: 0))
            text += child.segment
        }
        for (offset, child) in branch.children.enumerated() {
            let node = add(child.branch)
            edges[first + offset].node = node
        }
        if let placeholder = branch.placeholder.first {
            let node = add(placeholder)
            nodes[index].placeholder = node
        }
        return index
    }

    private static func isPlaceholder(_ segment: [UInt8]) -> Bool {
        segment.first == UInt8(ascii: "{") && segment.last == UInt8(ascii: "}")
    }

    /// `GET` implies `HEAD`. `OPTIONS` is always allowed.
    private static func allow(_ methods: [Method]) -> String {
        Method.allCases.filter { method in
            method == .options || methods.contains(method) || method == .head && methods.contains(.get)
        }
        .map(\.rawValue).joined(separator: ", ")
    }
}

// MARK: - Segments

extension Span<UInt8> {
    /// Whether a segment, once decoded, equals a literal segment (RFC 3986 §6.2.2.2).
    fileprivate func isSegment(_ range: Range<Int>, _ literal: Range<Int>, of text: [UInt8]) -> Bool {
        // Escapes only lengthen a segment.
        if range.count < literal.count { return false }
        var index = range.lowerBound
        for position in literal {
            guard index < range.upperBound else { return false }
            let octet = text[position]
            if self[index] == octet {
                index += 1
            } else if self[index] == .percent, index + 2 < range.upperBound,
                let high = self[index + 1].hexadecimalValue, let low = self[index + 2].hexadecimalValue
            {
                guard high << 4 | low == octet else { return false }
                index += 3
            } else {
                return false
            }
        }
        return index == range.upperBound
    }
}

extension RouteTree.Resource {
    /// The decoded segments that match placeholders.
    /// - Throws: `Problem` 400 if one of them is not valid text.
    func parameters(of path: ArraySlice<UInt8>) throws(Problem) -> [String] {
        guard placeholdersCount > 0 else { return [] }
        var parameters: [String] = []
        parameters.reserveCapacity(placeholdersCount)
        let octets = path.span
        var start = 1
        for isPlaceholder in arePlaceholders {
            let end =
                octets.firstIndex(of: .slash, in: min(start, octets.count)..<octets.count) ?? octets.count
            if isPlaceholder {
                parameters.append(try Self.text(path.dropFirst(start).prefix(end - start)))
            }
            start = end + 1
        }
        return parameters
    }

    private static func text(_ segment: ArraySlice<UInt8>) throws(Problem) -> String {
        guard let text = PercentEncoding.text(segment) else {
            throw Problem(
                .malformedRequest,
                "The decoded path must be UTF-8 without the character U+0000.")
        }
        return text
    }
}
