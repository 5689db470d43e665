/// The namespaces that prefixes are bound to in the open elements (Namespaces in XML 1.0 §6).
struct NamespaceScopes: Sendable {
    /// A namespace declaration in a tag.
    struct Declaration {
        /// Empty for the default namespace.
        var prefix: String
        /// Empty where the tag undeclares the default namespace.
        var namespace: String
    }

    /// The namespaces of each prefix, the innermost last, so that a lookup needs no search.
    private var namespaces: [String: [String]] = [:]
    /// The prefixes that each open element declares.
    private var prefixes: [[String]] = []

    /// Enters an element with these declarations. Their prefixes are distinct.
    mutating func begin(_ declarations: [Declaration]) {
        for declaration in declarations {
            namespaces[declaration.prefix, default: []].append(declaration.namespace)
        }
        prefixes.append(declarations.map(\.prefix))
    }

    /// Leaves the innermost element.
    mutating func end() {
        for prefix in prefixes.removeLast() { _ = namespaces[prefix]?.removeLast() }
    }

    /// The namespace of a prefix, or of the default namespace for an empty prefix; `nil` for an undeclared
    /// prefix.
    func namespace(of prefix: String) -> String? {
        if prefix == "xml" { return XMLNamespace.xml }
        return namespaces[prefix]?.last ?? (prefix.isEmpty ? "" : nil)
    }
}
