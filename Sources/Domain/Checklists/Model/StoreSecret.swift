/// The random bytes from which the server derives its keys. All servers of one store share them.
///
/// The description omits the bytes, so that they cannot reach a log by accident.
public struct StoreSecret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// The number of bytes.
    public static let count = 32

    /// Wraps 32 bytes; `nil` for any other number.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.count else { return nil }
        self.bytes = bytes
    }

    /// Draws a secret from a generator.
    public init(using generator: inout some RandomNumberGenerator) {
        bytes = (0..<Self.count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// Draws a secret from the system's generator.
    @Sendable public static func drawn() -> StoreSecret {
        var generator = SystemRandomNumberGenerator()
        return StoreSecret(using: &generator)
    }

    /// A placeholder instead of the bytes.
    public var description: String { "secret" }
    /// A placeholder instead of the bytes.
    public var debugDescription: String { description }
}
