// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the braces are those of a shell
import type { CommandDescription } from '../command-line/command.ts';

type Commands = Readonly<Record<string, CommandDescription>>;

const flags = ({ options }: CommandDescription) => Object.keys(options).map((name) => `--${name}`);

/** Completion scripts by shell: the commands, then the options of the command, otherwise files. */
export const completions: Readonly<Record<string, (commands: Commands) => string>> = {
  bash: (commands) =>
    [
      '_labroom() {',
      '  local word="${COMP_WORDS[COMP_CWORD]}" options=""',
      `  if [ "$COMP_CWORD" = 1 ]; then COMPREPLY=($(compgen -W "${Object.keys(commands).join(' ')}" -- "$word")); return; fi`,
      '  case "${COMP_WORDS[1]}" in',
      ...Object.entries(commands).map(
        ([name, command]) => `    ${name}) options="${flags(command).join(' ')}" ;;`,
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
      '  local -a commands options',
      `  commands=(${Object.entries(commands)
        .map(([name, { summary }]) => quoted(`${name}:${summary}`))
        .join(' ')})`,
      '  if (( CURRENT == 2 )); then _describe command commands; return; fi',
      '  case "$words[2]" in',
      ...Object.entries(commands).map(
        ([name, command]) =>
          `    ${name}) options=(${Object.entries(command.options)
            .map(([option, [, summary]]) => quoted(`--${option}:${summary}`))
            .join(' ')}) ;;`,
      ),
      '  esac',
      '  if [[ "$PREFIX" == -* ]]; then _describe option options; else _files; fi',
      '}',
      'compdef _labroom labroom',
    ].join('\n'),

  fish: (commands) =>
    Object.entries(commands)
      .flatMap(([name, { summary, options }]) => [
        `complete -c labroom -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
        ...Object.entries(options).map(
          ([option, [placeholder, meaning]]) =>
            `complete -c labroom -n ${quoted(`__fish_seen_subcommand_from ${name}`)} -l ${option}${placeholder ? ' -r' : ''} -d ${quoted(meaning)}`,
        ),
      ])
      .join('\n'),
};

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
