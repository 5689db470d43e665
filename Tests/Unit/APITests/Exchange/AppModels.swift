import Foundation

/// A list as the apps have it, and as `Codable` saves it.
final class AppChecklist: Codable {
    var name: String
    var iconName: String
    var items: [AppChecklistItem]

    init(name: String, iconName: String, items: [AppChecklistItem]) {
        self.name = name
        self.iconName = iconName
        self.items = items
    }
}

/// A list as another one of the apps has it.
struct AppChecklistWithIcon: Codable {
    var name: String
    var icon: String
    var items: [AppChecklistItem]
}

/// An item as the apps have it.
final class AppChecklistItem: Codable, Equatable {
    var text: String
    var checked: Bool
    var dueDate: Date
    var shouldRemind: Bool
    var itemID: Int

    init(_ text: String, checked: Bool = false, dueDate: Date, shouldRemind: Bool = false, itemID: Int) {
        self.text = text
        self.checked = checked
        self.dueDate = dueDate
        self.shouldRemind = shouldRemind
        self.itemID = itemID
    }

    static func == (left: AppChecklistItem, right: AppChecklistItem) -> Bool {
        left.text == right.text && left.checked == right.checked
            && left.shouldRemind == right.shouldRemind
            // The apps show no date without a reminder.
            && (!left.shouldRemind || left.dueDate == right.dueDate)
    }
}

extension [AppChecklist] {
    /// What one of the apps could have saved; the dates have milliseconds where the file can.
    static func sample(wholeSeconds: Bool = false) -> [AppChecklist] {
        let fraction = wholeSeconds ? 0 : 0.125
        return [
            AppChecklist(
                name: "Einkäufe & <mehr> 🛒", iconName: "Groceries",
                items: [
                    AppChecklistItem("Milk", dueDate: Date(timeIntervalSinceReferenceDate: 0), itemID: 0),
                    AppChecklistItem(
                        "Crème fraîche 👩‍👩‍👧‍👦 ]]> &amp; \"q\"", checked: true,
                        dueDate: Date(timeIntervalSinceReferenceDate: -1_000_000 + fraction), itemID: 1),
                    AppChecklistItem(
                        "買い物", dueDate: Date(timeIntervalSinceReferenceDate: 900_000_000 + fraction),
                        shouldRemind: true, itemID: 2),
                ]),
            AppChecklist(name: "Empty", iconName: "No Icon", items: []),
            AppChecklist(
                name: "Trips", iconName: "Trips",
                items: (0..<300).map { number in
                    AppChecklistItem(
                        "Item \(number)", checked: number % 3 == 0,
                        dueDate: Date(timeIntervalSinceReferenceDate: Double(number) * 86_400),
                        itemID: number + 3)
                }),
        ]
    }

    /// How many items there are.
    var itemsCount: Int { reduce(0) { $0 + $1.items.count } }

    /// Whether both have the same lists with the same items, itemIDs aside.
    func isSame(as other: [AppChecklist]) -> Bool {
        count == other.count
            && zip(self, other).allSatisfy { one, two in
                one.name == two.name && one.iconName == two.iconName && one.items == two.items
            }
    }
}
