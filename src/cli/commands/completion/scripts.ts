/** The shells that authz completes in. */
export type Shell = 'bash' | 'zsh' | 'fish';

/**
 * What each shell evaluates. All three hand the words up to the cursor to `authz complete`, which answers with a candidate on each line,
 * then a tab and what it is; files too, where a file is wanted.
 */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  // Bash takes off what stands before `=`, `:` or `@` ($2 is the rest), so the candidates must lose it, too.
  bash: `_authz() {
  local line=\${COMP_LINE:0:COMP_POINT} words prefix candidate rest
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  prefix=\${words[\${#words[@]}-1]}
  prefix=\${prefix%"$2"}
  COMPREPLY=()
  while IFS=$'\\t' read -r candidate rest; do
    COMPREPLY+=("\${candidate#"$prefix"}")
  done < <("$1" complete -- "\${words[@]:1}" 2>/dev/null)
  if [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == */ ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -o default -F _authz authz
`,
  zsh: `#compdef authz
_authz() {
  local line candidates=()
  for line in "\${(@f)$("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    line="\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}"
    [[ $line == : ]] || candidates+=("\${line%:}")
  done
  if (( \${#candidates} )); then _describe authz candidates; else _files; fi
}
compdef _authz authz
`,
  fish: `function __authz_complete
  set -l words (commandline --tokenize --cut-at-cursor --current-process) (commandline --cut-at-cursor --current-token)
  $words[1] complete -- $words[2..] 2>/dev/null
end
complete --command authz --no-files --arguments '(__authz_complete)'
`,
};
