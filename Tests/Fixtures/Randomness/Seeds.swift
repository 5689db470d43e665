import Glibc

/// The seeds of a random test: the first ones, or all where the environment has `ALL_SEEDS`.
///
/// The nightly checks set it. The gate uses few seeds to stay within 15 minutes.
public func seeds(_ count: Int, of all: Int) -> [UInt64] {
    let hasAll = unsafe getenv("ALL_SEEDS") != nil
    return (0..<UInt64(hasAll ? all : count)).map { $0 + 1 }
}
