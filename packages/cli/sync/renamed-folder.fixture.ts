import { open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { uploads } from '@labroom/service/platform/db/tables/files.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import type { TestService } from '@labroom/testing/test-service.ts';
import { count } from 'drizzle-orm';
import { expect } from 'vitest';
import { createMachine, fundedMachine, type Machine } from '../cli.fixture.ts';

/** Of a whole run: everything that it asks and is answered. */
const mostBytes = 100_000;

/**
 * Syncs a folder with a file of `size` bytes with a lab and with another machine, then renames it here, and later in the lab. Expects that
 * the other sides follow, that every file stays the same file, and that no byte of a content is sent or received.
 */
export async function expectRenamesMoveNothing(service: TestService, size: number): Promise<void> {
  await using owner = await fundedMachine();
  const lab = await registeredLab(service, owner.account);
  const counting = () => createMachine({ privateKey: owner.privateKey, env: counted });
  await using machine = await counting();
  await using other = await counting();
  for (const one of [machine, other]) {
    await one.login(service.url);
    expect(await one.json('init', lab.shortname)).toMatchObject({ code: 0 });
  }
  await machine.write('notes/small.txt', 'small');
  // A sparse file: almost all of it takes no room on the disk.
  const large = await open(join(machine.folder, 'notes/large.bin'), 'w');
  await large.write('measured ');
  await large.truncate(size);
  await large.close();
  for (const one of [machine, other])
    expect(await one.json('sync', '--yes')).toMatchObject({ code: 0, failed: [] });

  const before = await didsOf(machine);
  const sent = await uploadsOf(service);
  const run = async (one: Machine, moved: object) => {
    await one.write('../requests', '');
    expect(await one.json('sync', '--yes')).toMatchObject({
      ...{ code: 0, uploaded: [], downloaded: [], kept: [], trashed: [], removed: [], conflicts: [] },
      ...moved,
    });
    const requests = readRequests(await one.read('../requests'));
    expect(requests.filter(({ path }) => path.startsWith('/storage'))).toEqual([]);
    expect(requests.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(mostBytes);
  };

  await rename(join(machine.folder, 'notes'), join(machine.folder, 'protocols'));
  const moved = movesOf('notes', 'protocols');
  await run(machine, { movedInLab: moved });
  await run(other, { movedHere: moved });
  expect((await readdir(other.folder)).sort()).toEqual(['.labroom', 'protocols']);

  expect(await owner.login(service.url)).toBeUndefined();
  const mv = ['mv', 'protocols', 'methods', '--lab', lab.shortname];
  expect(await owner.json(...mv)).toMatchObject({ code: 0, files: 2 });
  for (const one of [machine, other]) {
    await run(one, { movedHere: movesOf('protocols', 'methods') });
    expect((await readdir(one.folder)).sort()).toEqual(['.labroom', 'methods']);
    await run(one, { plan: [], adopted: 0 });
  }
  const now = Object.entries(before).map(([path, did]) => [path.replace('notes/', 'methods/'), did]);
  expect(await didsOf(machine)).toEqual(Object.fromEntries(now));
  expect(await uploadsOf(service)).toBe(sent);
}

const movesOf = (from: string, to: string) =>
  ['large.bin', 'small.txt'].map((name) => ({ from: `${from}/${name}`, path: `${to}/${name}` }));

async function didsOf(machine: Machine): Promise<Record<string, string>> {
  const { files } = await machine.json<{ files: { path: string; did: string; version: number }[] }>('ls');
  return Object.fromEntries(files.map(({ path, did, version }) => [path, `${did} ${version}`]));
}

async function uploadsOf({ context: { db } }: TestService): Promise<number> {
  const [row] = await db.select({ number: count() }).from(uploads);
  return row?.number ?? 0;
}

const readRequests = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { path: string; bytes: number });

/** Writes down how many bytes each request has, and each piece of an answer. */
const countBytes = `
  import { appendFileSync } from 'node:fs';
  const { fetch } = globalThis;
  globalThis.fetch = async (url, request) => {
    const { pathname: path } = new URL(url instanceof Request ? url.url : url);
    const note = (bytes) => appendFileSync(process.env.HOME + '/requests', JSON.stringify({ path, bytes }) + '\\n');
    const body = request?.body ? Buffer.from(await new Response(request.body).arrayBuffer()) : undefined;
    note(body?.length ?? 0);
    const answer = await fetch(url, { ...request, body });
    const counter = new TransformStream({
      transform(piece, controller) {
        note(piece.length);
        controller.enqueue(piece);
      },
    });
    return new Response(answer.body?.pipeThrough(counter) ?? null, answer);
  };`;
const counted = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(countBytes)}` };
