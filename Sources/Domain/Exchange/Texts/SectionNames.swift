import Checklists

/// Gives the sections of a list different names. Two headings can have the same text.
struct SectionNames {
    private var used: Set<String> = []
    /// The last number behind each name.
    private var numbers: [String: Int] = [:]

    /// The name of the next section, of at most `Limits.sectionNameCharactersMax` characters: its own name,
    /// `Home / Tasks` if that is used, or `Tasks (2)`.
    /// - Parameter above: The name of the section above it, which the list has.
    mutating func next(_ name: String, below above: String? = nil) -> String {
        let name = name.first(Limits.sectionNameCharactersMax)
        if used.insert(name).inserted { return name }
        if let above {
            let path = "\(above.first(Limits.sectionNameCharactersMax)) / \(name)"
            if path.count <= Limits.sectionNameCharactersMax, used.insert(path).inserted { return path }
        }
        var number = numbers[name, default: 1]
        var numbered: String
        repeat {
            number += 1
            numbered = "\(name.first(Limits.sectionNameCharactersMax - 8)) (\(number))"
        } while !used.insert(numbered).inserted
        numbers[name] = number
        return numbered
    }
}
