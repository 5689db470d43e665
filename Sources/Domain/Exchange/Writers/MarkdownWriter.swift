import Checklists

struct MarkdownWriter: ListWriter {
    let zone: LocalTime

    let ordersBySection = true
    let head = ""

    mutating func begin(_ checklist: Checklist) -> String { "" }

    mutating func item(_ item: Item) -> String { "" }
}
