package import FileStore
import Foundation

/// A folder of its own for one test, gone when the test is.
package final class TemporaryFolder: Sendable {
    /// Where it is. It does not exist until something is put there.
    package let path: String

    package init() {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("checklistd-\(UUID().uuidString)").path
    }

    deinit {
        // What cannot be removed is left to the system.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The data folder that is there.
    package var data: DataFolder { DataFolder(at: path) }

    /// The bytes of a file in it.
    package subscript(_ name: String) -> [UInt8] {
        get throws { Array(try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))) }
    }

    /// Writes a file in it.
    package func write(_ bytes: [UInt8], to name: String) throws {
        let url = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true
        )
        try Data(bytes).write(to: url)
    }

    /// Removes a file from it.
    package func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }

    /// The names of all files in it and in the folders within, sorted.
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

    /// Every file with its bytes.
    package var files: [String: [UInt8]] {
        get throws {
            var files: [String: [UInt8]] = [:]
            for name in try names { files[name] = try self[name] }
            return files
        }
    }

    /// A copy of everything in it.
    package func copy() throws -> TemporaryFolder {
        let copy = TemporaryFolder()
        try FileManager.default.copyItem(atPath: path, toPath: copy.path)
        return copy
    }
}
