import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { localAccount } from '@labroom/contracts/local-accounts';
import { localChain, registerLab, signIn } from '@labroom/testing/actors.ts';
import { startFoundations } from '@labroom/testing/foundations.ts';
import type { Author } from '@labroom/testing/test-upload.ts';
import pg from 'pg';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { type DataSize, fillDatabase } from '../data/fill-database.ts';
import { type ServiceProcess, startService } from './service-process.ts';

/** A service with database and chain, and a lab whose owner is signed in. */
export interface Stack extends ServiceProcess {
  databaseUrl: string;
  rpcUrl: string;
  dataDir: string;
  lab: Author;
  /** Time and size of the data generation, if this run generated them. */
  filled: { seconds: number; bytes: number } | null;
}

/** Opens the stack in `dataDir`. The first time, creates it and, with `size`, fills it; later runs reuse the data. @param variables of the service */
export async function openStack(
  dataDir: string,
  size: DataSize | null,
  variables: Record<string, string> = {},
): Promise<Stack> {
  const foundations = await startFoundations(dataDir);
  const { databaseUrl, rpcUrl } = foundations;
  const owner = privateKeyToAccount(localAccount('owner').privateKey);
  const service = await startService({ databaseUrl, rpcUrl, dataDir }, variables);
  const labFile = join(dataDir, 'lab');
  const known = (await readFile(labFile, 'utf8').catch(() => null)) as Hex | null;
  const { oclId, token } = known
    ? { oclId: known, ...(await signIn(service, owner)) }
    : await registerLab(service, localChain(rpcUrl, owner));
  const filled =
    known === null && size ? await fill(databaseUrl, size, { oclId, wallet: owner.address }) : null;
  if (known === null) await raiseQuota(databaseUrl, oclId);
  await writeFile(labFile, oclId);
  return {
    ...service,
    databaseUrl,
    rpcUrl,
    dataDir,
    lab: { oclId, wallet: owner.address, token },
    filled,
    async stop() {
      await service.stop();
      await foundations.stop();
    },
  };
}

/** Raises the quota, so that no upload of a benchmark exceeds it. */
async function raiseQuota(databaseUrl: string, oclId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('update labs set storage_limit = 1e15 where ocl_id = $1', [oclId]);
  await client.end();
}

async function fill(databaseUrl: string, size: DataSize, first: { oclId: string; wallet: string }) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const begun = performance.now();
  await fillDatabase(client, size, first);
  const seconds = Math.round((performance.now() - begun) / 1_000);
  await client.query('checkpoint');
  // Lets PostgreSQL finish its background work before the first measurement.
  await pause(2_000);
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  await client.end();
  return { seconds, bytes: Number(rows[0]?.bytes) };
}
