import { parseArgs } from 'node:util';
import {
  type CommandDescription,
  type Invocation,
  isRepeatable,
  type Outcome,
} from './command-line/command.ts';
import { CommandError, exitCodes } from './command-line/exit-codes.ts';
import { explainFailure } from './command-line/explain-failure.ts';
import { printable } from './command-line/table.ts';
import { version } from './command-line/version.ts';
import { commandTable } from './commands.ts';
import { helpOf, overview } from './help.ts';

interface Output {
  /** Prints the result. */
  print(text: string): void;
  /** Prints a document, without a line break at its end. */
  write(document: string): void;
  /** Prints bytes as they come. */
  pipe(content: ReadableStream<Uint8Array>): Promise<void>;
  /** Prints what went wrong. */
  complain(text: string): void;
}

type Surroundings = Pick<Invocation, 'env' | 'cwd' | 'terminal'>;

/** Runs a command line. Returns the exit code. */
export async function run(argv: readonly string[], around: Surroundings, output: Output): Promise<number> {
  const [name = 'help', ...rest] = argv;
  if (name === '--version') {
    output.print(version);
    return exitCodes.done[0];
  }
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
    const outcome: Outcome = await execute({
      ...around,
      args: positionals,
      options: values as Invocation['options'],
    });
    if (isJson) output.print(JSON.stringify(outcome.data, null, 2));
    else if (outcome.content) await output.pipe(outcome.content);
    else if (outcome.document !== undefined) output.write(outcome.document);
    else if (outcome.text) output.print(printable(outcome.text));
    return exitCodes[outcome.exit ?? 'done'][0];
  } catch (error) {
    around.terminal.progress();
    const failure = explainFailure(error);
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
          {
            type: placeholder ? ('string' as const) : ('boolean' as const),
            multiple: isRepeatable(placeholder),
          },
        ]),
      ),
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CommandError('usage', `${message} See labroom ${name} --help.`);
  }
}
