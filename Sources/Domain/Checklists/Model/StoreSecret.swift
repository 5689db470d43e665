/// What only those know who serve a store: random bytes that keys are derived from.
///
/// It describes itself without its bytes, so that it cannot reach a log by accident.
public struct StoreSecret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The bytes, of which there are 32.
    public let bytes: [UInt8]

    /// How many bytes there are.
    public static let count = 32

    /// A secret of 32 bytes; `nil` for any other number of them.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.count else { return nil }
        self.bytes = bytes
    }

    /// A new one, of what a generator of random numbers gives.
    public init(using generator: inout some RandomNumberGenerator) {
        bytes = (0..<Self.count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// A new one.
    @Sendable public static func drawn() -> StoreSecret {
        var generator = SystemRandomNumberGenerator()
        return StoreSecret(using: &generator)
    }

    /// What stands in place of the bytes wherever they are printed.
    public var description: String { "secret" }
    /// What stands in place of the bytes wherever they are printed.
    public var debugDescription: String { description }
}
