import Glibc

/// The space of the file system that has a folder.
struct DiskSpace: Equatable {
    /// What this process can still write, in bytes.
    let freeBytes: Int
    /// What all files on the file system take, in bytes.
    let usedBytes: Int

    /// The current space; `nil` if the folder does not exist.
    init?(at folder: String) {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        let blockBytes = Int(status.f_frsize)
        freeBytes = Int(status.f_bavail) * blockBytes
        usedBytes = Int(status.f_blocks - status.f_bfree) * blockBytes
    }
}
