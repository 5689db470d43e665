package import FileStore
import Foundation

/// A temporary folder for one test, deleted when the value is.
package final class TemporaryFolder: Sendable {
    /// The path. The folder does not exist until the first write.
    package let path: String

    package init() {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("checklistd-\(UUID().uuidString)").path
    }

    deinit {
        // An error is ignored; the system cleans up temporary folders.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The data folder at this path.
    package var data: DataFolder { DataFolder(at: path) }

    /// The bytes of a file in the folder.
    package subscript(_ name: String) -> [UInt8] {
        get throws { Array(try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))) }
    }

    package func write(_ bytes: [UInt8], to name: String) throws {
        let url = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true
        )
        try Data(bytes).write(to: url)
    }

    package func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }

    /// The paths of all files in the folder and its subfolders, sorted.
    package var names: [String] {
        get throws {
            let manager = FileManager.default
            return try manager.subpathsOfDirectory(atPath: path).filter { name in
                var isFolder: ObjCBool = false
                return manager.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder)
                    && !isFolder.boolValue
            }.sorted()
        }
    }

    /// The bytes of every file, by path.
    package var files: [String: [UInt8]] {
        get throws {
            var files: [String: [UInt8]] = [:]
            for name in try names { files[name] = try self[name] }
            return files
        }
    }

    /// A copy of the folder.
    package func copy() throws -> TemporaryFolder {
        let copy = TemporaryFolder()
        try FileManager.default.copyItem(atPath: path, toPath: copy.path)
        return copy
    }
}
