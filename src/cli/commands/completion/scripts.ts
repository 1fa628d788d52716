/** The shells that authz completes in. */
export type Shell = 'bash' | 'zsh' | 'fish';

/**
 * What each shell evaluates. All three hand the words up to the cursor to `authz complete`, which answers with a candidate on each line,
 * then a tab and what it is; files too, where a file is wanted.
 */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  // Bash takes off what stands before `=`, `:` or `@` ($2 is the rest), so the candidates must lose it, too. What a shell would take for
  // more than a text is quoted; behind an opening quote, a candidate that would end it or be carried out inside is left out.
  bash: `_authz() {
  local line=\${COMP_LINE:0:COMP_POINT} words=() word= quote= typed= i char prefix candidate rest
  for ((i = 0; i < \${#line}; i++)); do
    char=\${line:i:1}
    if [[ $quote ]]; then
      if [[ $char == "$quote" ]]; then quote=; else word+=$char; fi
    elif [[ $char == [\\"\\'] ]]; then quote=$char typed=yes
    elif [[ $char == \\\\ ]]; then i=$((i + 1)) typed=yes; word+=\${line:i:1}
    elif [[ $char == [[:space:]] ]]; then
      if [[ $typed ]]; then words+=("$word"); fi
      word= typed=
    else typed=yes; word+=$char
    fi
  done
  words+=("$word")
  prefix=\${word%"\${2//\\\\/}"}
  COMPREPLY=()
  while IFS=$'\\t' read -r candidate rest; do
    candidate=\${candidate#"$prefix"}
    case $quote in
      \\") if [[ $candidate == *[\\"\\$\\\`\\\\!]* ]]; then continue; fi ;;
      \\') if [[ $candidate == *\\'* ]]; then continue; fi ;;
      *) if [[ $candidate == *[^[:alnum:]_./:=@%+,{}-]* ]]; then printf -v candidate %q "$candidate"; fi ;;
    esac
    COMPREPLY+=("$candidate")
  done < <("$1" complete -- "\${words[@]:1}" 2>/dev/null)
  if [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *[/=] ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -o default -F _authz authz
`,
  zsh: `#compdef authz
_authz() {
  local line candidates=() open=()
  for line in "\${(@f)$("\${words[1]}" complete -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}"; do
    line="\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}"
    case $line in
      :) ;;
      */:|*=:) open+=("\${line%:}") ;;
      *) candidates+=("\${line%:}") ;;
    esac
  done
  if (( ! \${#candidates} && ! \${#open} )); then _files; return; fi
  _describe authz candidates -- open -S ""
}
compdef _authz authz
`,
  fish: `function __authz_complete
  set -l words (commandline --tokenize --cut-at-cursor --current-process)
  set -l typed (commandline --cut-at-cursor --current-token | string trim --left --chars "\\"'" | string replace --all '\\\\ ' ' ')
  $words[1] complete -- $words[2..] "$typed" 2>/dev/null
end
complete --command authz --no-files --arguments '(__authz_complete)'
`,
};
