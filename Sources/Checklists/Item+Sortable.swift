extension Item: Sortable {
    /// What items are ordered by: what clients can ask for, and the time of the next reminder.
    enum Property: Hashable {
        case listed(ItemQuery.Property)
        case remindAt
    }

    func sortValue(of property: Property) -> SortValue {
        switch property {
        case .listed(.position): .number(position)
        case .listed(.text): .text(text)
        case .listed(.dueDate): .moment(dueDate)
        case .listed(.important): .flag(important)
        case .listed(.checked): .flag(checked)
        case .listed(.createdAt): .moment(createdAt)
        case .listed(.updatedAt): .moment(updatedAt)
        case .remindAt: .moment(remindAt)
        }
    }

    init?(placeholder id: ID, with values: [Property: SortValue]) {
        var moments: [ItemQuery.Property: Timestamp] = [:]
        var flags: [ItemQuery.Property: Bool] = [:]
        var text = ""
        var position = 0
        var remindAt: Timestamp?
        for (property, value) in values {
            switch (property, value) {
            case (.listed(.position), .number(let number)): position = number
            case (.listed(.text), .text(let value)): text = value
            case (.listed(.important), .flag(let flag)): flags[.important] = flag
            case (.listed(.checked), .flag(let flag)): flags[.checked] = flag
            case (.listed(.dueDate), .moment(let moment)): moments[.dueDate] = moment
            case (.listed(.createdAt), .moment(let moment?)): moments[.createdAt] = moment
            case (.listed(.updatedAt), .moment(let moment?)): moments[.updatedAt] = moment
            case (.remindAt, .moment(let moment)): remindAt = moment
            default: return nil
            }
        }
        let start = Timestamp(milliseconds: 0)
        self.init(
            id: id, checklistID: Checklist.ID(rawValue: 0), text: text, checked: flags[.checked] ?? false,
            important: flags[.important] ?? false, dueDate: moments[.dueDate], remindAt: remindAt,
            position: position,
            createdAt: moments[.createdAt] ?? start, updatedAt: moments[.updatedAt] ?? start, revision: .zero)
    }
}
