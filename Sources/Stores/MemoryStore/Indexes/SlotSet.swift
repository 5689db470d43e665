import Checklists

/// A set of slots: a sorted array for few slots, a Roaring bitmap for many.
struct SlotSet: Sendable {
    private(set) var count = 0
    /// The numbers of the slots; empty once there are containers.
    private var few: [UInt32] = []
    /// The containers of the Roaring bitmap, by the upper 16 bits of the slots.
    private var containers: [RoaringContainer] = []

    /// An insertion moves at most 4 KiB.
    private static let fewMax = 1_024

    init() {}

    func contains(_ slot: Slot) -> Bool {
        if containers.isEmpty {
            let index = few.partitionPoint { $0 < slot.rawValue }
            return index < few.count && few[index] == slot.rawValue
        }
        let number = Int(slot.rawValue >> 16)
        return number < containers.count
            && containers[number].contains(UInt16(truncatingIfNeeded: slot.rawValue))
    }

    /// Adds a slot that is not in the set.
    mutating func insert(_ slot: Slot) {
        count += 1
        if containers.isEmpty, few.count < Self.fewMax {
            // The common case: a new item in a new slot.
            if few.last.map({ $0 < slot.rawValue }) ?? true { return few.append(slot.rawValue) }
            return few.insert(slot.rawValue, at: few.partitionPoint { $0 < slot.rawValue })
        }
        if containers.isEmpty {
            for number in few { insert(inContainer: number) }
            few = []
        }
        insert(inContainer: slot.rawValue)
    }

    /// Removes a slot of the set.
    mutating func remove(_ slot: Slot) {
        count -= 1
        if containers.isEmpty {
            few.remove(at: few.partitionPoint { $0 < slot.rawValue })
            return
        }
        containers[Int(slot.rawValue >> 16)].remove(UInt16(truncatingIfNeeded: slot.rawValue))
        guard count < Self.fewMax / 2 else { return }
        var numbers: [UInt32] = []
        numbers.reserveCapacity(count)
        forEach { numbers.append($0.rawValue) }
        (few, containers) = (numbers, [])
    }

    /// Calls the body with each slot, in ascending order.
    func forEach(_ body: (Slot) -> Void) {
        for number in few { body(Slot(rawValue: number)) }
        for (number, container) in containers.enumerated() where container.count > 0 {
            container.forEach { body(Slot(rawValue: UInt32(number) << 16 | UInt32($0))) }
        }
    }

    private mutating func insert(inContainer number: UInt32) {
        let container = Int(number >> 16)
        while containers.count <= container { containers.append(RoaringContainer()) }
        containers[container].insert(UInt16(truncatingIfNeeded: number))
    }
}
