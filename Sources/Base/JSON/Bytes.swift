// Bytes by eight and by rows, which is several times as fast as one by one, and takes memory as it lies.

extension Span<UInt8> {
    /// The eight bytes at an index.
    @inlinable
    package func word(at index: Int) -> UInt64 {
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
    }
}

extension OutputSpan<UInt8> {
    /// Appends bytes, for which there has to be room.
    package mutating func append(_ bytes: Span<UInt8>) {
        precondition(bytes.count <= freeCapacity, "there is no room")
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
    /// Eight times that byte.
    @inlinable
    package init(repeating byte: UInt8) { self = UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// The highest bit of each byte that is less than some byte up to 0x80. What is taken away from the
    /// bytes is borrowed from those behind: only the first such byte is certain.
    @inlinable
    package func bytes(below limit: UInt8) -> UInt64 {
        (self &- UInt64(repeating: limit)) & ~self & UInt64(repeating: 0x80)
    }

    /// The highest bit of each byte that is that one; only the first is certain.
    @inlinable
    package func bytes(equalTo byte: UInt8) -> UInt64 {
        (self ^ UInt64(repeating: byte)).bytes(below: 1)
    }
}
