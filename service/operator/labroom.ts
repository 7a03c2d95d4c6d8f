import { parseArgs } from 'node:util';
import type { ServiceContext } from '#core/context/context.ts';
import { type Configuration, loadConfiguration } from '#platform/config/configure.ts';
import { backup } from './backup/backup.ts';
import { drill } from './backup/drill.ts';
import { restore } from './backup/restore.ts';
import { beginEpoch } from './begin-epoch.ts';
import { check } from './check/check.ts';
import { type Command, type DatabaseCommand, type Outcome, UsageError } from './core/command.ts';
import { createCredential, listCredentials, revokeCredential } from './credentials.ts';
import { doctor } from './doctor/doctor.ts';
import { feature, featured, unfeature } from './feature.ts';
import { hidden, hide, unhide } from './hide.ts';
import { ledger } from './ledger.ts';
import { migrate } from './migrate-beforehand.ts';
import { prepareBucket } from './prepare-bucket.ts';
import { reindex } from './reindex.ts';
import { reports } from './reports.ts';
import { retryDidLinking } from './retry-did-linking.ts';
import { rewrapKeys } from './rewrap-keys.ts';
import { setQuota } from './set-quota.ts';
import { unreferenced } from './unreferenced.ts';
import { verifyStorage } from './verify-storage.ts';

const commands: Readonly<Record<string, Command | DatabaseCommand>> = {
  'create-credential': createCredential,
  'list-credentials': listCredentials,
  'revoke-credential': revokeCredential,
  'set-quota': setQuota,
  hide,
  unhide,
  hidden,
  feature,
  unfeature,
  featured,
  reports,
  'retry-did-linking': retryDidLinking,
  ledger,
  reindex,
  check,
  'verify-storage': verifyStorage,
  unreferenced,
  backup,
  restore,
  drill,
  'begin-epoch': beginEpoch,
  'rewrap-keys': rewrapKeys,
  'prepare-bucket': prepareBucket,
  doctor,
  migrate,
};

const helpTopics = ['', 'help', '--help', '-h'];

/** Returns the help for a command line, or what is wrong with it. Needs no context. */
export function explainCommand(args: readonly string[]): { text: string; code: 0 | 2 } | null {
  const [name = '', ...rest] = args;
  const topic = name === 'help' ? (rest[0] ?? '') : name;
  const command = commandOf(topic);
  if (!command && helpTopics.includes(topic)) return { text: overview(), code: 0 };
  if (!command) return { text: `Unknown command: ${topic}.\n${overview()}`, code: 2 };
  const asksForHelp = name === 'help' || rest.includes('--help') || rest.includes('-h');
  return asksForHelp ? { text: usageOf(topic, command), code: 0 } : null;
}

const commandOf = (name: string) => (Object.hasOwn(commands, name) ? commands[name] : undefined);

/**
 * Runs `labroom <command> [options]`.
 * @param open opens the context, after the command line is understood
 * @param print prints a line of the result, for programs to read
 * @param complain prints a line about the command line, for people
 * @param configure reads the configuration for a command on the database as it is
 * @returns the exit code: 0, 1 when a fault was found, 2 when the command line is not understood, 3 when the command could not do or look at
 * everything
 */
export async function labroom(
  args: readonly string[],
  open: () => Promise<ServiceContext>,
  print: (line: string) => void,
  complain: (line: string) => void,
  configure: () => Promise<Configuration> = () => loadConfiguration({ mayCreateSecret: false }),
): Promise<0 | 1 | 2 | 3> {
  const [name = '', ...rest] = args;
  const explained = explainCommand(args);
  if (explained) {
    (explained.code === 0 ? print : complain)(explained.text);
    return explained.code;
  }
  const command = commandOf(name);
  if (!command) throw new Error(`${name} is neither explained nor run.`);
  try {
    const { values } = parseArgs({
      args: rest,
      options: Object.fromEntries(
        Object.entries(command.options).map(([option, { placeholder }]) => [
          option,
          { type: placeholder ? ('string' as const) : ('boolean' as const) },
        ]),
      ),
    });
    const operation = { options: values, print };
    if ('runOnDatabase' in command) {
      const configuration = await configure();
      return exitCodeOf(await command.runOnDatabase({ ...operation, configuration }));
    }
    const context = await open();
    try {
      return exitCodeOf(await command.run({ ...operation, context }));
    } finally {
      await context.db.$client.end();
    }
  } catch (error) {
    if (!(error instanceof UsageError || isParseArgsError(error))) throw error;
    complain(`${error.message}\n${usageOf(name, command)}`);
    return 2;
  }
}

function exitCodeOf(outcome: Outcome): 0 | 1 | 3 {
  if (outcome === 'incomplete') return 3;
  return outcome ? 0 : 1;
}

function overview(): string {
  return ['labroom <command>', ...Object.entries(commands).map(([name, it]) => usageOf(name, it))].join('\n');
}

function usageOf(name: string, { summary, options }: Command | DatabaseCommand): string {
  const lines = Object.entries(options).map(([option, { placeholder, summary: means }]) =>
    `      --${option}${placeholder ? ` <${placeholder}>` : ''}`.padEnd(34).concat(means),
  );
  return [`  ${name}`.padEnd(24).concat(summary), ...lines].join('\n');
}

function isParseArgsError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
