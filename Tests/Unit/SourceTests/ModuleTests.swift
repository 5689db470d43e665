import Foundation
import Testing

/// The modules as the manual has them, each with those that it is built on.
///
/// Together with the build, where an import without a dependency is an error, this is what keeps each of them
/// to its row: a dependency has to stand in the table first, where people see what it does to the whole.
@Suite struct `The map of modules` {
    /// What modules take of the system beside the standard library; those that are not named take nothing.
    private static let libraries: [String: Set<String>] = [
        "Checklists": ["Foundation", "RegexBuilder", "Synchronization", "_FoundationICU"],
        "Paging": ["Synchronization"],
        "MemoryStore": ["Synchronization"],
        "CalendarObjects": ["Foundation"],
        "API": ["Foundation", "Synchronization"],
        "CalDAV": ["Synchronization"],
        "Web": ["Synchronization"],
        "MCP": ["Foundation"],
        "Places": ["Synchronization"],
        "OpenID": ["Synchronization"],
        "Delivery": ["Dispatch", "Glibc", "Synchronization"],
        "Compression": ["Synchronization"],
        "HTTPClient": ["Foundation", "Glibc", "Synchronization"],
        "SQLStore": ["Synchronization"],
        "Postgres": ["Foundation", "Glibc", "Synchronization"],
        "HTTPServer": ["Glibc", "Synchronization"],
        "FileStore": ["Dispatch", "Foundation", "Glibc", "Synchronization"],
        "HostLookup": ["Glibc"],
    ]

    /// A module: its folder below `Sources`, and what it is built on.
    private struct Row: Equatable {
        var folder: Substring
        var dependencies: Set<String>
    }

    @Test func `is that of the package`() throws {
        #expect(try Self.map() == Self.targets())
    }

    @Test func `has what each module imports, and no more`() throws {
        for (module, row) in try Self.map() {
            let allowed = row.dependencies.union(Self.libraries[module] ?? [])
            let imports = try Self.imports(in: "Sources/\(row.folder)/\(module)/")
            #expect(imports.subtracting(allowed).isEmpty, "\(module) imports what it may not")
            #expect(allowed.subtracting(imports).isEmpty, "\(module) may import what it does not need")
        }
    }

    @Test func `has no module without a folder, and no folder without a module`() throws {
        let map = try Self.map()
        let groups = Set(map.values.map { String($0.folder) })
        // `checklistd` wires the others together and may use them all.
        #expect(try Set(Self.folders(in: "Sources")) == groups.union(["checklistd"]))
        for group in groups {
            let modules = map.filter { $0.value.folder == group }.keys
            #expect(try Set(Self.folders(in: "Sources/\(group)")) == Set(modules))
        }
    }

    /// The table: `| modules | what they are | built on | may touch |`, names between backticks, below a row
    /// for each folder with its name in bold.
    private static func map() throws -> [String: Row] {
        var map: [String: Row] = [:]
        var folder: Substring = ""
        for line in try text("Sources/checklistd/Documentation.docc/Contributing.md").split(separator: "\n") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
            guard cells.count == 6 else { continue }
            if let group = cells[1].wholeMatch(of: #/ \*\*(\w+)\*\* /#) { folder = group.1 }
            for name in names(in: cells[1]) {
                map[name] = Row(folder: folder, dependencies: names(in: cells[3]))
            }
        }
        #expect(!map.isEmpty)
        return map
    }

    private static func names(in cell: Substring) -> Set<String> {
        Set(cell.matches(of: #/`(\w+)`/#).map { String($0.1) })
    }

    /// The modules of the package: `module("JSON", in: "Base", on: […])`.
    private static func targets() throws -> [String: Row] {
        var targets: [String: Row] = [:]
        let call = #/\b(?:m|cM)odule\(\s*"(\w+)", in: "(\w+)"(?:,\s*on: \[([^\]]*)\])?/#
        for match in try text("Package.swift").matches(of: call) {
            let dependencies = (match.3 ?? "").matches(of: #/"(\w+)"/#)
            targets[String(match.1)] = Row(
                folder: match.2, dependencies: Set(dependencies.map { String($0.1) }))
        }
        return targets
    }

    private static func folders(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: SourceFile.top.appending(path: path).path)
    }

    private static func imports(in folder: String) throws -> Set<String> {
        let statement =
            #/^(?:@\w+ )*(?:public |package |internal )?import (?:(?:struct|class|enum|func|var|let) )?(\w+)/#
        let inclusion = #/^#include "(\w+)\.h"/#
        var imports: Set<String> = []
        for (suffix, pattern) in [(".swift", statement), (".h", inclusion)] {
            for file in try SourceFile.all(suffix) where file.path.hasPrefix(folder) {
                for line in file.lines where line.contains("import ") || line.hasPrefix("#include") {
                    if let match = line.prefixMatch(of: pattern) { imports.insert(String(match.1)) }
                }
            }
        }
        return imports
    }

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: SourceFile.top.appending(path: name), encoding: .utf8)
    }
}
