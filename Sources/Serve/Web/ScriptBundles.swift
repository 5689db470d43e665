/// Joins several scripts into one file: on a slow network each separate file costs a round trip.
///
/// The page's scripts are ES modules that import one another. A bundle is one module too: its scripts follow
/// each other, each after those that it imports, and import only from other bundles. So no script exists
/// twice.
///
/// The page's files follow the rules that keep this simple:
/// - An `import` names a file as the server serves it, without a folder, and ends with `";`.
/// - It uses the names of the exports. A file that is imported as a whole (`* as api`) has one name
///   everywhere.
/// - An export is declared on the line of its `export` and never reassigned.
/// - The scripts of a bundle have different names at their top level, and so do their imports.
/// - Imports have no cycle.
struct ScriptBundles {
    private let modules: [String: Module]
    /// The modules of each bundle in their order of execution, by the bundle's entry file.
    private var orders: [String: [String]] = [:]
    /// The bundle of each file.
    private var homes: [String: String] = [:]
    /// The name that stands for all exports of a file, by file.
    private let namespaces: [String: String]
    /// The first bundle. The page never loads it by name, so it exports only what other bundles import.
    private let first: String?

    /// Makes bundles of these entries and everything they import. A shared file belongs to the first bundle
    /// that needs it.
    init(entries: [String], scripts: [String: [UInt8]]) {
        modules = scripts.mapValues { Module($0) }
        let wholes = modules.values.flatMap(\.imports).filter(\.isWhole)
        namespaces = Dictionary(wholes.map { ($0.file, $0.names[0]) }) { first, _ in first }
        first = entries.first
        for entry in entries { add(entry, to: entry) }
    }

    /// The scripts to serve, by name: bundles under the names of their entries, and unbundled files.
    var files: [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in modules.keys where homes[name] == nil { files[name] = joined([name], at: name) }
        for (entry, names) in orders { files[entry] = joined(names, at: entry) }
        return files
    }

    /// Joins modules into a file, which imports the names that they need from other files.
    private func joined(_ names: [String], at file: String) -> [UInt8] {
        let imports = namesNeeded(by: names, at: file).sorted { $0.key < $1.key }.map { home, names in
            "import { \(names.sorted().joined(separator: ", ")) } from \"./\(home)\";\n"
        }
        let joined = names.flatMap { code(of: $0) }
        let exported = file == first ? exporting(namesImported(from: file), in: joined) : joined
        return Array(imports.joined().utf8) + exported
    }

    /// The names that modules of a file import from other files, by file.
    private func namesNeeded(by names: [String], at file: String) -> [String: Set<String>] {
        var needed: [String: Set<String>] = [:]
        for found in names.compactMap({ modules[$0] }).flatMap(\.imports) {
            let home = homes[found.file] ?? found.file
            if home != file { needed[home, default: []].formUnion(found.names) }
        }
        return needed
    }

    /// The names that other bundles import from a bundle.
    private func namesImported(from file: String) -> Set<String> {
        orders.reduce(into: []) { $0.formUnion(namesNeeded(by: $1.value, at: $1.key)[file] ?? []) }
    }

    /// Code in which only these names are exported.
    private func exporting(_ names: Set<String>, in code: [UInt8]) -> [UInt8] {
        code.split(separator: Module.lineFeed).flatMap { line in
            guard let name = Module.name(exportedOn: line), !names.contains(name) else {
                return line + [Module.lineFeed]
            }
            return line.dropFirst(Module.exportWord.utf8.count) + [Module.lineFeed]
        }
    }

    /// The code of a module. If a script imports the module as a whole, an object with all exports follows.
    private func code(of name: String) -> [UInt8] {
        guard let module = modules[name] else { return [] }
        guard let namespace = namespaces[name] else { return module.code }
        let members = module.exports.joined(separator: ", ")
        return module.code + "export const \(namespace) = { \(members) };\n".utf8
    }

    private mutating func add(_ name: String, to entry: String) {
        guard homes[name] == nil, let module = modules[name] else { return }
        homes[name] = entry
        for found in module.imports { add(found.file, to: entry) }
        orders[entry, default: []].append(name)
    }

    /// A parsed script.
    private struct Module {
        /// An import of names from a file, or of the file as a whole under one name. The entry file of a
        /// bundle exports other files (`export * from`), which imports no name.
        struct Import {
            let file: String
            let names: [String]
            let isWhole: Bool
        }

        private(set) var imports: [Import] = []
        private(set) var exports: [String] = []
        /// The code without the imports.
        private(set) var code: [UInt8] = []

        static let lineFeed = UInt8(ascii: "\n")

        init(_ octets: [UInt8]) {
            var statement: String?
            code.reserveCapacity(octets.count)
            // Octets: to split a string into characters takes ten times as long.
            for line in octets.split(separator: Self.lineFeed) {
                if statement != nil || line.starts(with: "import ".utf8)
                    || line.starts(with: "export * from ".utf8)
                {
                    statement = (statement ?? "") + String(decoding: line, as: UTF8.self) + "\n"
                    guard line.suffix(2).elementsEqual("\";".utf8) else { continue }
                    statement.map { imports.append(Self.parsed($0)) }
                    statement = nil
                } else {
                    code += line
                    code.append(Self.lineFeed)
                    Self.name(exportedOn: line).map { exports.append($0) }
                }
            }
        }

        static let exportWord = "export "

        static func name(exportedOn line: ArraySlice<UInt8>) -> String? {
            guard line.starts(with: exportWord.utf8) else { return nil }
            let words = String(decoding: line, as: UTF8.self).split {
                !($0.isLetter || $0.isNumber || $0 == "$" || $0 == "_")
            }
            let name = words.drop { ["export", "async", "function", "class", "const"].contains($0) }.first
            return name.map(String.init)
        }

        private static func parsed(_ statement: String) -> Import {
            let parts = statement.split(separator: "\"")
            let file = parts.count > 1 ? parts[1].dropFirst("./".count) : ""
            let words = parts[0].split { " ,{}\n".contains($0) }.map(String.init)
            let names = words.filter { !["import", "export", "from", "*", "as"].contains($0) }
            return Import(file: String(file), names: names, isWhole: words.starts(with: ["import", "*"]))
        }
    }
}
