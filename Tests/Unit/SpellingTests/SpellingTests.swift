import Testing

@testable import Spelling

@Suite struct `A misspelled word` {
    @Test(arguments: [
        ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("listn", "listen", 1), ("bakcup", "backup", 1),
        ("ca", "abc", 3), ("kitten", "sitting", 3),
    ])
    func `is as far from another as there are slips`(left: String, right: String, distance: Int) {
        #expect(Spelling.distance(from: Array(left.utf8), to: Array(right.utf8)) == distance)
    }

    @Test(arguments: [
        ("duedate", ["dueDate"]), ("due_date", ["dueDate"]), ("txt", ["text"]), ("namse", ["names", "name"]),
        ("colour", []), ("version", []), ("", []), (String(repeating: "x", count: 65), []),
    ])
    func `stands for words that are near, the nearest first`(word: String, near: [String]) {
        let words = ["text", "dueDate", "names", "name", "person", String(repeating: "x", count: 64)]
        #expect(Spelling.words(near: word, among: words) == near)
    }

    @Test(arguments: [
        ("title", "text"), ("Title", "text"), ("due", "dueDate"), ("is_done", nil), ("done", "checked"),
        ("list-id", "checklistId"), ("text", nil), ("colour", nil),
    ])
    func `stands for the word of this service that means the same`(word: String, meant: String?) {
        let words = ["name", "text", "dueDate", "checked", "checklistId"]
        #expect(Spelling.synonym(of: word, among: words) == meant)
        if let meant { #expect(Spelling.words(near: word, among: words).first == meant) }
    }
}
