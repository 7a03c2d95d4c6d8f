import { readdir, readFile } from 'node:fs/promises';
import type { Environment } from '@labroom/protocol/environments';
import type { PublicClient } from 'viem';
import type { StorageConfig } from '#platform/config/config.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import type { Reader } from '#platform/db/database.ts';
import { noticedOffsetSeconds } from './clock.ts';
import { processesWithOtherSecrets } from './running-processes.ts';
import { explainStoreError } from './store-errors.ts';
import type { Tried } from './within-time.ts';

/** A block of Base takes two seconds; answers of one that is older than thirty authorize nothing (`DatabaseHeadGuard`). */
const oldestBlockSeconds = 30;
/** A process has a few connections to database, store and node, and one per caller. */
const fewestDescriptors = 1_024;

export function databaseFault(answer: Tried<unknown>): string | null {
  if ('value' in answer) return null;
  return 'DATABASE_URL: the database does not answer, so nothing can be served.';
}

/** @param offsetSeconds by how much the clock of this process is ahead of that of the database */
export function clockFault(offsetSeconds: number): string | null {
  const seconds = Math.round(Math.abs(offsetSeconds));
  if (seconds < noticedOffsetSeconds) return null;
  const direction = offsetSeconds > 0 ? 'ahead of' : 'behind';
  return `The clock of this machine is ${seconds} seconds ${direction} the clock of the database (DATABASE_URL). Correct the wrong one, e.g. with NTP: sign-in, tokens and answers of the chain's node are judged by them.`;
}

export const spaceFault = (hasSpace: boolean): string | null =>
  hasSpace ? null : 'DATABASE_URL: the disk of PostgreSQL is full, so nothing can be written.';

/** Other processes that run on this database and have another secret. */
export async function secretFault(
  db: Reader,
  { secretNames }: Pick<Secrets, 'secretNames'>,
): Promise<string | null> {
  const others = await processesWithOtherSecrets(db, secretNames);
  if (others === 0) return null;
  const subject = others === 1 ? 'another running process has' : `${others} running processes have`;
  return `SERVICE_SECRET: ${subject} another secret, so tokens and URLs of one are refused by the other. Give all of them the same; to replace it, first OLD,NEW everywhere, then NEW,OLD. A process that was killed counts for a minute.`;
}

/**
 * Asks a node for its chain and its newest block.
 * @param variable names the node
 * @throws when it does not answer
 */
export async function nodeFault(
  { node, chainId }: { node: PublicClient; chainId: number },
  environment: Environment,
  variable = 'RPC_URL',
): Promise<string | null> {
  const id = await node.getChainId();
  if (id !== chainId) return `${variable}: the node serves chain ${id}, and not ${chainId}.`;
  const block = await node.getBlock();
  // The local chain makes a block only when something happens.
  if (environment === 'local') return null;
  const age = Math.round(Date.now() / 1_000 - Number(block.timestamp));
  if (age > oldestBlockSeconds)
    return `${variable}: the newest block of the node is ${age} seconds old by the clock of this machine, so nothing is written and no key is released. Either the node lags or the clock is wrong.`;
  if (age < -oldestBlockSeconds)
    return `${variable}: the newest block of the node is ${-age} seconds in the future by the clock of this machine. Correct the clock, e.g. with NTP.`;
  return null;
}

export function storageFault(answer: Tried<unknown>, storage: StorageConfig): string | null {
  if ('value' in answer) return null;
  if ('error' in answer) return explainStoreError(answer.error, storage);
  return storage.kind === 's3'
    ? 'S3_ENDPOINT: the store did not answer in time, so files are neither stored nor opened.'
    : 'DATA_DIR: the disk did not answer in time.';
}

/** Files and connections that this process may still open. Known on Linux only. */
export async function descriptorFault(): Promise<string | null> {
  const limit = await descriptorLimit();
  const open = (await readdir('/proc/self/fd').catch(() => [])).length;
  return limit !== null && open > 0.9 * limit
    ? `This process has ${open} of ${limit} files and connections open, so it will refuse callers. ${howToRaise}`
    : null;
}

/** A warning for the start, when the limit is lower than what callers need. */
export async function descriptorWarning(): Promise<string[]> {
  const limit = await descriptorLimit();
  if (limit === null || limit >= fewestDescriptors) return [];
  return [`This process may open ${limit} files and connections only. ${howToRaise}`];
}

const howToRaise =
  'Raise LimitNOFILE of its systemd unit, `ulimits` of its container, or `ulimit -n` of its shell.';

async function descriptorLimit(): Promise<number | null> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return soft ? Number(soft) : null;
}
