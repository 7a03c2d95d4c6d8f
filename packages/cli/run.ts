import { parseArgs } from 'node:util';
import { CryptoError, LabroomError } from '#packages/client/package/index.ts';
import type { CommandDescription, Invocation, Outcome } from './command.ts';
import { commandTable } from './commands.ts';
import { CommandError, type ExitCode, exitCodes } from './exit-codes.ts';
import { helpOf, overview } from './help.ts';
import { printable } from './table.ts';

interface Output {
  /** Prints the result. */
  print(text: string): void;
  /** Prints what went wrong. */
  complain(text: string): void;
}

type Surroundings = Pick<Invocation, 'env' | 'cwd' | 'terminal'>;

/** Runs a command line. Returns the exit code. */
export async function run(argv: readonly string[], around: Surroundings, output: Output): Promise<number> {
  const [name = 'help', ...rest] = argv;
  const topic = ['help', '--help', '-h'].includes(name) ? rest[0] : name;
  const command = topic !== undefined && Object.hasOwn(commandTable, topic) ? commandTable[topic] : undefined;
  if (!command || topic === undefined) {
    const isHelp = topic === undefined;
    if (isHelp) output.print(overview());
    else output.complain(`There is no command ${printable(topic)}.\n\n${overview()}`);
    return exitCodes[isHelp ? 'done' : 'usage'][0];
  }
  if (topic !== name) {
    output.print(helpOf(topic, command));
    return exitCodes.done[0];
  }
  return runCommand(topic, command, rest, around, output);
}

async function runCommand(
  name: string,
  command: CommandDescription,
  rest: readonly string[],
  around: Surroundings,
  output: Output,
): Promise<number> {
  const isJson = rest.includes('--json');
  try {
    const { values, positionals } = parse(name, command, rest);
    if (values.help) {
      output.print(helpOf(name, command));
      return exitCodes.done[0];
    }
    const execute = await command.load();
    const outcome: Outcome = await execute({ ...around, args: positionals, options: values });
    output.print(isJson ? JSON.stringify(outcome.data, null, 2) : printable(outcome.text));
    return exitCodes[outcome.exit ?? 'done'][0];
  } catch (error) {
    around.terminal.progress();
    const failure = explain(error);
    if (!failure) throw error;
    if (isJson) output.print(JSON.stringify({ error: failure }, null, 2));
    output.complain(`labroom ${name}: ${printable(failure.message)}`);
    return exitCodes[failure.exit][0];
  }
}

function parse(name: string, { options }: CommandDescription, rest: readonly string[]) {
  try {
    return parseArgs({
      args: [...rest],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(options).map(([option, [placeholder]]) => [
          option,
          { type: placeholder ? ('string' as const) : ('boolean' as const) },
        ]),
      ),
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CommandError('usage', `${message} See labroom ${name} --help.`);
  }
}

interface Failure {
  exit: ExitCode;
  message: string;
  code?: string;
  reason?: string | undefined;
  requestId?: string | undefined;
}

/** What a user can understand and act on; `null` for a fault of the program. */
function explain(error: unknown): Failure | null {
  if (error instanceof CommandError) return { exit: error.exit, message: error.message };
  if (error instanceof LabroomError) {
    const { code, message, reason, requestId } = error;
    return { exit: code === 'UNAUTHENTICATED' ? 'signIn' : 'failed', code, message, reason, requestId };
  }
  if (error instanceof CryptoError) return { exit: 'failed', code: error.code, message: error.message };
  // Of the file system and the network.
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return { exit: 'failed', code: error.code, message: error.message };
  return null;
}
