/// Completion for fish.
enum FishCompletion {
    /// The script.
    static var script: String {
        """
        # Completion of checklistd for fish:
        #   checklistd completion fish > ~/.config/fish/completions/checklistd.fish
        function __checklistd_words --description 'The words so far that are no flags and no values of flags'
            set -l skips no
            for word in (commandline -opc)[2..-1]
                if test $skips = yes
                    set skips no
                else if contains -- $word \(valued)
                    set skips yes
                else if not string match -q -- '-*' $word
                    echo $word
                end
            end
        end

        function __checklistd_is --description 'Whether the words so far are one of these'
            set -l words (__checklistd_words)
            contains -- "$words" $argv
        end

        function __checklistd_begins --description 'Whether the words so far begin with one of these'
            set -l words (__checklistd_words)
            for command in $argv
                test "$words" = "$command"; and return
                test -n "$command"; and string match -q -- "$command *" "$words"; and return
            end
            return 1
        end

        complete -c checklistd -f
        \(lines.joined(separator: "\n"))
        """
    }

    private static var valued: String {
        Flag.all.filter { $0.kind != nil }.map { "--\($0.name)" }.joined(separator: " ")
    }

    private static var lines: [String] {
        let words = Command.firstWords.map { line("is", [""], "-a \($0)", Command.brief($0)) }
        let below = Command.beginnings.flatMap { beginning in
            Command.below(beginning).map { line("is", [beginning], "-a \($0.word)", $0.command.brief) }
        }
        let operands = Command.allCases.compactMap { command in
            command.operandKind.map { kind in
                line("is", [command.rawValue], operand(kind), command.operands.first?.name ?? "")
            }
        }
        let flags = Flag.all.map { flag in
            let commands = Command.allCases.filter(flag.commands.contains)
            let names = commands.map(\.rawValue) + (commands.contains(.serve) ? [""] : [])
            let value = flag.kind.map { " \(argument(of: $0))" } ?? ""
            return line("begins", names, "-l \(flag.name)\(value)", flag.brief)
        }
        let notices = Shell.noticeFlags.map { "complete -c checklistd -l \($0.name) -d '\($0.summary)'" }
        return words + below + operands + flags + notices
    }

    private static func line(
        _ condition: String, _ commands: [String], _ rest: String, _ summary: String
    ) -> String {
        let names = commands.map { $0.isEmpty ? #""""# : $0.contains(" ") ? "\"\($0)\"" : $0 }
        let test = "__checklistd_\(condition) \(names.joined(separator: " "))"
        return "complete -c checklistd -n '\(test)' \(rest) -d '\(plain(summary))'"
    }

    private static func argument(of kind: ValueKind) -> String {
        switch kind {
        case .text: "-x"
        case .file: "-r -F"
        case .folder: "-x -a '(__fish_complete_directories)'"
        case .oneOf(let choices): "-x -a '\(choices.joined(separator: " "))'"
        }
    }

    private static func operand(_ kind: ValueKind) -> String {
        switch kind {
        case .text: "-f"
        case .file: "-F"
        case .folder: "-a '(__fish_complete_directories)'"
        case .oneOf(let choices): "-a '\(choices.joined(separator: " "))'"
        }
    }

    /// A text that means nothing to fish between quotes.
    private static func plain(_ text: String) -> String {
        text.filter { !"'\\".contains($0) }
    }
}
