/// The tasks that calendar apps named as a parent or a child before the list had them.
///
/// An entry has a 32-bit hash of the UID. The rules compare the UIDs themselves when the task arrives. A list
/// holds the 1,000 newest entries; a list whose tasks name no others holds none.
package struct AwaitedTasks: Hashable, Sendable {
    /// The entries, the newest at the end.
    package private(set) var entries: [Entry] = []

    package struct Entry: Hashable, Sendable {
        /// The hash of the UID of the awaited task.
        package var uid: UInt32
        /// The item whose object names the task.
        package var item: Item.ID
        /// Whether the object names the task as a child, and not as the parent.
        package var isChild: Bool

        package init(uid: UInt32, item: Item.ID, isChild: Bool) {
            (self.uid, self.item, self.isChild) = (uid, item, isChild)
        }
    }

    package init(_ entries: [Entry] = []) { self.entries = entries }

    var isEmpty: Bool { entries.isEmpty }

    /// Adds an item that names a task. A full list of entries drops the oldest.
    mutating func add(_ uid: String, for item: Item.ID, asChild isChild: Bool = false) {
        let entry = Entry(uid: Self.hash(of: uid), item: item, isChild: isChild)
        // Two children that a task names can have the same hash: each has an entry.
        if !isChild, entries.contains(entry) { return }
        if entries.count >= Limits.awaitedTasksMax { entries.removeFirst() }
        entries.append(entry)
    }

    /// Removes and returns the entries of a task that has arrived on the list.
    mutating func take(_ uid: String) -> [Entry] {
        let hash = Self.hash(of: uid)
        let taken = entries.filter { $0.uid == hash }
        if !taken.isEmpty { entries.removeAll { $0.uid == hash } }
        return taken
    }

    /// Adds entries that `take` returned for the hash of another UID.
    mutating func putBack(_ others: [Entry]) { entries += others }

    /// Removes the entries of an item that waits for a parent.
    mutating func removeWaiting(_ item: Item.ID) { entries.removeAll { $0.item == item && !$0.isChild } }

    private static func hash(of uid: String) -> UInt32 {
        var digest = FowlerNollVo()
        digest.add(uid)
        return UInt32(truncatingIfNeeded: digest.value ^ digest.value >> 32)
    }
}
