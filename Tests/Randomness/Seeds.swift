import Glibc

/// The seeds of a random test: the first ones, or all where the environment has `ALL_SEEDS`.
///
/// The nightly checks set it; with few of them the gate keeps its time.
public func seeds(_ count: Int, of all: Int) -> [UInt64] {
    let hasAll = unsafe getenv("ALL_SEEDS") != nil
    return (0..<UInt64(hasAll ? all : count)).map { $0 + 1 }
}
