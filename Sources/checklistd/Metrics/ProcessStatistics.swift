import Foundation
import Glibc

/// The kernel's statistics of this process.
struct ProcessStatistics {
    /// Resident memory, in bytes.
    let residentBytes: Int
    /// The number of open file descriptors.
    let openDescriptors: Int

    /// The current statistics; `nil` if `/proc` is not mounted.
    static func current() -> ProcessStatistics? {
        guard let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        else { return nil }
        let fields = pages.split(separator: " ")
        guard fields.count > 1, let resident = Int(fields[1]) else { return nil }
        return ProcessStatistics(
            residentBytes: resident * sysconf(Int32(_SC_PAGESIZE)), openDescriptors: descriptors.count)
    }
}
