/// A shell with a completion script that asks the program for candidates.
enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// The script for the shell to source.
    var script: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    private static let bashScript = #"""
        # Completion of checklistd for bash. Source it:
        #   source <(checklistd completion bash)
        # or put into ~/.local/share/bash-completion/completions/checklistd.
        _checklistd() {
            local word=${COMP_WORDS[COMP_CWORD]#=} words
            words=$("$1" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1)
            case $words in
                :file) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
                :folder) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
                *) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word") ;;
            esac
        }
        complete -F _checklistd checklistd
        """#

    private static let zshScript = #"""
        #compdef checklistd
        # Completion of checklistd for zsh. Put it into a folder of $fpath, as _checklistd:
        #   checklistd completion zsh > ~/.zfunc/_checklistd
        _checklistd() {
            local -a candidates
            candidates=("${(@f)$("${(Q)words[1]}" complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
            case $candidates in
                :file) compset -P 1 '--*='; _files ;;
                :folder) compset -P 1 '--*='; _files -/ ;;
                ?*) candidates=("${(@)candidates/$'\t'/:}"); _describe checklistd candidates ;;
            esac
        }
        if [[ $funcstack[1] == _checklistd ]]; then
            _checklistd "$@"
        else
            compdef _checklistd checklistd
        fi
        """#

    private static let fishScript = #"""
        # Completion of checklistd for fish:
        #   checklistd completion fish > ~/.config/fish/completions/checklistd.fish
        function __checklistd_complete
            set -l words (commandline -opc)
            set -l word (commandline -ct)
            set -l flag (string match -r -- '^--[^=]*=' $word)
            set -l value (string replace -- "$flag" '' $word)
            set -l candidates ($words[1] complete $words[2..-1] "$word" 2>/dev/null)
            switch "$candidates"
                case :file
                    printf "$flag%s\n" (__fish_complete_path "$value")
                case :folder
                    printf "$flag%s\n" (__fish_complete_directories "$value")
                case '*'
                    string join \n -- $candidates
            end
        end
        complete -c checklistd -f -a '(__checklistd_complete)'
        """#
}
