import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptUploads } from '@labroom/client';
import { configurationFolder, requirePrivate } from './session-store.ts';

type Environment = Parameters<typeof configurationFolder>[0];

/** Large uploads to a service that an earlier run has begun, in a file that only the user can read. It is opened for the first of them. */
export function keptUploads(env: Environment, service: string): KeptUploads {
  let opening: Promise<KeptUploads> | undefined;
  const opened = () => {
    opening ??= openUploads(env, service);
    return opening;
  };
  return {
    find: async (id) => (await opened()).find(id),
    keep: async (...upload) => (await opened()).keep(...upload),
    forget: async (id) => (await opened()).forget(id),
  };
}

/** Removes the keys of all of them. */
export async function forgetUploads(env: Environment, service: string): Promise<void> {
  // A process that was killed may have left the journal.
  for (const end of ['', '-journal']) await rm(fileOf(env, service) + end, { force: true });
}

async function openUploads(env: Environment, service: string): Promise<KeptUploads> {
  const [{ DatabaseSync }, { keptInDatabase }] = await Promise.all([
    import('node:sqlite'),
    import('@labroom/client/streams'),
  ]);
  const file = fileOf(env, service);
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  // SQLite gives the journal the mode of the file.
  await (await open(file, 'a', 0o600)).close();
  await requirePrivate(file, 'failed', 'begin anew.');
  return keptInDatabase(new DatabaseSync(file));
}

const fileOf = (env: Environment, service: string) =>
  join(configurationFolder(env), 'uploads', `${encodeURIComponent(service)}.db`);
