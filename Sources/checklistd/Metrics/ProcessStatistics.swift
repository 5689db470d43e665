import Foundation
import Glibc

/// The kernel's statistics of this process.
struct ProcessStatistics {
    /// The start of the process, in seconds since 1970.
    let startSeconds: Double
    /// User and system time, in seconds.
    let cpuSeconds: Double
    /// Resident memory, in bytes.
    let residentBytes: Int
    /// The number of open file descriptors.
    let openDescriptors: Int
    /// The limit of file descriptors.
    let descriptorsMax: Int

    /// The current statistics; `nil` if `/proc` is not mounted.
    static func current() -> ProcessStatistics? {
        guard let own = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let system = try? String(contentsOfFile: "/proc/stat", encoding: .utf8),
            let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        else { return nil }
        return ProcessStatistics(own: own, system: system, openDescriptors: descriptors.count)
    }

    /// Parses `/proc/self/stat` and `/proc/stat` (`proc(5)`).
    init?(own: String, system: String, openDescriptors: Int) {
        // The second field is the name in parentheses, which may contain anything.
        guard let end = own.lastIndex(of: ")"),
            let boot = system.split(separator: "\n").first(where: { $0.hasPrefix("btime ") }),
            let bootSeconds = Double(boot.dropFirst("btime ".count))
        else { return nil }
        // The first one is field 3.
        let fields = own[own.index(after: end)...].split(separator: " ")
        guard fields.count > 21, let userTicks = Double(fields[11]), let systemTicks = Double(fields[12]),
            let startTicks = Double(fields[19]), let pages = Int(fields[21])
        else { return nil }
        let ticksPerSecond = Double(sysconf(Int32(_SC_CLK_TCK)))
        startSeconds = bootSeconds + startTicks / ticksPerSecond
        cpuSeconds = (userTicks + systemTicks) / ticksPerSecond
        residentBytes = pages * sysconf(Int32(_SC_PAGESIZE))
        self.openDescriptors = openDescriptors
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        descriptorsMax = Int(clamping: limit.rlim_cur)
    }
}
