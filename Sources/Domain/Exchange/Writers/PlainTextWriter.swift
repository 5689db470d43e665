import Checklists

struct PlainTextWriter: ListWriter {

    let ordersBySection = true
    let head = ""

    mutating func begin(_ checklist: Checklist) -> String { "" }

    mutating func item(_ item: Item) -> String { "" }
}
