import _FoundationICU

extension TextOrder {
    /// The sort key of a text in the root of the Unicode collation, with numbers by value, for comparison
    /// byte by byte. Texts that differ only in ways that the collation ignores, such as leading zeros, have
    /// the same key.
    ///
    /// A long text is cut off at `Limits.comparedTextBytesMax`.
    package static func key(of text: String) -> [UInt8] {
        let units = Array(beginning(of: text).utf16)
        let count = Int32(units.count)
        return unsafe units.withUnsafeBufferPointer { units in
            let source = units.baseAddress
            // Most keys are about as long as their texts, plus a few bytes.
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

    /// The version of the collation. Keys of different versions are not comparable.
    package static let keyVersion: String = {
        var version: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
        unsafe withUnsafeMutableBytes(of: &version) { bytes in
            unsafe swift_ucol_getVersion(collator, bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
        }
        return "\(version.0).\(version.1).\(version.2).\(version.3)"
    }()

    /// The collator. No code changes it after its creation, so that all threads can use it.
    private nonisolated(unsafe) static let collator: OpaquePointer = {
        var status = U_ZERO_ERROR
        // `en_001` is independent of the locale of the process.
        guard let collator = unsafe swift_ucol_open("en_001", &status), status.rawValue <= 0 else {
            preconditionFailure("the library's own collation cannot be opened: \(status.rawValue)")
        }
        unsafe swift_ucol_setAttribute(collator, UCOL_NUMERIC_COLLATION, UCOL_ON, &status)
        unsafe swift_ucol_setAttribute(collator, UCOL_NORMALIZATION_MODE, UCOL_ON, &status)
        unsafe swift_ucol_setAttribute(collator, UCOL_STRENGTH, UCOL_TERTIARY, &status)
        return unsafe collator
    }()
}
