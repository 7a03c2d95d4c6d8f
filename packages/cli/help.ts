import type { CommandDescription, OptionDescription } from './command-line/command.ts';
import { exitCodes } from './command-line/exit-codes.ts';
import { commandTable } from './commands.ts';

const columns = (rows: readonly (readonly [string, string])[]) => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
};

const optionRows = (options: Readonly<Record<string, OptionDescription>>) =>
  Object.entries(options).map(
    ([name, [placeholder, summary]]) =>
      [`--${name}${placeholder ? ` ${placeholder}` : ''}`, summary] as const,
  );

/** The help of `labroom` without a command. */
export function overview(): string {
  return [
    'labroom <command> [arguments] [options]',
    '',
    'Commands:',
    columns(Object.entries(commandTable).map(([name, { summary }]) => [name, summary])),
    '',
    'labroom <command> --help explains a command.',
    '',
    'Exit codes:',
    columns(Object.values(exitCodes).map(([code, meaning]) => [String(code), meaning])),
  ].join('\n');
}

export function helpOf(name: string, { args, summary, details, options }: CommandDescription): string {
  return [
    `labroom ${name}${args ? ` ${args}` : ''} [options]`,
    '',
    wrap(`${sentence(summary)}${details ? ` ${details}` : ''}`),
    '',
    'Options:',
    columns(optionRows(options)),
  ].join('\n');
}

/** Breaks a text into lines that fit a terminal. */
const wrap = (text: string) => text.replace(/(.{1,90})(?: |$)/g, '$1\n').trimEnd();

const sentence = (summary: string) => `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;

/** The part of the README that is written from the table of commands. */
export function commandReference(): string {
  const sections = Object.entries(commandTable).map(
    ([name, command]) => `### ${name}\n\n\`\`\`\n${helpOf(name, command)}\n\`\`\``,
  );
  const codes = Object.values(exitCodes).map(([code, meaning]) => `| ${code} | ${meaning} |`);
  return [...sections, '## Exit codes', `| code | meaning |\n|---|---|\n${codes.join('\n')}`].join('\n\n');
}
