/// Gives the sections of a list different names. Two headings can have the same text.
struct SectionNames {
    private var used: Set<String> = []

    /// The name of the next section: its own name, `Home / Tasks` if that is used, or `Tasks (2)`.
    /// - Parameter above: The name of the section above it, which the list has.
    mutating func next(_ name: String, below above: String? = nil) -> String {
        if used.insert(name).inserted { return name }
        if let above, used.insert("\(above) / \(name)").inserted { return "\(above) / \(name)" }
        var number = 2
        while !used.insert("\(name) (\(number))").inserted { number += 1 }
        return "\(name) (\(number))"
    }
}
