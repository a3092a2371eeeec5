/// Shells that completions are made for.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The script to be read by the shell. It asks the program, which answers with a line that says what the shell adds
    /// (`nothing`, `files`, `folders`) and a line `WORD<tab>DESCRIPTION` for each candidate.
    var completionScript: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    /// bash splits words at `=` (COMP_WORDBREAKS); the line is put together again from its words, and what bash regards as
    /// already there is taken off the answers. Words come as they were typed, with quotes and backslashes.
    private static let bashScript = #"""
        # bash completion for compass; to use it: source <(compass completions bash)
        _compass() {
            local line word addition description words=() i
            COMPREPLY=()
            for ((i = 1; i <= COMP_CWORD; i++)); do
                line=${COMP_WORDS[i]}
                if ((${#words[@]} > 0)) && [[ $line == '=' || ${words[-1]} == *= ]]; then
                    words[-1]+=$line
                else
                    words+=("$line")
                fi
            done
            local typed=${words[-1]} attached= quoted=
            [[ $typed == [\"\']* ]] && quoted=1
            for i in "${!words[@]}"; do
                word=${words[i]}
                [[ $word == [\"\']* ]] && word=${word#?} && word=${word%[\"\']}
                words[i]=${word//\\/}
            done
            typed=${words[-1]}
            [[ $typed == *=* && ! $quoted ]] && attached=${typed%%=*}= && typed=${typed#*=}
            {
                IFS= read -r addition || return
                while IFS=$'\t' read -r word description; do
                    COMPREPLY+=("${word#"$attached"}")
                done
            } < <("${COMP_WORDS[0]}" __complete -- "${words[@]}" 2>/dev/null)
            case $addition in
                files | folders)
                    local kind=f
                    [[ $addition == folders ]] && kind=d
                    compopt -o filenames 2>/dev/null
                    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -"$kind" -- "$typed")
                    ;;
                *)
                    # Behind the name of an input comes its value.
                    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
                    if [[ ! $quoted ]]; then
                        for i in "${!COMPREPLY[@]}"; do
                            [[ ${COMPREPLY[i]} == *= ]] && continue
                            printf -v word '%q' "${COMPREPLY[i]}"
                            # A comma means nothing to the shell, and more may follow behind one.
                            COMPREPLY[i]=${word//\\,/,}
                        done
                    fi
                    ;;
            esac
        }
        complete -F _compass compass

        """#

    private static let zshScript = #"""
        #compdef compass
        # zsh completion for compass; to use it, write this to a file `_compass` in a folder of $fpath
        _compass() {
            local line addition
            local -a lines described names
            # (Q) takes the quotes off the words.
            lines=("${(@f)$("${words[1]}" __complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
            addition=${lines[1]}
            for line in "${(@)lines[2,-1]}"; do
                local entry="${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}"
                if [[ ${line%%$'\t'*} == *= ]]; then names+=("$entry"); else described+=("$entry"); fi
            done
            # The program has compared in any case already.
            local -a any_case=(-M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}')
            (( ${#described} )) && _describe -t values 'compass' described "${any_case[@]}"
            # Behind the name of an input comes its value.
            (( ${#names} )) && _describe -t inputs 'input' names "${any_case[@]}" -S ''
            if [[ $addition == (files|folders) ]]; then
                [[ $PREFIX == --*=* ]] && compset -P '*='
                if [[ $addition == folders ]]; then _files -/; else _files; fi
            fi
        }
        if [[ ${funcstack[1]} == _compass ]]; then _compass "$@"; else compdef _compass compass; fi

        """#

    private static let fishScript = #"""
        # fish completion for compass; to use it: compass completions fish | source
        function __compass_complete
            set -l words (commandline -opc)
            # As far as it is typed, without the quotes.
            set -l typed (commandline -ct | string unescape)
            test (count $typed) -eq 0; and set typed (commandline -ct | string replace -r '^["\']' '')
            set -l lines ($words[1] __complete -- $words[2..-1] "$typed" 2>/dev/null)
            for line in $lines[2..-1]
                echo $line
            end
            switch "$lines[1]"
                case files
                    __fish_complete_path (commandline -ct | string replace -r '^--[^=]*=' '')
                case folders
                    __fish_complete_directories (commandline -ct | string replace -r '^--[^=]*=' '')
            end
        end
        complete --command compass --no-files --arguments '(__compass_complete)'

        """#
}
