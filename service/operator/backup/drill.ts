import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createNetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { terminalText } from '@labroom/protocol/terminal-text';
import { sql } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';
import { migrate } from '#platform/db/migrate.ts';
import { createServer } from '../../routes/server.ts';
import { check } from '../check/check.ts';
import { inSnapshot } from '../check/in-snapshot.ts';
import { lookAtObjects } from '../check/objects.ts';
import { type Command, type Operation, optional, UsageError } from '../core/command.ts';
import type { ReferencedObject } from '../core/objects.ts';
import { createContext } from '../installation/create-context.ts';
import { openSnapshot, restore } from './restore.ts';

const usualFiles = 200;
/** How long a URL of a sampled file is good. */
const urlMs = 300_000;

/** A part of the drill, as in the report. */
interface Step {
  name: 'restore' | 'check' | 'open files';
  seconds: number;
  /** Whether it found nothing wrong. */
  isWell: boolean;
  /** What it printed. */
  lines: string[];
}

export const drill: Command = {
  summary:
    'restores a backup into an empty place, checks it, opens sampled files as members would, and writes a report',
  options: {
    from: { placeholder: 'place', summary: 'written by backup: directory, or s3://bucket/prefix' },
    at: { placeholder: 'time', summary: 'name of a folder in snapshots/; otherwise the newest backup' },
    identity: { placeholder: 'file', summary: 'identities of age that open an encrypted backup' },
    files: { placeholder: 'number', summary: `files to open, at random, or all (${usualFiles})` },
    report: { placeholder: 'file', summary: 'JSON; replaced if it is there' },
  },
  async run(operation) {
    const { context, options, print } = operation;
    const files = filesOf(operation);
    const { name, manifest } = await openSnapshot(operation);
    const startedAt = new Date();
    const steps: Step[] = [];
    const take = async (step: Step['name'], work: (print: (line: string) => void) => Promise<boolean>) => {
      const began = performance.now();
      const lines: string[] = [];
      const isWell = await work((line) => void lines.push(line));
      steps.push({ name: step, seconds: Math.round(performance.now() - began) / 1_000, isWell, lines });
      print(
        `${step}: ${isWell ? 'well' : 'NOT WELL'}, ${steps.at(-1)?.seconds} s. ${terminalText(lines.at(-1) ?? '')}`,
      );
    };
    await inEmptyPlace(context, async (fresh) => {
      await take(
        'restore',
        async (into) => (await restore.run({ context: fresh, options, print: into })) === true,
      );
      await take(
        'check',
        async (into) => (await check.run({ context: fresh, options: {}, print: into })) === true,
      );
      await take('open files', (into) => openFiles(fresh, files, into));
    });
    const isWell = steps.every((step) => step.isWell);
    const report = { startedAt, backup: { name, ...manifest, tables: undefined }, isWell, steps };
    const path = optional(operation, 'report');
    if (path) await writeFile(path, `${JSON.stringify(report, null, 2)}\n`);
    print(isWell ? `The backup of ${manifest.createdAt} can be restored.` : 'The drill found faults.');
    return isWell;
  },
};

/** Opens files by URLs that the restored service issues, with the keys that it would release, and compares them with their hashes. */
async function openFiles(
  context: ServiceContext,
  files: number,
  print: (line: string) => void,
): Promise<boolean> {
  const app = await createServer({ ...context, config: { ...context.config, logLevel: 'silent' } });
  const { hostname: host, port } = new URL(context.config.http.publicUrl);
  await app.listen({ host, port: Number(port) });
  try {
    const byUrl = async ({ key, contentType }: ReferencedObject) => {
      const expiresAt = new Date(Date.now() + urlMs);
      const response = await fetch(
        await context.storage.presignGet({ key, contentType, fileName: 'file', expiresAt }),
      );
      if (response.status === 404) return null;
      if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`);
      return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    };
    const samples = { keys: 0, objects: files, documents: 0 };
    const { looked, total, decrypted, faults, unchecked } = await inSnapshot(context, samples, (subject) =>
      lookAtObjects(subject, byUrl),
    );
    for (const line of [...faults, ...unchecked]) print(line);
    print(`${looked} of ${total} objects opened, ${decrypted} of them decrypted, ${faults.length} at fault.`);
    return faults.length + unchecked.length === 0;
  } finally {
    await app.close();
  }
}

/** Runs a function on a database and a directory of its own, which are removed afterwards. @throws UsageError */
async function inEmptyPlace(
  context: ServiceContext,
  work: (fresh: ServiceContext) => Promise<void>,
): Promise<void> {
  const { config, secrets, db } = context;
  const name = `labroom_drill_${randomBytes(6).toString('hex')}`;
  await db.execute(sql.raw(`create database ${name}`)).catch(() => {
    throw new UsageError(
      'The drill needs a database of its own: give the role of DATABASE_URL the right CREATEDB.',
    );
  });
  const dir = await mkdtemp(join(tmpdir(), 'labroom-drill-'));
  try {
    const databaseUrl = urlOf(context, name);
    await migrate(databaseUrl);
    const publicUrl = `http://127.0.0.1:${await freePort()}`;
    const own = { ...config, storage: { kind: 'disk' as const, dir }, http: { ...config.http, publicUrl } };
    const fresh = await createContext({ config: own, secrets, databaseUrl, mayCreateMasterKey: false });
    try {
      await work({ ...fresh, kms: context.kms });
    } finally {
      await fresh.db.$client.end();
    }
  } finally {
    await rm(dir, { recursive: true });
    await db.execute(sql.raw(`drop database ${name} with (force)`));
  }
}

function urlOf({ db }: ServiceContext, name: string): string {
  const { connectionString } = db.$client.options;
  if (!connectionString) throw new Error('The pool has no URL.');
  return Object.assign(new URL(connectionString), { pathname: `/${name}` }).href;
}

async function freePort(): Promise<number> {
  const server = createNetServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('No port was given.');
  return address.port;
}

/** @throws UsageError */
function filesOf({ options }: Operation): number {
  const value = options.files;
  if (value === undefined) return usualFiles;
  if (value === 'all') return Number.POSITIVE_INFINITY;
  if (typeof value === 'string' && /^[1-9][0-9]{0,8}$/.test(value)) return Number(value);
  throw new UsageError('--files must be a number, or all.');
}
