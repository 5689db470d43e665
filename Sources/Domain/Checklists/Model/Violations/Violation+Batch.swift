// The rules of batches.

extension Violation.Reason {
    /// The operation exists, but not in a batch.
    package static let notInBatch = Self(
        .notInBatch, "is not available in a batch; send it as a request of its own")

    /// The operation would look up an address.
    package static let addressInBatch = Self(
        .notInBatch, "must have latitude and longitude in a batch, which looks up no address")

    /// A temporary id does not stand for what an earlier operation creates.
    /// - Parameter things: The kind of resource that the field names.
    package static func notATemporaryID(_ id: String, of things: String) -> Self {
        Self(
            .notATemporaryID,
            "must be an id, or $ and the number of an earlier operation that creates one \(things)",
            ["id": .text(id), "of": .text(things)])
    }

    /// An operation of a proposal would change more than the proposal said.
    package static let effectGrew = Self(
        .effectGrew, "would change more than was proposed; decline it, and have it proposed again")

    /// The operations of a batch change too many records together.
    package static func batchTooLarge(max: Int) -> Self {
        Self(
            .limitReached, "would change more than \(max) records together with the operations before it",
            ["max": .integer(max), "of": .text("records")])
    }
}
