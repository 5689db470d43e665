import Checklists

extension Due {
    /// When the work on an item can begin; `nil` if it has no start.
    init?(startOf item: Item) {
        let details = item.details
        if let day = details.startOn {
            self = .day(day)
        } else if let moment = details.startDate {
            self = .moment(moment)
        } else {
            return nil
        }
    }
}
