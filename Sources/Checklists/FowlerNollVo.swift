/// The 64-bit FNV-1a digest: to tell apart, not to protect. It is the same in every run, unlike `Hasher`.
struct FowlerNollVo {
    /// The digest of what was added.
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds bytes.
    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    /// Adds a text so that it does not run into the next.
    mutating func add(_ text: String) {
        add(text.utf8)
        add([0xFF])
    }

    /// Adds a number, or that there is none.
    mutating func add(_ number: Int64?) {
        add(number.map(String.init) ?? "")
    }
}
