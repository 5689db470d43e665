/// Memory that the connections of one loop use in turn, so that an idle one needs none.
struct SharedBuffers: ~Copyable {
    /// What was read last; good until the task that read it suspends.
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 64)
    private var outputs: [[UInt8]] = []

    deinit { input.deallocate() }

    /// Lends an empty buffer for answers, to be given back when they are sent.
    mutating func lend(_ output: inout [UInt8]) {
        if output.capacity == 0, let spare = outputs.popLast() { output = spare }
    }

    /// Takes a buffer back; of many or large ones the memory is freed.
    mutating func rollBack(_ output: inout [UInt8]) {
        if outputs.count < 16, output.capacity > 0, output.capacity <= 256 * 1024 {
            output.removeAll(keepingCapacity: true)
            outputs.append(output)
        }
        output = []
    }
}
