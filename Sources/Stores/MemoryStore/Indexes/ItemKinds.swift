import Checklists

/// The kind of the item in each slot: its flags, and whether it has a due date.
///
/// A filter reads one byte of an item here. To read the item itself takes about 50 times as long.
struct ItemKinds: Sendable {
    private var octets: [UInt8] = []

    /// The kind of the item in a slot, which has had an item.
    subscript(slot: Slot) -> UInt8 {
        @inline(__always) get { octets[Int(slot.rawValue)] }
    }

    /// Notes the item in a slot.
    mutating func note(_ item: Item, in slot: Slot) {
        let index = Int(slot.rawValue)
        if index < octets.count {
            octets[index] = ItemTally.kind(item)
        } else {
            octets += repeatElement(0, count: index - octets.count)
            octets.append(ItemTally.kind(item))
        }
    }
}

/// A filter that examines the kind of an item before the item itself.
struct SlotMatcher {
    /// The bits of a kind that decide, and their values.
    let mask: UInt8
    let wanted: UInt8
    private let kinds: ItemKinds
    private let items: Table<Item>
    /// The conditions that the kind does not decide.
    let rest: ItemMatcher

    init(_ matcher: ItemMatcher, _ kinds: ItemKinds, _ items: Table<Item>) {
        self.kinds = kinds
        self.items = items
        var flags: [Item.Flag: Bool] = [:]
        var isDated: Bool?
        rest = matcher.without { condition in
            switch condition {
            case .flag(let flag, let value) where flags[flag] == nil: flags[flag] = value
            case .dueDays(let days) where days.areAll && isDated != false: isDated = true
            case .dueState(.undated) where isDated != true: isDated = false
            default: return false
            }
            return true
        }
        (mask, wanted) = ItemTally.bits(of: flags, isDated: isDated)
    }

    /// Whether only kinds are examined.
    var isByKind: Bool { rest.conditions.isEmpty }

    /// Whether every item matches.
    var isEmpty: Bool { mask == 0 && isByKind }

    /// Whether the item in a slot meets all conditions except the text.
    @inline(__always) func matches(_ slot: Slot) -> Bool {
        kinds[slot] & mask == wanted && (isByKind || rest.matchesAllButText(items[slot]))
    }
}

extension MemoryStore {
    /// Prepares a filter for many items.
    func slotMatcher(_ matcher: ItemMatcher) -> SlotMatcher { SlotMatcher(matcher, itemKinds, items) }
}
