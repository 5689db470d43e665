/// Bundles several scripts into one file: on a slow network each separate file costs a round trip.
///
/// The page's scripts are ES modules that import one another, and their sources stay unchanged. In a bundle
/// each module becomes a function that runs after its imports and returns its exports. Modules outside a
/// bundle import from it, so no module exists twice.
///
/// The page's files follow the rules that keep this simple. An `import` names a file as the server serves it,
/// without a folder, and ends with `";`. An export is declared on the line of its `export` and never
/// reassigned. Imports have no cycle.
struct ScriptBundles {
    private let modules: [String: Module]
    /// The modules of each bundle in their order of execution, by the bundle's entry file.
    private var orders: [String: [String]] = [:]
    /// The bundle of each file.
    private var homes: [String: String] = [:]

    /// Makes bundles of these entries and everything they import. A shared file belongs to the first bundle
    /// that needs it.
    init(entries: [String], scripts: [String: [UInt8]]) {
        modules = scripts.mapValues { Module($0) }
        for entry in entries { add(entry, to: entry) }
    }

    /// The scripts to serve, by name: bundles under the names of their entries, and unbundled files.
    var files: [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for (name, module) in modules where homes[name] == nil {
            let imports = module.imports.map { found in
                homes[found.file] == nil ? found.statement : taking([found.file]) + bind(found)
            }
            files[name] = Array((imports.joined() + module.text).utf8)
        }
        for (entry, names) in orders { files[entry] = Array(bundle(of: names, at: entry).utf8) }
        return files
    }

    private func bundle(of names: [String], at entry: String) -> String {
        let parts = names.compactMap { name in modules[name].map { (name, $0) } }
        let outside = Set(parts.flatMap { $0.1.imports.map(\.file) }.filter { homes[$0] != entry })
        let functions = parts.map { name, module in
            let answer = "return { \(module.exports.joined(separator: ", ")) };\n"
            let body = module.imports.map(bind).joined() + module.body + answer
            return "const \(variable(name)) = await (async () => {\n\(body)})();\n"
        }
        // Modules outside that import the entry file get its exports under their own names.
        let entryExports = modules[entry]?.exports ?? []
        let names = entryExports.joined(separator: ", ")
        let own = entryExports.isEmpty ? "" : "export const { \(names) } = \(variable(entry));\n"
        let all = "export { \(parts.map { variable($0.0) }.joined(separator: ", ")) };\n"
        return taking(outside.sorted()) + functions.joined() + own + all
    }

    /// Imports the variables that hold the exports of files in other bundles.
    private func taking(_ names: [String]) -> String {
        names.map { "import { \(variable($0)) } from \"./\(homes[$0] ?? $0)\";\n" }.joined()
    }

    /// Declares the names that a module imports.
    private func bind(_ found: Module.Import) -> String {
        "const \(found.names) = \(variable(found.file));\n"
    }

    /// The variable that holds the exports of a file.
    private func variable(_ name: String) -> String {
        "$" + name.dropLast(".js".count).map { $0 == "-" ? "_" : String($0) }.joined()
    }

    private mutating func add(_ name: String, to entry: String) {
        guard homes[name] == nil, let module = modules[name] else { return }
        homes[name] = entry
        for found in module.imports { add(found.file, to: entry) }
        orders[entry, default: []].append(name)
    }

    /// A parsed script.
    private struct Module {
        /// An import: the statement, the file, and a destructuring pattern for its exports.
        struct Import {
            let statement: String
            let file: String
            let names: String
        }

        private(set) var imports: [Import] = []
        private(set) var exports: [String] = []
        /// The code after the imports: unchanged, and without the word `export`.
        private(set) var text = ""
        private(set) var body = ""

        init(_ octets: [UInt8]) {
            var statement: String?
            for line in String(decoding: octets, as: UTF8.self).split(separator: "\n") {
                if statement != nil || line.hasPrefix("import ") {
                    statement = (statement ?? "") + line + "\n"
                    guard line.hasSuffix("\";") else { continue }
                    statement.map { imports.append(Self.taken(apart: $0)) }
                    statement = nil
                } else {
                    text += line + "\n"
                    body += declared(on: line) + "\n"
                }
            }
        }

        /// The line without the word `export`. Records the exported name.
        private mutating func declared(on line: Substring) -> Substring {
            guard line.hasPrefix("export ") else { return line }
            let declaration = line.dropFirst("export ".count)
            let words = declaration.split { !($0.isLetter || $0.isNumber || $0 == "$" || $0 == "_") }
            let name = words.drop { ["async", "function", "class", "const"].contains($0) }.first
            name.map { exports.append(String($0)) }
            return declaration
        }

        private static func taken(apart statement: String) -> Import {
            let parts = statement.split(separator: "\"")
            let file = parts.count > 1 ? parts[1].dropFirst("./".count) : ""
            let clause = parts[0].dropFirst("import ".count)
            let names = clause.split(separator: " ").last { $0 != "from" } ?? ""
            let pattern = clause.hasPrefix("* as ") ? String(names) : destructuring(clause)
            return Import(statement: statement, file: String(file), names: pattern)
        }

        /// Converts `{ a, b as c } from ` to the destructuring pattern `{ a, b: c }`.
        private static func destructuring(_ clause: Substring) -> String {
            let inner = clause.drop { $0 != "{" }.prefix { $0 != "}" }.dropFirst()
            let names = inner.split { $0 == "," || $0 == "\n" }.map { name in
                let words = name.split(separator: " ")
                return words.count == 3 ? "\(words[0]): \(words[2])" : words.joined()
            }
            return "{ \(names.filter { !$0.isEmpty }.joined(separator: ", ")) }"
        }
    }
}
