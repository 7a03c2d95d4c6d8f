import type { Run } from '../command.ts';
import { commandTable } from '../commands.ts';
import { completions } from '../completions.ts';
import { CommandError } from '../exit-codes.ts';

/** Prints the completion script of a shell. */
export const completion: Run = async ({ args: [shell = ''] }) => {
  const script = Object.hasOwn(completions, shell) ? completions[shell] : undefined;
  if (!script) throw new CommandError('usage', `Name a shell: ${Object.keys(completions).join(', ')}.`);
  return { text: script(commandTable), data: { shell, script: script(commandTable) } };
};
