/// An operation that a batch can contain.
package protocol BatchOperation: Operation {
    /// Replaces the temporary ids among the ids of the operation.
    mutating func resolve(_ ids: TemporaryIDs)

    /// The number of the one record that the operation created; `nil` if it creates none, or several.
    static func created(_ result: Result) -> Int?

    /// Restricts an operation on all items that match something to those with these numbers.
    /// - Returns: Whether the operation is one. Any other stays as it is.
    mutating func narrow(to numbers: RangeSet<Int>) -> Bool
}

extension BatchOperation {
    /// The operation creates nothing.
    package static func created(_ result: Result) -> Int? { nil }

    /// The operation names its subject.
    package mutating func narrow(to numbers: RangeSet<Int>) -> Bool { false }
}

/// The ids of the records that the operations of a batch created, by the temporary ids that stand for them.
///
/// A temporary id is a number that no counter reaches. The operations of a batch have it in place of an id
/// until the batch is decided.
public struct TemporaryIDs: Sendable {
    /// The number of the record that each operation created, in their order.
    private var numbers: [Int?] = []

    package init() {}

    /// The temporary id of the record that an operation creates, by its index in the batch.
    public static func number(of index: Int) -> Int { end - Limits.batchOperationsMax + index }

    /// The limit of temporary ids: `Tombstone.noList` is the largest id.
    private static let end = (1 << 53) - 1

    /// Adds the record that the next operation created.
    mutating func append(_ number: Int?) { numbers.append(number) }

    /// Replaces an id if it is temporary and its record was created.
    package func resolve(_ id: inout some Identifier) {
        let index = id.rawValue - Self.number(of: 0)
        guard numbers.indices.contains(index), let number = numbers[index] else { return }
        id = .init(rawValue: number)
    }

    /// Replaces an id if there is one, and it is temporary.
    package func resolve<ID: Identifier>(_ id: inout ID?) {
        guard var known = id else { return }
        resolve(&known)
        id = known
    }

    /// Replaces the id of a patch.
    package func resolve<ID: Identifier>(_ id: inout ID??) {
        guard var known = id ?? nil else { return }
        resolve(&known)
        id = .some(known)
    }

    /// Replaces the id that a placement refers to.
    package func resolve<ID: Identifier>(_ placement: inout Placement<ID>) {
        switch placement {
        case .first, .last: return
        case .before(var id):
            resolve(&id)
            placement = .before(id)
        case .after(var id):
            resolve(&id)
            placement = .after(id)
        }
    }

    /// Replaces the ids of a new item.
    package func resolve(_ draft: inout ItemDraft) { resolve(&draft.patch) }

    /// Replaces the ids of a patch.
    package func resolve(_ patch: inout ItemPatch) {
        resolve(&patch.checklistID)
        resolve(&patch.details.sectionID)
        resolve(&patch.details.parentID)
    }
}
