extension Checklist: Sortable {
    typealias Property = ChecklistQuery.Property

    func sortValue(of property: Property) -> SortValue {
        switch property {
        case .name: .text(name)
        case .createdAt: .moment(createdAt)
        case .updatedAt: .moment(updatedAt)
        case .uncheckedItemsCount: .number(uncheckedItemsCount)
        }
    }

    init?(placeholder id: ID, with values: [Property: SortValue]) {
        var name = ""
        var uncheckedItemsCount = 0
        var createdAt = Timestamp(milliseconds: 0)
        var updatedAt = createdAt
        for (property, value) in values {
            switch (property, value) {
            case (.name, .text(let text)): name = text
            case (.createdAt, .moment(let moment?)): createdAt = moment
            case (.updatedAt, .moment(let moment?)): updatedAt = moment
            case (.uncheckedItemsCount, .number(let number)): uncheckedItemsCount = number
            default: return nil
            }
        }
        self.init(
            id: id, name: name, icon: .none, uncheckedItemsCount: uncheckedItemsCount, createdAt: createdAt,
            updatedAt: updatedAt, revision: .zero)
    }
}
