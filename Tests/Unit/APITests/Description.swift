import Foundation
import HTTP

/// openapi.yaml as the tests need it: read line by line, by the indentation that it keeps to.
struct Description {
    /// The whole text.
    let text: String
    /// The operations, in order.
    let operations: [Operation]
    /// The statuses of `components.responses.Default`.
    static let defaultStatuses: Set<Int> = [421, 429, 500, 503]

    struct Operation {
        let method: HTTP.Method
        let path: String
        fileprivate(set) var id = ""
        /// What a token has to allow; empty where nobody needs one.
        fileprivate(set) var scope = ""
        fileprivate(set) var statuses: Set<Int> = []
        /// The names of what is sent beside the content, as they stand in `components.parameters`.
        fileprivate(set) var parameters: Set<String> = []
        /// The examples of what is asked for after the path.
        fileprivate(set) var query: [String] = []
        /// The media types of what is sent.
        fileprivate(set) var requestTypes: [String] = []
        /// The first example of what is sent, as JSON.
        fileprivate(set) var requestExample: String?
        /// The first example of what is answered, as JSON.
        fileprivate(set) var responseExample: String?
    }

    /// The one at the top of the store.
    static let shared: Description = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../openapi.yaml")
        do {
            return Description(try String(contentsOf: file, encoding: .utf8))
        } catch {
            preconditionFailure("\(file) cannot be read: \(error)")
        }
    }()

    init(_ text: String) {
        self.text = text
        var operations: [Operation] = []
        var path = ""
        var section = ""
        var parameter = ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = lines.firstIndex(of: "paths:") ?? 0
        let end = lines.firstIndex(of: "components:") ?? lines.count
        for index in start..<end {
            let line = lines[index]
            let key = line.drop { $0 == " " }
            switch line.indentation {
            case 2: path = String(key.dropLast())
            case 4:
                if let method = HTTP.Method(rawValue: key.dropLast().uppercased()) {
                    operations.append(Operation(method: method, path: path))
                }
            default:
                guard var operation = operations.popLast() else { continue }
                if key.hasPrefix("operationId: ") { operation.id = String(key.dropFirst(13)) }
                if key.hasPrefix("security: [{ token: [") {
                    operation.scope = String(key.dropFirst(21).prefix { $0 != "]" })
                }
                if line.indentation == 6 { section = String(key) }
                if key.hasPrefix("- name: ") { parameter = String(key.dropFirst(8)) }
                if line.indentation == 8, section == "responses:" {
                    if let status = Int(key.dropFirst().prefix(3)) { operation.statuses.insert(status) }
                    if key.hasPrefix("default:") { operation.statuses.formUnion(Self.defaultStatuses) }
                }
                if key.hasPrefix("- $ref: '#/components/parameters/") {
                    operation.parameters.insert(String(key.dropFirst(33).dropLast()))
                }
                if section == "requestBody:", line.indentation == 10, key.hasSuffix(":") {
                    operation.requestTypes.append(String(key.dropLast()))
                }
                if let example = Self.example(at: index, lines) {
                    switch section {
                    case "parameters:":
                        operation.query.append("\(parameter)=" + example.filter { !" '".contains($0) })
                    case "requestBody:": operation.requestExample = operation.requestExample ?? example
                    default: operation.responseExample = operation.responseExample ?? example
                    }
                }
                operations.append(operation)
            }
        }
        self.operations = operations
    }

    /// The example on a line: its own, or that of `components.examples` which it refers to.
    private static func example(at index: Int, _ lines: [String]) -> String? {
        let key = lines[index].drop { $0 == " " }
        if key.hasPrefix("example:") { return value(from: index, lines) }
        guard key.hasPrefix("examples:"),
            let name = key.split(separator: "/").last?.prefix(while: { $0 != "'" }),
            let component = lines.firstIndex(of: "    \(name):")
        else { return nil }
        return value(from: component + 1, lines)
    }

    /// What stands behind the key of a line and on the lines that belong to it.
    private static func value(from index: Int, _ lines: [String]) -> String {
        let own = lines[index].drop { $0 != ":" }.dropFirst()
        let further = lines[(index + 1)...].prefix { $0.indentation > lines[index].indentation }
        return ([String(own)] + further).joined(separator: "\n")
    }

    /// The operation of that method on paths of that pattern; that of `GET` for `HEAD`.
    func operation(_ method: HTTP.Method, _ pattern: String) -> Operation? {
        operations.first { $0.method == (method == .head ? .get : method) && $0.path == pattern }
    }
}

extension Description {
    /// A schema that is missing, or has no such line.
    struct Missing: Error {
        let name: String
    }

    /// The lines of a schema.
    private func schema(_ name: String) throws -> [Substring] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: "    \(name):") else { throw Missing(name: name) }
        return Array(lines[(start + 1)...].prefix { String($0).indentation > 4 })
    }

    /// The names of the fields of a schema: those that are required, and all.
    func fields(of name: String) throws -> (required: Set<String>, all: Set<String>) {
        let lines = try schema(name)
        guard let list = lines.joined(separator: " ").firstMatch(of: /required:\s*\[([^\]]*)\]/),
            let start = lines.firstIndex(of: "      properties:")
        else { throw Missing(name: name) }
        let keys = lines[(start + 1)...].prefix { String($0).indentation > 6 }
            .filter { String($0).indentation == 8 }
        return (
            Set(list.1.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }),
            Set(keys.map { String($0.drop { $0 == " " }.prefix { $0 != ":" }) })
        )
    }

    /// Whether the pattern of a schema allows a text.
    func matches(_ text: String, patternOf name: String) throws -> Bool {
        let key = "      pattern: "
        guard let line = try schema(name).first(where: { $0.hasPrefix(key) }) else {
            throw Missing(name: name)
        }
        return try text.contains(Regex(String(line.dropFirst(key.count + 1).dropLast())))
    }
}

extension String {
    fileprivate var indentation: Int { prefix { $0 == " " }.count }
}
