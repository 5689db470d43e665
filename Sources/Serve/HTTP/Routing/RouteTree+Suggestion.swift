import Spelling

extension RouteTree {
    /// ` Did you mean /v1/items/5?` for a path without a route; empty if no similar path has one.
    func suggestion(for path: String) -> String {
        guard path.utf8.count <= Spelling.wordBytesMax else { return "" }
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        let paths = resources.compactMap { Self.path(of: $0.pattern, with: segments) }
        let synonym = paths.first { Self.path($0, means: segments) }
        let meant = synonym ?? Spelling.words(near: path, among: paths).first
        return meant.map { " Did you mean \($0)?" } ?? ""
    }

    /// Whether each segment is that of a path, or means the same in other services.
    private static func path(_ path: String, means segments: [Substring]) -> Bool {
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == segments.count
            && zip(parts, segments).allSatisfy { part, segment in
                part == segment || Spelling.synonym(of: String(segment), among: [String(part)]) != nil
            }
    }

    /// The path of a pattern, with its placeholders replaced by the segments at the same distance from the
    /// end; `nil` if there are too few segments, or if the segment of an id is not a number.
    private static func path(of pattern: String, with segments: [Substring]) -> String? {
        let parts = pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        var path = ""
        for (index, part) in parts.enumerated() {
            let aligned = segments.count - parts.count + index
            guard part.hasPrefix("{") else {
                path += "/\(part)"
                continue
            }
            guard segments.indices.contains(aligned), !segments[aligned].isEmpty else { return nil }
            if part.hasSuffix("Id}"), Int(segments[aligned]) == nil { return nil }
            path += "/\(segments[aligned])"
        }
        return path
    }
}
