/// Completion for zsh, by its `_arguments`.
enum ZshCompletion {
    /// The script.
    static var script: String {
        """
        #compdef checklistd
        # Completion of checklistd for zsh. Put it into a folder of $fpath, as _checklistd:
        #   checklistd completion zsh > ~/.zfunc/_checklistd
        _checklistd() {
            local context state state_descr line
            local -A opt_args
            local -a serve commands known
            serve=(
        \(specifications(of: .serve))
            )
            commands=(
        \(list(Command.firstWords.map { ($0, Command.brief($0)) }))
            )
            case $words[2] in
        \(Command.firstWords.map(entry).joined(separator: "\n"))
                *)
                    _arguments $serve '1:command:->command' && return
                    [[ $state == command ]] && _describe -t commands command commands
                    ;;
            esac
        }
        if [[ $funcstack[1] == _checklistd ]]; then
            _checklistd "$@"
        else
            compdef _checklistd checklistd
        fi
        """
    }

    private static func entry(_ word: String) -> String {
        let below = Command.below(word)
        guard below.isEmpty else {
            return """
                        \(word))
                            shift words
                            ((CURRENT--))
                            case $words[2] in
                \(below.map { call($0.command, $0.word, "                    ") }.joined(separator: "\n"))
                                *)
                                    commands=(
                \(list(below.map { ($0.word, $0.command.brief) }))
                                    )
                                    _describe -t commands command commands
                                    ;;
                            esac
                            ;;
                """
        }
        return Command.about(word).map { call($0, word, "        ") }.joined()
    }

    private static func call(_ command: Command, _ word: String, _ indent: String) -> String {
        let known = command == .serve ? "        $serve" : specifications(of: command)
        let lines = ["\(word))", "    shift words", "    ((CURRENT--))", "    known=("]
        let end = ["    )", "    _arguments $known", "    ;;"]
        return (lines.map { indent + $0 } + [known] + end.map { indent + $0 }).joined(separator: "\n")
    }

    /// What `_arguments` is told of a command's flags and of the word that it takes.
    private static func specifications(of command: Command) -> String {
        let flags = command.flags.map { flag in
            let value = flag.kind.map { "=[\(plain(flag.brief))]:\(plain(flag.value)):\(action($0))" }
            let star = flag.repeats ? "*" : ""
            return "        '\(star)--\(flag.name)\(value ?? "[\(plain(flag.brief))]")'"
        }
        let notices = Shell.noticeFlags.map { "        '--\($0.name)[\(plain($0.summary))]'" }
        let operand = command.operands.first.map { operand in
            "        '1:\(operand.name):\(action(ValueKind(operand.name, choices: operand.choices)))'"
        }
        return (flags + notices + (operand.map { [$0] } ?? [])).joined(separator: "\n")
    }

    private static func action(_ kind: ValueKind) -> String {
        switch kind {
        case .text: " "
        case .file: "_files"
        case .folder: "_files -/"
        case .oneOf(let choices): "(\(choices.joined(separator: " ")))"
        }
    }

    private static func list(_ words: [(String, String)]) -> String {
        words.map { "        '\($0.0):\(plain($0.1))'" }.joined(separator: "\n")
    }

    /// A text that means nothing to zsh between quotes, in a specification.
    private static func plain(_ text: String) -> String {
        text.filter { !"[]'\\".contains($0) }.replacing(":", with: "\\:")
    }
}
