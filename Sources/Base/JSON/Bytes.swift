// Operations on eight bytes or whole runs of bytes: several times as fast as single bytes. Words are read
// unaligned and in native byte order.

extension Span<UInt8> {
    /// The eight bytes from an index.
    @inlinable
    package func word(at index: Int) -> UInt64 {
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
    }
}

extension String {
    /// Whether the text contains U+0000, which databases and file names cannot contain.
    public var hasNullCharacter: Bool {
        let bytes = utf8.span
        var index = 0
        while index + 8 <= bytes.count {
            if bytes.word(at: index).bytes(equalTo: 0) != 0 { return true }
            index += 8
        }
        while index < bytes.count {
            if bytes[index] == 0 { return true }
            index += 1
        }
        return false
    }
}

extension OutputSpan<UInt8> {
    /// Appends bytes; traps where the capacity does not suffice.
    @inlinable
    package mutating func append(_ bytes: Span<UInt8>) {
        precondition(bytes.count <= freeCapacity, "capacity exceeded")
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            unsafe bytes.withUnsafeBufferPointer { source in
                let target = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...])
                _ = unsafe target.update(fromContentsOf: source)
            }
            count += bytes.count
        }
    }
}

extension UInt64 {
    /// Repeats a byte eight times.
    @inlinable
    package init(repeating byte: UInt8) { self = UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// Marks bytes below a limit of at most 0x80 by their highest bit.
    ///
    /// The subtraction borrows from the bytes behind, so that only the first mark is certain.
    @inlinable
    package func bytes(below limit: UInt8) -> UInt64 {
        (self &- UInt64(repeating: limit)) & ~self & UInt64(repeating: 0x80)
    }

    /// Marks bytes equal to `byte` by their highest bit; only the first mark is certain.
    @inlinable
    package func bytes(equalTo byte: UInt8) -> UInt64 {
        (self ^ UInt64(repeating: byte)).bytes(below: 1)
    }
}
