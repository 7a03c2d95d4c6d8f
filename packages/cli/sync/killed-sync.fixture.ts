import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileVersions, uploads } from '@labroom/service/platform/db/tables/files.ts';
import { keyReleases } from '@labroom/service/platform/db/tables/key-releases.ts';
import { seed } from '@labroom/testing/depth.ts';
import { mulberry32 } from '@labroom/testing/random.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import type { TestService } from '@labroom/testing/test-service.ts';
import { count } from 'drizzle-orm';
import { expect } from 'vitest';
import { createMachine, fundedMachine, type Machine, treeOf } from '../cli.fixture.ts';

interface Figures {
  /** Milliseconds of each part. */
  up: number;
  down: number;
  secondRun: number;
  /** Files that were there when the process was killed. */
  killedAt: number[];
}

/**
 * Syncs a folder of `size` files into a lab, killed `kills` times; then the lab into the folder of another machine, killed as
 * often. Expects equal trees, nothing sent twice, and second runs that transfer nothing.
 */
export async function expectSyncSurvivesKills(
  service: TestService,
  { size, kills }: { size: number; kills: number },
): Promise<Figures> {
  const random = mulberry32(seed);
  await using first = await fundedMachine();
  const lab = await registeredLab(service, first.account);
  await prepare(service, lab, first);
  await writeTree(first, size, random);

  const versions = () => countOf(service, fileVersions);
  const killedAt: number[] = [];
  let started = performance.now();
  killedAt.push(...(await killWhile(first, versions, { size, kills, random })));
  const rest = await first.json<{ uploaded: string[]; adopted: number; failed: [] }>('sync', '--yes');
  expect(rest).toMatchObject({ code: 0, failed: [], conflicts: [], skipped: [] });
  const up = performance.now() - started;
  // Each file once: what a killed run had finished is recognized by its hash.
  expect(await versions()).toBe(size);

  const sent = await countOf(service, uploads);
  started = performance.now();
  expect(await first.json('sync', '--yes')).toMatchObject({ code: 0, ...nothing, adopted: 0 });
  const secondRun = performance.now() - started;
  expect(await countOf(service, uploads)).toBe(sent);

  await using second = await createMachine({ privateKey: first.privateKey });
  await prepare(service, lab, second);
  const arrived = async () => (await readdir(second.folder, { recursive: true })).filter(isWhole).length;
  started = performance.now();
  killedAt.push(...(await killWhile(second, arrived, { size, kills, random })));
  expect(await second.json('sync', '--yes')).toMatchObject({
    code: 0,
    failed: [],
    conflicts: [],
    skipped: [],
  });
  const down = performance.now() - started;
  expect(await treeOf(second.folder)).toEqual(await treeOf(first.folder));

  const released = await countOf(service, keyReleases);
  expect(await second.json('sync', '--yes')).toMatchObject({ code: 0, ...nothing, adopted: 0 });
  expect(await countOf(service, keyReleases)).toBe(released);
  expect(await versions()).toBe(size);
  return { up, down, secondRun, killedAt };
}

const nothing = { uploaded: [], downloaded: [], trashed: [], removed: [], conflicts: [], failed: [] };
/** File names end with `.bin`; those of unfinished downloads do not. */
const isWhole = (path: string) => path.endsWith('.bin');

async function prepare(service: TestService, lab: RegisteredLab, machine: Machine): Promise<void> {
  await machine.login(service.url);
  expect(await machine.json('init', lab.shortname)).toMatchObject({ code: 0 });
}

async function writeTree(machine: Machine, size: number, random: () => number): Promise<void> {
  for (let number = 0; number < size; number += 1) {
    const bytes = Buffer.alloc(Math.floor(random() * 3_000), `${number} `);
    await machine.write(`run ${number % 37}/${number % 11}/Probe-${number} – µ.bin`, bytes);
  }
}

/** Starts the sync again and again, and kills it when a random share of what is missing has arrived. */
async function killWhile(
  machine: Machine,
  progress: () => Promise<number>,
  { size, kills, random }: { size: number; kills: number; random: () => number },
): Promise<number[]> {
  const killedAt: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const before = await progress();
    // Never the last files: the process must be at work when it is killed.
    const goal = before + 1 + Math.floor((random() * (0.8 * size - before)) / (kills - kill));
    const child = machine.start('sync', '--yes');
    const ended = once(child, 'exit');
    child.stdout?.resume();
    let stderr = '';
    child.stderr?.on('data', (text) => {
      stderr += text;
    });
    // The service runs in this process, and needs its time.
    while ((await progress()) < goal && child.exitCode === null) await pause(size / 200);
    child.kill('SIGKILL');
    await ended;
    if (child.signalCode !== 'SIGKILL')
      throw new Error(`The sync ended with ${child.exitCode} before it was killed: ${stderr}`);
    killedAt.push(await progress());
  }
  return killedAt;
}

async function countOf(
  { context: { db } }: TestService,
  table: typeof fileVersions | typeof uploads | typeof keyReleases,
): Promise<number> {
  const [row] = await db.select({ number: count() }).from(table);
  return row?.number ?? 0;
}
