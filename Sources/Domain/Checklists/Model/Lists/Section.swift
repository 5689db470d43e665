/// A part of a list with a name, such as a shelf of a shop.
public struct Section: Identifiable, Hashable, Sendable {
    /// The number of a section, unique on its list.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// The identifier; it is not reused on the list.
    public package(set) var id: ID
    /// 1 to 100 characters, trimmed, without control characters. Names are not unique.
    public var name: String
    /// The UUID that the client chose, unique on the list.
    public package(set) var uid: String?

    /// Creates a section from its stored fields.
    public init(id: ID, name: String, uid: String? = nil) {
        self.id = id
        self.name = name
        self.uid = uid
    }
}

/// The sections of a list.
public struct Sections: Hashable, Sendable {
    /// The sections in their order, at most 100.
    public var all: [Section] = []
    /// Whether an item that is added without a section goes to the last section of an item with the same
    /// text.
    public var remember = true
    /// The remembered sections of texts.
    package var memory = SectionMemory()
    /// The largest identifier that was ever used.
    package var lastID = Section.ID(rawValue: 0)

    /// Creates the sections of a new list: none.
    public init() {}

    /// The section with an identifier; `nil` if the list has none.
    public subscript(id: Section.ID) -> Section? { all.first { $0.id == id } }

    /// A new section at the end.
    ///
    /// - Parameter revision: The revision of the change. The identifier is at least this number, so that
    ///   sections of several lists rarely have the same identifier.
    mutating func add(_ name: String, uid: String? = nil, in revision: Revision) -> Section {
        let section = Section(
            id: Section.ID(rawValue: max(Int(revision.rawValue), lastID.rawValue + 1)), name: name,
            uid: uid)
        lastID = section.id
        all.append(section)
        return section
    }

    /// The sections of a copy of the list, with new identifiers, and the identifier of each copied section.
    func copied(in revision: Revision) -> (sections: Sections, ids: [Section.ID: Section.ID]) {
        var copy = Sections()
        copy.remember = remember
        var ids: [Section.ID: Section.ID] = [:]
        for section in all { ids[section.id] = copy.add(section.name, in: revision).id }
        copy.memory = SectionMemory(
            memory.entries.compactMap { entry in
                ids[entry.section].map { SectionMemory.Entry(text: entry.text, section: $0) }
            })
        return (copy, ids)
    }
}

/// The sections in which items of a text were last.
///
/// The memory identifies a text by a hash of its folded form with 53 bits, the size of a number in JSON. It
/// holds the 300 most recently used texts.
package struct SectionMemory: Hashable, Sendable {
    /// The entries, the most recently used one at the end.
    package private(set) var entries: [Entry] = []

    package struct Entry: Hashable, Sendable {
        /// The hash of the text. Earlier builds wrote 32 bits.
        package var text: UInt64
        package var section: Section.ID

        package init(text: UInt64, section: Section.ID) {
            self.text = text
            self.section = section
        }
    }

    package init(_ entries: [Entry] = []) { self.entries = entries }

    /// The section of a text; `nil` if it is unknown.
    func section(of text: String) -> Section.ID? {
        if entries.isEmpty { return nil }
        let hashes = Self.hashes(of: text)
        return entries.last { $0.text == hashes.full || $0.text == hashes.short }?.section
    }

    /// Remembers the section of a text; `nil` forgets the text.
    mutating func remember(_ text: String, in section: Section.ID?) {
        let hashes = Self.hashes(of: text)
        if let section, entries.last == Entry(text: hashes.full, section: section) { return }
        entries.removeAll { $0.text == hashes.full || $0.text == hashes.short }
        guard let section else { return }
        if entries.count >= Limits.sectionTextsMax { entries.removeFirst() }
        entries.append(Entry(text: hashes.full, section: section))
    }

    /// Forgets a section.
    mutating func forget(_ section: Section.ID) { entries.removeAll { $0.section == section } }

    private static func hashes(of text: String) -> (full: UInt64, short: UInt64) {
        var digest = FowlerNollVo()
        digest.add(Folding.text(of: text))
        return (digest.value >> 11, (digest.value ^ digest.value >> 32) & 0xFFFF_FFFF)
    }
}
