import type { CommandDescription, Run } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';
import { completions } from './completions.ts';

/** Prints the completion script of a shell for these commands. */
export function completionOf(commands: Readonly<Record<string, CommandDescription>>): Run {
  return async ({ args: [shell = ''] }) => {
    const scriptOf = Object.hasOwn(completions, shell) ? completions[shell] : undefined;
    if (!scriptOf) throw new CommandError('usage', `Name a shell: ${Object.keys(completions).join(', ')}.`);
    const script = scriptOf(commands);
    return { text: script, data: { shell, script } };
  };
}
