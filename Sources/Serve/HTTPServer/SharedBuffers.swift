/// Buffers that the connections of one loop share, so that an idle connection needs none.
struct SharedBuffers: ~Copyable {
    /// The last input; valid until the task that read it suspends.
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 64)
    private var outputs: [[UInt8]] = []

    deinit { input.deallocate() }

    /// Lends an empty buffer for responses. `rollBack` returns it.
    mutating func lend(_ output: inout [UInt8]) {
        if output.capacity == 0, let spare = outputs.popLast() { output = spare }
    }

    /// Takes a buffer back. It frees a buffer above 256 KiB, and any beyond 16 spare ones.
    mutating func rollBack(_ output: inout [UInt8]) {
        if outputs.count < 16, output.capacity > 0, output.capacity <= 256 * 1024 {
            output.removeAll(keepingCapacity: true)
            outputs.append(output)
        }
        output = []
    }
}
