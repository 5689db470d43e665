import Foundation
import Testing

/// The modules as `README.md` has them, each with those that it is built on.
///
/// Together with the build, where an import without a dependency is an error, this is what keeps each of them
/// to its row: a dependency has to stand in the table first, where people see what it does to the whole.
@Suite struct `The map of modules` {
    /// What modules take of the system beside the standard library; those that are not named take nothing.
    private static let libraries: [String: Set<String>] = [
        "Checklists": ["Foundation", "RegexBuilder", "_FoundationICU"],
        "MemoryStore": ["Synchronization"],
        "CalendarObjects": ["Foundation"],
        "API": ["Foundation", "Synchronization"],
        "CalDAV": ["Synchronization"],
        "Places": ["Synchronization"],
        "Delivery": ["Dispatch", "Glibc", "Synchronization"],
        "HTTPClient": ["Foundation", "Glibc", "Synchronization"],
        "PostgresStore": ["Synchronization"],
        "Postgres": ["Foundation", "Glibc", "Synchronization"],
        "HTTPServer": ["Glibc", "Synchronization"],
        "FileStore": ["Dispatch", "Foundation", "Glibc", "Synchronization"],
    ]

    /// What wires the others together may use them all, and headers for C use none.
    private static let unmapped: Set = [
        "checklistd", "CCrypto", "CCurl", "CDigest", "CEmbedded", "CLinux", "CPostgres",
    ]

    @Test func `is that of the package`() throws {
        var targets = try Self.targets()
        for name in Self.unmapped { targets[name] = nil }
        #expect(try Self.map() == targets)
    }

    @Test func `has what each module imports, and no more`() throws {
        for (module, dependencies) in try Self.map() {
            let allowed = dependencies.union(Self.libraries[module] ?? [])
            let imports = try Self.imports(in: module)
            #expect(imports.subtracting(allowed).isEmpty, "\(module) imports what it may not")
            #expect(allowed.subtracting(imports).isEmpty, "\(module) may import what it does not need")
        }
    }

    @Test func `has no module without a folder, and no folder without a module`() throws {
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: SourceFile.top.appending(path: "Sources").path)
        #expect(try Set(folders) == Set(Self.map().keys).union(Self.unmapped))
    }

    /// The table: `| modules | what they are | built on | may touch |`, names between backticks.
    private static func map() throws -> [String: Set<String>] {
        var map: [String: Set<String>] = [:]
        for line in try text("README.md").split(separator: "\n") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
            guard cells.count == 6, cells[1].contains("`") else { continue }
            for name in names(in: cells[1]) { map[name] = names(in: cells[3]) }
        }
        #expect(!map.isEmpty)
        return map
    }

    private static func names(in cell: Substring) -> Set<String> {
        Set(cell.matches(of: #/`(\w+)`/#).map { String($0.1) })
    }

    /// The targets below `Sources`, with their dependencies.
    private static func targets() throws -> [String: Set<String>] {
        var targets: [String: Set<String>] = [:]
        let package = try text("Package.swift")
        for match in package.matches(of: #/\b(?:m|cM)odule\(\s*"(\w+)"(?:,\s*on: \[([^\]]*)\])?/#) {
            let dependencies = (match.2 ?? "").matches(of: #/"(\w+)"/#)
            targets[String(match.1)] = Set(dependencies.map { String($0.1) })
        }
        return targets
    }

    private static func imports(in module: String) throws -> Set<String> {
        let statement =
            #/^(?:@\w+ )*(?:public |package |internal )?import (?:(?:struct|class|enum|func|var|let) )?(\w+)/#
        var imports: Set<String> = []
        for file in try SourceFile.all(".swift") where file.path.hasPrefix("Sources/\(module)/") {
            for line in file.lines {
                if let match = line.prefixMatch(of: statement) { imports.insert(String(match.1)) }
            }
        }
        return imports
    }

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: SourceFile.top.appending(path: name), encoding: .utf8)
    }
}
