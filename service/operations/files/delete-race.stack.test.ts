import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { depth } from '@labroom/testing/depth.ts';
import { ask } from '@labroom/testing/test-client.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import {
  deleteFile,
  fileAt,
  finish,
  initiate,
  put,
  sent,
  updateFile,
  uploadFile,
} from '@labroom/testing/test-upload.ts';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { deleteObjects } from '#core/files/delete-objects.ts';
import { fileVersions, objectDeletions, uploads } from '#platform/db/tables/files.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { expireUploads } from '#worker/expire-uploads.ts';

const ROUNDS = depth.deleteRaces;
/** Concurrent rounds, each with its own file. */
const AT_ONCE = 8;

const service = await openTestService();
/** Two processes on one database. */
const processes = [
  service,
  { url: (await service.startPeer()).url, credential: service.credential },
] as const;
const lab = await registeredLab(service);

interface Answer {
  datasetId?: string | null;
  error: { code: string; details: string } | null;
}
type Answers = Record<'removed' | 'followed' | 'repeated' | 'succeeded' | 'changed', Answer>;

const ROOM = `query($o: String!) { labWithDataRoomAndFiles(oclId: $o) { dataRoom { files { did path } } } }`;
/** Sends at once, through both processes: a deletion, a version twice, another file for the path, a metadata change. */
async function round(index: number) {
  const path = `race/${index}.txt`;
  const successor = `successor of ${index}`;
  const first = await uploadFile(service, lab, `first of ${index}`, { path, contentText: 'unmistakable' });
  const did: string = first.datasetId;
  const [followers, successors] = await Promise.all([
    sent(service, lab, `version of ${index}`),
    sent(service, lab, successor),
  ]);
  const before = await fileAt(service, lab, path);
  const [here, there] = index % 2 ? processes : processes.toReversed();
  if (!here || !there) throw new Error('There are two processes');
  const calls: Record<keyof Answers, () => Promise<Answer>> = {
    removed: () => deleteFile(here, lab, path),
    followed: () => finish(there, lab, followers, { ref: did }),
    repeated: () => finish(here, lab, followers, { ref: did }),
    succeeded: () => finish(there, lab, successors, { path }),
    changed: () => updateFile(here, lab, { ref: did, contentText: 'unmistakable' }),
  };
  // The order differs between rounds.
  const order = Object.entries(calls);
  order.push(...order.splice(0, index % order.length));
  const answers = await Promise.all(order.map(async ([name, call]) => [name, await call()] as const));
  return { path, did, before, successor, followers, ...(Object.fromEntries(answers) as unknown as Answers) };
}

test('a file that is deleted while others finish stays deleted', { timeout: 300_000 }, async () => {
  const rounds: Awaited<ReturnType<typeof round>>[] = [];
  for (let start = 0; start < ROUNDS; start += AT_ONCE) {
    const indices = Array.from({ length: Math.min(AT_ONCE, ROUNDS - start) }, (_, i) => start + i);
    rounds.push(...(await Promise.all(indices.map(round))));
    // The worker does this concurrently.
    await deleteObjects(service.context);
  }

  const room = (await ask(service, ROOM, { o: lab.oclId })).labWithDataRoomAndFiles.dataRoom;
  const listed = room.files.map((file: { did: string }) => file.did);
  for (const { path, did, before, successor, removed, followed, repeated, succeeded } of rounds) {
    expect(before.did).toBe(did);
    expect(removed).toMatchObject({ filePath: path, error: null });
    // The version succeeded before the deletion, or found no file after it.
    expect([null, 'NOT_FOUND']).toContain(followed.error?.code ?? null);
    if (!followed.error) expect(followed).toMatchObject({ datasetId: did, version: 2 });
    if (!followed.error && !repeated.error) expect(repeated).toEqual(followed);
    expect(listed).not.toContain(did);

    const now = await fileAt(service, lab, path);
    if (succeeded.error) {
      expect(succeeded.error.details).toBe('{"reason":"PATH_OCCUPIED"}');
      expect(now).toBeNull();
    } else {
      expect(now).toMatchObject({ did: succeeded.datasetId, version: 1 });
      expect(now.versions).toHaveLength(1);
      expect(await (await fetch(now.downloadUrl)).text()).toBe(successor);
    }
  }

  // A metadata update that arrives after deletion is ignored, also a repeated one.
  for (const { did, followers, followed } of rounds.slice(0, 20)) {
    const again: Answer = await finish(processes[1], lab, followers, { ref: did });
    if (followed.error) expect(again.error?.code).toBe('NOT_FOUND');
    else expect(again).toEqual(followed);
    expect((await uploadFile(service, lab, 'late', { ref: did })).error.code).toBe('NOT_FOUND');
  }
  expect((await ask(service, ROOM, { o: lab.oclId })).labWithDataRoomAndFiles.dataRoom.files).toEqual(
    room.files,
  );

  const { db } = service.context;
  const live = await db.select().from(fileVersions);
  const [row] = await db.select({ storedBytes: labs.storedBytes }).from(labs);
  expect(row?.storedBytes).toBe(live.reduce((sum, { contentLength }) => sum + contentLength, 0));
  expect(live).toHaveLength(listed.length);
  const { searchLabs } = await ask(
    service,
    '{ searchLabs(prompt: "unmistakable", perPage: 100) { totalCount } }',
  );
  expect(searchLabs.totalCount).toBe(0);

  await sweep();
  for (const { before, path } of rounds.slice(0, 20))
    expect({ path, status: (await fetch(before.downloadUrl)).status }).toEqual({ path, status: 404 });
  expect(await storedObjects()).toHaveLength(live.length);
});

test('bytes that a repeated finish seals after the deletion are removed', async () => {
  const { storage } = service.context;
  const stored = async () => (await storedObjects()).length;
  const before = await stored();
  const upload = await initiate(service, lab, 5);
  await put(upload, 'bytes');
  const finishIt = () => finish(service, lab, upload.uploadToken, { path: 'ghost.txt' });
  let first: Answer | undefined;
  const seal = storage.seal.bind(storage);
  vi.spyOn(storage, 'seal').mockImplementationOnce(async (keys) => {
    // All of this happens just before the repeated finish seals.
    first = await finishIt();
    await deleteFile(service, lab, 'ghost.txt');
    await deleteObjects(service.context);
    await put(upload, 'again');
    return seal(keys);
  });
  expect(await finishIt()).toEqual(first);
  expect(await stored()).toBe(before + 1);
  await sweep();
  expect(await stored()).toBe(before);
});

/** Runs the deletion job as if every upload had expired. */
async function sweep(): Promise<void> {
  const { db } = service.context;
  await db.update(uploads).set({ expiresAt: sql`now() - interval '2 hours'` });
  while ((await expireUploads(service.context)).more);
  await db.update(objectDeletions).set({ dueAt: sql`now()` });
  while ((await deleteObjects(service.context)).more);
}

async function storedObjects(): Promise<string[]> {
  const root = join(service.dataDir, 'objects');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
