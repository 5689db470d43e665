/// SHA-256 (FIPS 180-4 §6.2), in one call or incrementally.
///
/// This module computes all checksums and digests of the server. It does no I/O and depends only on
/// `CDigest`.
public struct SHA256: Sendable {
    /// The length of a digest, in bytes.
    public static let digestBytes = 32
    /// The length of a block, in bytes.
    static let blockBytes = 64

    private var state: InlineArray<8, UInt32> = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
        0x5BE0_CD19,
    ]
    /// The message schedule: the current block in the first 16 words, the derived words behind it.
    private var words = InlineArray<64, UInt32>(repeating: 0)
    /// The number of bytes appended.
    private var count: UInt64 = 0

    /// Creates the hash of an empty message.
    public init() {}

    /// The digest of these bytes.
    public static func digest(_ bytes: [UInt8]) -> [UInt8] {
        digest(bytes.span)
    }

    /// The digest of these bytes.
    public static func digest(_ bytes: Span<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finalize()
    }

    /// Appends bytes to the message.
    public mutating func update(_ bytes: [UInt8]) {
        update(bytes.span)
    }

    /// Appends bytes to the message.
    public mutating func update(_ bytes: Span<UInt8>) {
        for index in bytes.indices { append(bytes[index]) }
    }

    /// Pads the message (§5.1.1) and returns its digest.
    public consuming func finalize() -> [UInt8] {
        let bits = count &* 8
        append(0x80)
        while count % 64 != 56 { append(0) }
        for shift in stride(from: 56, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
        }
        var digest: [UInt8] = []
        digest.reserveCapacity(Self.digestBytes)
        for index in state.indices {
            for shift in stride(from: 24, through: 0, by: -8) {
                digest.append(UInt8(truncatingIfNeeded: state[index] >> UInt32(shift)))
            }
        }
        return digest
    }

    private mutating func append(_ byte: UInt8) {
        let word = Int(count % 64) / 4
        words[word] = words[word] << 8 | UInt32(byte)
        count += 1
        if count % 64 == 0 { compress() }
    }

    /// Mixes a full block into the state (§6.2.2).
    private mutating func compress() {
        for index in 16..<64 {
            let early = words[index - 15]
            let late = words[index - 2]
            let sigma0 = early.rotatedRight(7) ^ early.rotatedRight(18) ^ early >> 3
            let sigma1 = late.rotatedRight(17) ^ late.rotatedRight(19) ^ late >> 10
            words[index] = words[index - 16] &+ sigma0 &+ words[index - 7] &+ sigma1
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        let constants = Self.constants.span
        for index in 0..<64 {
            let sum1 = e.rotatedRight(6) ^ e.rotatedRight(11) ^ e.rotatedRight(25)
            let first = h &+ sum1 &+ (e & f ^ ~e & g) &+ constants[index] &+ words[index]
            let sum0 = a.rotatedRight(2) ^ a.rotatedRight(13) ^ a.rotatedRight(22)
            let second = sum0 &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
        state[5] &+= f
        state[6] &+= g
        state[7] &+= h
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (§4.2.2).
    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4,
        0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7,
        0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC,
        0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351,
        0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E,
        0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585,
        0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F,
        0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7,
        0xC671_78F2,
    ]
}

extension UInt32 {
    fileprivate func rotatedRight(_ count: UInt32) -> UInt32 {
        self >> count | self << (32 - count)
    }
}
