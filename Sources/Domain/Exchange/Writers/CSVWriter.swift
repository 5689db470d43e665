import Checklists

struct CSVWriter: ListWriter {
    let zone: LocalTime

    let ordersBySection = true
    let head = ""

    mutating func begin(_ checklist: Checklist) -> String { "" }

    mutating func item(_ item: Item) -> String { "" }
}
