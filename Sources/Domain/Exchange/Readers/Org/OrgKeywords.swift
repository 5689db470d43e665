import Checklists

/// The keywords of headlines in an org file.
struct OrgKeywords {
    /// The keywords of unfinished tasks.
    private var open: Set<String> = [
        "TODO", "NEXT", "WAITING", "WAIT", "HOLD", "STARTED", "DOING", "INPROGRESS", "IN-PROGRESS", "SOMEDAY",
        "MAYBE", "DELEGATED",
    ]
    /// The keywords of finished tasks.
    private var done: Set<String> = ["DONE", "CANCELLED", "CANCELED", "KILL"]

    init() {}

    /// Takes the keywords of options such as `#+SEQ_TODO:`. Those behind `|` are done; without `|`, the last
    /// one is.
    init(_ lines: TextLines) {
        for line in lines {
            guard let option = OrgOption(line.content),
                ["TODO", "SEQ_TODO", "TYP_TODO"].contains(option.name)
            else { continue }
            let words = option.value.split(separator: " ").map { String($0.prefix { $0 != "(" }) }
            let bar = words.firstIndex(of: "|") ?? max(words.count - 1, 0)
            for (index, word) in words.enumerated() where word != "|" && !word.isEmpty {
                if index < bar {
                    open.insert(word)
                    done.remove(word)
                } else {
                    done.insert(word)
                    open.remove(word)
                }
            }
        }
    }

    /// Whether a word is a keyword of finished tasks; `nil` if it is no keyword.
    func isDone(_ word: String) -> Bool? {
        if open.contains(word) { return false }
        return done.contains(word) ? true : nil
    }
}

/// A line such as `#+TITLE: Home`.
struct OrgOption {
    /// The name in upper case.
    let name: String
    let value: String

    private static let nameBytesMax = 40

    init?(_ content: Substring) {
        guard content.hasPrefix("#+") else { return nil }
        let bytes = content.utf8.dropFirst(2)
        let key = bytes.prefix(Self.nameBytesMax).prefix { $0 != UInt8(ascii: ":") && $0 > 0x20 }
        guard !key.isEmpty, bytes.dropFirst(key.count).first == UInt8(ascii: ":") else { return nil }
        name = String(Substring(key)).uppercased()
        value = String(Substring(bytes.dropFirst(key.count + 1))).trimmed
    }
}
