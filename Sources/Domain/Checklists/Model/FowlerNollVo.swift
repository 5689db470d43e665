/// The 64-bit FNV-1a digest: to tell apart, not to protect. It is the same in every run, unlike `Hasher`.
package struct FowlerNollVo {
    /// The digest of nothing.
    package init() {}

    /// The digest of what was added.
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds bytes.
    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    /// Adds a text so that it does not run into the next.
    package mutating func add(_ text: String) {
        add(text.utf8)
        add([0xFF])
    }

    /// Adds a number, or that there is none.
    package mutating func add(_ number: Int64?) {
        add(number.map(String.init) ?? "")
    }

    /// Adds an order.
    mutating func add<Property: RawRepresentable<String>>(_ keys: [SortKey<Property>]) {
        for key in keys { add((key.descending ? "-" : "+") + key.property.rawValue) }
        add("")
    }
}
