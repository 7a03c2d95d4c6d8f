// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the braces are those of a shell
import type { CommandDescription } from '../command-line/command.ts';

type Commands = Readonly<Record<string, CommandDescription>>;

const flags = ({ options }: CommandDescription) => Object.keys(options).map((name) => `--${name}`);

/** Options with values, by name. An option has the same values in every command. */
function valuesOf(commands: Commands): [option: string, values: readonly string[] | null][] {
  const all = Object.values(commands).flatMap(({ options }) => Object.entries(options));
  const withValue = all.flatMap(([name, [placeholder, , values]]) =>
    placeholder === null || takesFile(placeholder) ? [] : [[`--${name}`, values ?? null] as const],
  );
  return [...new Map(withValue)];
}

const takesFile = (placeholder: string) => placeholder === 'FILE' || placeholder === 'PATH';

/** Words of a list in bash, one a line: a name with a space is one word. */
const lines = (words: readonly string[]) => `$'${words.join('\\n')}'`;

/** Completion scripts by shell: the commands, then the options of the command and their values, otherwise files. */
export const completions: Readonly<Record<string, (commands: Commands) => string>> = {
  bash: (commands) =>
    [
      '_labroom() {',
      "  local IFS=$'\\n'",
      '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" options=""',
      `  if [ "$COMP_CWORD" = 1 ]; then COMPREPLY=($(compgen -W ${lines(Object.keys(commands))} -- "$word")); return; fi`,
      '  case "$before" in',
      ...valuesOf(commands).map(([option, values]) =>
        values
          ? `    ${option}) COMPREPLY=($(compgen -W ${lines(values)} -- "$word")); return ;;`
          : `    ${option}) COMPREPLY=(); return ;;`,
      ),
      '  esac',
      '  case "${COMP_WORDS[1]}" in',
      ...Object.entries(commands).map(
        ([name, command]) => `    ${name}) options=${lines(flags(command))} ;;`,
      ),
      '  esac',
      '  case "$word" in',
      '    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;',
      '    *) COMPREPLY=($(compgen -f -- "$word")) ;;',
      '  esac',
      '}',
      'complete -o filenames -F _labroom labroom',
    ].join('\n'),

  zsh: (commands) =>
    [
      '#compdef labroom',
      '_labroom() {',
      '  local -a names offered',
      `  names=(${Object.entries(commands)
        .map(([name, { summary }]) => quoted(`${name}:${summary}`))
        .join(' ')})`,
      '  if (( CURRENT == 2 )); then _describe command names; return; fi',
      '  case "$words[CURRENT-1]" in',
      ...valuesOf(commands).map(
        ([option, values]) => `    ${option}) ${values ? `compadd -- ${values.join(' ')}; ` : ''}return ;;`,
      ),
      '  esac',
      '  case "$words[2]" in',
      ...Object.entries(commands).map(
        ([name, command]) =>
          `    ${name}) offered=(${Object.entries(command.options)
            .map(([option, [, summary]]) => quoted(`--${option}:${summary}`))
            .join(' ')}) ;;`,
      ),
      '  esac',
      '  if [[ "$PREFIX" == -* ]]; then _describe option offered; else _files; fi',
      '}',
      'compdef _labroom labroom',
    ].join('\n'),

  fish: (commands) =>
    Object.entries(commands)
      .flatMap(([name, { summary, options }]) => [
        `complete -c labroom -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
        ...Object.entries(options).map(
          ([option, [placeholder, meaning, values]]) =>
            `complete -c labroom -n ${quoted(`__fish_seen_subcommand_from ${name}`)} -l ${option}${fishValue(placeholder, values)} -d ${quoted(meaning)}`,
        ),
      ])
      .join('\n'),
};

function fishValue(placeholder: string | null, values?: readonly string[]): string {
  if (placeholder === null) return '';
  if (values) return ` -x -a ${quoted(values.join(' '))}`;
  return takesFile(placeholder) ? ' -r' : ' -x';
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
