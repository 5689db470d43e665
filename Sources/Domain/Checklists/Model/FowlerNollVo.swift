/// The 64-bit FNV-1a hash. It is not cryptographic. Unlike `Hasher`, it is the same in every process.
package struct FowlerNollVo {
    package init() {}

    /// The hash of all added bytes.
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    /// Adds a text and a terminator, so that ("ab", "c") and ("a", "bc") differ.
    package mutating func add(_ text: String) {
        add(text.utf8)
        add([0xFF])
    }

    /// Adds a number; `nil` counts as an empty text.
    package mutating func add(_ number: Int64?) {
        add(number.map(String.init) ?? "")
    }

    /// Adds the properties and directions of a sort order.
    mutating func add<Property: RawRepresentable<String>>(_ keys: [SortKey<Property>]) {
        for key in keys { add((key.descending ? "-" : "+") + key.property.rawValue) }
        add("")
    }
}
