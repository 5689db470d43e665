import Foundation
import Glibc

/// What the kernel says of this process.
struct ProcessStatistics {
    /// Memory that is resident, in bytes.
    let residentBytes: Int
    /// How many descriptors are open.
    let openDescriptors: Int

    /// As it is now; `nil` where `/proc` is not mounted.
    static func current() -> ProcessStatistics? {
        // Without /proc there is just nothing to tell.
        guard let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        else { return nil }
        let fields = pages.split(separator: " ")
        guard fields.count > 1, let resident = Int(fields[1]) else { return nil }
        return ProcessStatistics(
            residentBytes: resident * sysconf(Int32(_SC_PAGESIZE)), openDescriptors: descriptors.count)
    }
}
