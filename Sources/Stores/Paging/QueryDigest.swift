package import Checklists

extension ChecklistQuery {
    /// What tells this query from others, whatever the page; the same in every run.
    package var digest: UInt64 {
        var digest = FowlerNollVo()
        digest.add(sort.map { ($0.property.rawValue, $0.descending) })
        digest.add(text)
        return digest.value
    }
}

extension ItemQuery {
    /// What tells this query from others, whatever the page; the same in every run.
    package var digest: UInt64 {
        var digest = FowlerNollVo()
        digest.add(sort.map { ($0.property.rawValue, $0.descending) })
        digest.add(checklistID.map { Int64($0.rawValue) })
        for mark in [filter.checked, filter.important, filter.shouldRemind] {
            digest.add(mark.map { $0 ? 1 : 0 })
        }
        digest.add(filter.dueBefore?.milliseconds)
        digest.add(filter.dueAfter?.milliseconds)
        if let days = filter.dueDays {
            for bound in days.bounds { digest.add(bound) }
            for span in days.spans {
                digest.add(span.lowerBound.milliseconds)
                digest.add(span.upperBound.milliseconds)
            }
        }
        digest.add(filter.text)
        if let uid = filter.uid { digest.add(uid) }
        if let name = filter.resourceName {
            digest.add("resource")
            digest.add(name)
        }
        return digest.value
    }
}

extension FowlerNollVo {
    fileprivate mutating func add(_ keys: [(name: String, descending: Bool)]) {
        for key in keys { add((key.descending ? "-" : "+") + key.name) }
        add("")
    }
}
