import _FoundationICU

extension TextOrder {
    /// What a text is ordered by, as bytes that are compared one by one: the sort key of the Unicode
    /// collation's root, with numbers by their value. Texts that differ in nothing that it knows, as in zeros
    /// before a number, have the same.
    ///
    /// Of a long text it is that of the beginning.
    package static func key(of text: String) -> [UInt8] {
        let units = Array(beginning(of: text).utf16)
        let count = Int32(units.count)
        return unsafe units.withUnsafeBufferPointer { units in
            let source = units.baseAddress
            // Most keys are about as long as their texts, and some bytes more.
            let guess = 2 * Int(count) + 32
            var needed = guess
            let key = unsafe [UInt8](unsafeUninitializedCapacity: guess) { buffer, used in
                needed = Int(
                    unsafe swift_ucol_getSortKey(collator, source, count, buffer.baseAddress, Int32(guess)))
                used = min(needed, guess)
            }
            if needed <= guess { return key }
            return unsafe [UInt8](unsafeUninitializedCapacity: needed) { buffer, used in
                used = Int(
                    unsafe swift_ucol_getSortKey(
                        collator, source, count, buffer.baseAddress, Int32(needed)))
            }
        }
    }

    /// Which rules the keys follow. Keys of other rules cannot be compared with them.
    package static let keyVersion: String = {
        var version: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
        unsafe withUnsafeMutableBytes(of: &version) { bytes in
            unsafe swift_ucol_getVersion(collator, bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
        }
        return "\(version.0).\(version.1).\(version.2).\(version.3)"
    }()

    /// The rules; they are never changed after this, so that all threads may use them.
    private nonisolated(unsafe) static let collator: OpaquePointer = {
        var status = U_ZERO_ERROR
        // The locale of the world, so that the environment of the process changes no order.
        guard let collator = unsafe swift_ucol_open("en_001", &status), status.rawValue <= 0 else {
            preconditionFailure("the library's own collation cannot be opened: \(status.rawValue)")
        }
        unsafe swift_ucol_setAttribute(collator, UCOL_NUMERIC_COLLATION, UCOL_ON, &status)
        unsafe swift_ucol_setAttribute(collator, UCOL_NORMALIZATION_MODE, UCOL_ON, &status)
        unsafe swift_ucol_setAttribute(collator, UCOL_STRENGTH, UCOL_TERTIARY, &status)
        return unsafe collator
    }()
}
