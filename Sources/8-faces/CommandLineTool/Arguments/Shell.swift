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

    /// bash also splits words at the characters of COMP_WORDBREAKS, such as `=`, `:` and `@`. What the line has without blanks
    /// between is put together again here, and what bash regards as already there is taken off the answers. Those are quoted as
    /// the word is that they complete: titles come from others, and nothing in one may ever be run.
    private static let bashScript = #"""
        # bash completion for compass; to use it: source <(compass completions bash)
        # What the shell makes of a word as it stands in the line; QUOTE is the quote that is open at its end, OPENED where.
        _compass_unquote() {
            local text=$1 character i
            REPLY= QUOTE= OPENED=
            for ((i = 0; i < ${#text}; i++)); do
                character=${text:i:1}
                if [[ $QUOTE && $character == "$QUOTE" ]]; then
                    QUOTE=
                elif [[ ! $QUOTE && $character == [\"\'] ]]; then
                    QUOTE=$character OPENED=$i
                elif [[ $character == \\ && $QUOTE != \' ]]; then
                    ((i += 1))
                    [[ $QUOTE && ${text:i:1} != [\"\\\$\`] ]] && REPLY+=$character
                    REPLY+=${text:i:1}
                else
                    REPLY+=$character
                fi
            done
        }
        # A text so that the shell takes it as it is, within the quote that is open.
        _compass_quote() {
            local text=$1
            case $2 in
                \')
                    REPLY=${text//\'/\'\\\'\'}
                    ;;
                \")
                    text=${text//\\/\\\\}
                    text=${text//\"/\\\"}
                    text=${text//\$/\\\$}
                    text=${text//\`/\\\`}
                    # History is looked up within these quotes as well, and a backslash before it would stay.
                    REPLY=${text//\!/\"\\\!\"}
                    ;;
                *)
                    printf -v REPLY '%q' "$text"
                    # A comma means nothing to the shell, and more may follow behind one.
                    REPLY=${REPLY//\\,/,}
                    ;;
            esac
        }
        _compass() {
            local line=${COMP_LINE:0:COMP_POINT} addition description word piece words=() raw=() gap i REPLY QUOTE OPENED
            COMPREPLY=()
            for ((i = 0; i <= COMP_CWORD; i++)); do
                word=${COMP_WORDS[i]}
                gap=${line%%[![:blank:]]*}
                line=${line#"$gap"}
                # The last one may go on behind the cursor.
                ((i == COMP_CWORD)) && word=$line
                line=${line#"$word"}
                piece=$word
                if ((i == 0)) || [[ $gap ]]; then raw+=("$word"); else raw[-1]+=$word; fi
            done
            for word in "${raw[@]:1}"; do
                _compass_unquote "$word"
                words+=("$REPLY")
            done
            ((${#words[@]} > 0)) || return
            local quote=$QUOTE typed=${words[-1]} attached
            # What is replaced: what stands after the quote that is open, or else behind the last character that splits words.
            if [[ $quote ]]; then
                piece=${word:OPENED+1}
                word=${word:0:OPENED}
            else
                [[ $word == *[\"\']* ]] && return
                [[ ${piece//[$COMP_WORDBREAKS]/} ]] || piece=
                word=${word%"$piece"}
                # Names of machines are replaced with their `@`.
                word=${word%@}
            fi
            _compass_unquote "$word"
            attached=${#REPLY}
            {
                IFS= read -r addition || return
                while IFS=$'\t' read -r word description; do
                    COMPREPLY+=("${word:attached}")
                done
            } < <("${COMP_WORDS[0]}" __complete -- "${words[@]}" 2>/dev/null)
            case $addition in
                files | folders)
                    local kind=f
                    [[ $addition == folders ]] && kind=d
                    compopt -o filenames 2>/dev/null
                    [[ $typed == --*=* ]] && typed=${typed#*=}
                    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -"$kind" -- "$typed")
                    ;;
                *)
                    # Behind the name of an input comes its value.
                    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
                    for i in "${!COMPREPLY[@]}"; do
                        _compass_quote "${COMPREPLY[i]}" "$quote"
                        # bash closes the quote itself, unless it seems to be closed.
                        [[ $quote && ${#COMPREPLY[@]} == 1 && $REPLY == *"$quote" ]] && REPLY+=$quote
                        COMPREPLY[i]=$REPLY
                    done
                    ;;
            esac
        }
        complete -F _compass compass

        """#

    private static let zshScript = #"""
        #compdef compass
        # zsh completion for compass; to use it, write this to a file `_compass` in a folder of $fpath
        _compass() {
            local line addition typed=$PREFIX
            local -a lines described names
            # (Q) takes the quotes off words, but for one that is open: that stands in QIPREFIX.
            case $QIPREFIX in
                *\') typed=${PREFIX//\'\\\'\'/\'} ;;
                *\") typed=${(Q)${:-\"$PREFIX\"}} ;;
                *) typed=${(Q)PREFIX} ;;
            esac
            lines=("${(@f)$("${words[1]}" __complete -- "${(@Q)words[2,CURRENT-1]}" "$typed" 2>/dev/null)}")
            addition=${lines[1]}
            for line in "${(@)lines[2,-1]}"; do
                # _describe takes a backslash for the quote of a colon.
                local entry="${${${line%%$'\t'*}//\\/\\\\}//:/\\:}:${line#*$'\t'}"
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
