/// Completion for bash, with nothing but its own means.
enum BashCompletion {
    /// The script.
    static var script: String {
        """
        # Completion of checklistd for bash. To be read by the shell:
        #   source <(checklistd completion bash)
        # or put into ~/.local/share/bash-completion/completions/checklistd.
        _checklistd() {
            local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} index
            local words=()
            COMPREPLY=()
            if [[ $word == = ]]; then
                word=
            elif [[ $previous == = ]]; then
                previous=${COMP_WORDS[COMP_CWORD - 2]}
            fi
            for ((index = 1; index < COMP_CWORD; index++)); do
                case ${COMP_WORDS[index]} in
                    \(pattern(Flag.all.filter { $0.kind != nil })))
                        [[ ${COMP_WORDS[index + 1]} == = ]] && ((index++))
                        ((index++))
                        ;;
                    -*) ;;
                    *) words+=("${COMP_WORDS[index]}") ;;
                esac
            done
            case $previous in
        \(values.joined(separator: "\n"))
            esac
            case "${words[*]}" in
        \(commands.joined(separator: "\n"))
            esac
        }
        complete -F _checklistd checklistd
        """
    }

    private static func pattern(_ flags: [Flag]) -> String {
        flags.map { "--\($0.name)" }.joined(separator: " | ")
    }

    /// What completes the value of each flag.
    private static var values: [String] {
        var kinds: [(kind: ValueKind, flags: [Flag])] = []
        for flag in Flag.all {
            guard let kind = flag.kind else { continue }
            if let index = kinds.firstIndex(where: { $0.kind == kind }) {
                kinds[index].flags.append(flag)
            } else {
                kinds.append((kind, [flag]))
            }
        }
        return kinds.map { kind, flags in
            """
                    \(pattern(flags)))
                        \(replies(kind))
                        return
                        ;;
            """
        }
    }

    private static func replies(_ kind: ValueKind) -> String {
        switch kind {
        case .text: ":"
        case .file: #"compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word")"#
        case .folder: #"compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$word")"#
        case .oneOf(let choices): offer(choices)
        }
    }

    private static func offer(_ words: [String]) -> String {
        #"mapfile -t COMPREPLY < <(compgen -W "\#(words.joined(separator: " "))" -- "$word")"#
    }

    /// What can follow each command.
    private static var commands: [String] {
        let first = entry("\"\"", [], Command.firstWords + flags(of: .serve))
        let below = Command.beginnings.map { entry($0, [], Command.below($0).map(\.word)) }
        let all = Command.allCases.flatMap { command in
            let kind = command.operandKind
            let behind = kind.map { _ in [entry("\"\(command.rawValue) \"*", [], flags(of: command))] } ?? []
            if case .oneOf(let choices) = kind {
                return [entry("\"\(command.rawValue)\"", [], choices + flags(of: command))] + behind
            }
            let names = kind.map { [replies($0)] } ?? []
            return [entry("\"\(command.rawValue)\"", names, flags(of: command))] + behind
        }
        return [first] + below + all
    }

    private static func flags(of command: Command) -> [String] {
        command.flags.map { "--\($0.name)" } + Shell.noticeFlags.map { "--\($0.name)" }
    }

    /// - Parameter names: What offers names of files, unless a flag is begun.
    private static func entry(_ pattern: String, _ names: [String], _ words: [String]) -> String {
        let offer =
            names.isEmpty
            ? "            \(offer(words))"
            : """
                        if [[ $word == -* ]]; then
                            \(offer(words))
                        else
                            \(names[0])
                        fi
            """
        return """
                    \(pattern))
            \(offer)
                        ;;
            """
    }
}
