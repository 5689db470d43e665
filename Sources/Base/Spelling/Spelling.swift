/// Suggests words for a misspelled word, or for one that other services use.
public enum Spelling {
    /// The maximum length of a word. It bounds the work, which grows with the square of the length.
    public static let wordBytesMax = 64

    /// The words that mean the same in other services. The first known one is suggested.
    private static let synonyms: [[String]] = [
        ["text", "name", "title", "summary", "content", "task", "subject"],
        ["notes", "note", "description", "details", "memo", "comment"],
        ["checked", "done", "completed", "complete", "finished", "status"],
        ["important", "priority", "starred", "flagged", "urgent"],
        ["dueDate", "dueOn", "due", "dueAt", "dueDateTime", "deadline", "date", "when"],
        ["startDate", "startOn", "start", "startAt", "scheduled"],
        ["recurrence", "repeat", "repeats", "rrule", "rule", "recurring"],
        ["alarms", "reminders", "reminder", "alarm"], ["shouldRemind", "remind", "notify"],
        ["tags", "tag", "labels", "label", "categories"], ["quantity", "amount", "count", "qty"],
        ["checklistId", "list", "listId", "project", "projectId"], ["sectionId", "section", "column"],
        ["parentId", "parent"], ["assigneeId", "assignee", "assignedTo", "owner"],
        ["q", "query", "search", "filter"], ["sort", "order", "orderBy", "sortBy"],
        ["limit", "perPage", "pageSize", "size"], ["cursor", "page", "offset"],
        ["checklists", "lists", "list", "projects"], ["items", "tasks", "todos"],
        ["people", "users", "persons"],
    ]

    /// The word among others that means the same as one of another service; `nil` if there is none. Case,
    /// underscores and hyphens do not matter.
    public static func synonym(of word: String, among words: [String]) -> String? {
        guard word.utf8.count <= wordBytesMax else { return nil }
        let plain = word.lowercased().filter { $0 != "_" && $0 != "-" }
        let group = synonyms.first { group in
            group.contains { $0.lowercased() == plain && !words.contains($0) }
                && group.contains(where: words.contains)
        }
        return group?.first(where: words.contains)
    }

    /// The synonym among the words, and the words within one to three edits, the nearest first. An edit is
    /// an insertion, a deletion, a replacement or a swap of neighbours. A third of a word may differ, or one
    /// byte if the first byte differs.
    public static func words(near word: String, among words: [String]) -> [String] {
        guard word.utf8.count <= wordBytesMax else { return [] }
        typealias Candidate = (distance: Int, index: Int, word: String)
        let near = words.enumerated().compactMap { index, candidate -> Candidate? in
            let beginsAlike = word.utf8.first == candidate.utf8.first
            let distanceMax = beginsAlike ? max(1, min(3, candidate.utf8.count / 3)) : 1
            // The difference in length is a lower bound of the distance. A word of edits alone does not
            // count.
            guard candidate.utf8.count > distanceMax,
                abs(word.utf8.count - candidate.utf8.count) <= distanceMax
            else { return nil }
            let distance = distance(from: Array(word.utf8), to: Array(candidate.utf8))
            return distance <= distanceMax ? (distance: distance, index: index, word: candidate) : nil
        }
        let spelled = near.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }.map(\.word)
        guard let synonym = synonym(of: word, among: words) else { return spelled }
        return [synonym] + spelled.filter { $0 != synonym }
    }

    /// The number of edits between two words, by bytes (the optimal string alignment distance).
    static func distance(from left: [UInt8], to right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, byte) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let replaced = last[column] + (byte == other ? 0 : 1)
                var best = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
