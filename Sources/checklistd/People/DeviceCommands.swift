import Checklists
import Dates
import Foundation

/// The commands that list and revoke devices. They work while a server runs.
enum DeviceCommands {
    /// Prints all devices, or those of one person, one a line.
    static func list(_ configuration: Configuration) async throws(Failure) {
        let people = try await configuration.people()
        if let id = configuration.personID, !people.contains(where: { $0.id == id }) {
            throw Failure(.noInput, "There is no person \(id). List the ids with checklistd person list.")
        }
        let devices = people.filter { $0.id == configuration.personID ?? $0.id }
            .flatMap { person in person.devices.map { (person: person, device: $0) } }
        if devices.isEmpty { print("There are no devices.") }
        let columns = devices.map { "\($0.device.id)".count }.max() ?? 1
        for (person, device) in devices {
            let number = "\(device.id)".padding(toLength: columns, withPad: " ", startingAt: 0)
            let scope = device.scope.rawValue.padding(toLength: 5, withPad: " ", startingAt: 0)
            let time = RFC3339.textInSeconds(device.lastUsedAt.milliseconds)
            print("\(number) \(scope) \(time) person \(person.id), \(person.name): \(device.name)")
        }
    }

    /// Signs out a device.
    static func revoke(_ id: String, _ configuration: Configuration) async throws(Failure) {
        let id = try Device.ID(operand: id, of: "device revoke")
        let person = configuration.personID ?? .first
        try await configuration.withAdministration { administration throws(Failure) in
            try await administration.removeDevice(id, of: person)
        }
        print("Device \(id) of person \(person) is signed out.")
    }
}
