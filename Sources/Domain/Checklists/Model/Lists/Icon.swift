/// The picture beside a checklist's name. The raw value is the name on the wire.
public enum Icon: String, CaseIterable, Sendable {
    case none = "No Icon"
    case appointments = "Appointments"
    case birthdays = "Birthdays"
    case chores = "Chores"
    case drinks = "Drinks"
    case folder = "Folder"
    case groceries = "Groceries"
    case inbox = "Inbox"
    case photos = "Photos"
    case trips = "Trips"
}
