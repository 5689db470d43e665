/// What prefixes stand for in the elements that have begun and not ended (Namespaces in XML 1.0 §6).
struct NamespaceScopes: Sendable {
    /// A declaration in a tag.
    struct Declaration {
        /// Empty for the default namespace.
        var prefix: String
        /// Empty where the default namespace is none again.
        var namespace: String
    }

    /// The namespaces of each prefix, the innermost last, so that none has to be looked for.
    private var namespaces: [String: [String]] = [:]
    /// The prefixes that each open element declares.
    private var prefixes: [[String]] = []

    /// Begins an element with these declarations, each of another prefix.
    mutating func begin(_ declarations: [Declaration]) {
        for declaration in declarations {
            namespaces[declaration.prefix, default: []].append(declaration.namespace)
        }
        prefixes.append(declarations.map(\.prefix))
    }

    /// Ends the innermost element.
    mutating func end() {
        for prefix in prefixes.removeLast() { _ = namespaces[prefix]?.removeLast() }
    }

    /// What a prefix stands for, the empty one for the default namespace; `nil` if it has not been declared.
    func namespace(of prefix: String) -> String? {
        if prefix == "xml" { return XMLNamespace.xml }
        return namespaces[prefix]?.last ?? (prefix.isEmpty ? "" : nil)
    }
}
