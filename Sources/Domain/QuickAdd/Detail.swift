extension QuickAdd {
    /// A recognised quantity or tag. No two details overlap, and none overlaps a `Part`.
    public struct Detail: Hashable, Sendable {
        /// What a detail sets.
        public enum Value: Hashable, Sendable {
            /// The item's quantity, and its unit as typed.
            case quantity(Quantity, unit: String?)
            /// The name of a tag, without the `@`.
            case tag(String)
        }

        /// The start in the typed text, in UTF-16 units, as in JavaScript.
        public let offset: Int
        /// The length, in UTF-16 units.
        public let length: Int
        /// The detail as typed.
        public let text: String
        /// The meaning of the detail.
        public let value: Value
    }
}

extension QuickAdd.Reading {
    /// The quantity of the item.
    public var quantity: QuickAdd.Quantity? { amount?.quantity }

    /// The unit of the quantity, as typed: `kg`, `Flaschen`, `本`.
    public var unit: String? { amount?.unit }

    /// The tags of the item in the order of the text, each once: `@Home` and `@home` are the same tag.
    public var tags: [String] {
        var seen: Set<String> = []
        return details.compactMap { detail in
            guard case .tag(let name) = detail.value, seen.insert(name.lowercased()).inserted else {
                return nil
            }
            return name
        }
    }

    private var amount: (quantity: QuickAdd.Quantity, unit: String?)? {
        for detail in details {
            if case .quantity(let quantity, let unit) = detail.value { return (quantity, unit) }
        }
        return nil
    }
}
