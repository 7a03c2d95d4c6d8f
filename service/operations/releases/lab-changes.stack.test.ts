import { LabChangesDocument, MoveEntryDocument } from '@labroom/client/documents';
import { ask, resultOf } from '@labroom/testing/test-client.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { deleteFile, trashFile, uploadFile } from '@labroom/testing/test-upload.ts';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { files, fileVersions } from '#platform/db/tables/files.ts';

const service = await openTestService({ insertsRows: true });
const lab = await registeredLab(service);

const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString();
const changes = async (since: string, until?: string, more = {}) =>
  (await ask(service, LabChangesDocument, { oclId: lab.oclId, since, until, ...more })).labChanges;

/** Uploads a version of a file, as if on a day of January. */
async function version(path: string, ref: string | null, on: number, changeNote?: string): Promise<string> {
  const target = ref === null ? { path } : { ref };
  const { datasetId, version } = await uploadFile(service, lab, `${path} ${on}`, { ...target, changeNote });
  const { db } = service.context;
  const createdAt = new Date(day(on));
  const [file] = await db.select().from(files).where(eq(files.did, datasetId));
  if (ref === null) await db.update(files).set({ createdAt }).where(eq(files.did, datasetId));
  await db
    .update(fileVersions)
    .set({ createdAt })
    .where(sql`${fileVersions.fileId} = ${file?.id} and ${fileVersions.version} = ${version}`);
  return datasetId;
}

test('lists files that were added or got versions between two moments, with the versions of both', async () => {
  const old = await version('old.csv', null, 1);
  await version('unchanged.csv', null, 2);
  await version('old.csv', old, 5, 'Unit corrected.');
  await version('old.csv', old, 7);
  await version('old.csv', old, 20);
  await version('new.csv', null, 6);
  await version('later.csv', null, 25);
  const shown = async (since: number, until: number) =>
    (await changes(day(since), day(until))).nodes.map(
      ({ path, formerVersion, version, changeNote }: Record<string, unknown>) => [
        ...[path, formerVersion, version, changeNote],
      ],
    );
  expect(await shown(4, 10)).toEqual([
    ['new.csv', null, 1, null],
    ['old.csv', 1, 3, null],
  ]);
  expect(await shown(4, 5)).toEqual([['old.csv', 1, 2, 'Unit corrected.']]);
  expect(await shown(8, 10)).toEqual([]);
  const page = await changes(day(1), undefined, { perPage: 1, page: 1 });
  expect([page.totalCount, page.nodes.length, page.pageInfo.totalPages]).toEqual([4, 1, 4]);
  await expect(changes(day(3), day(3))).rejects.toThrow('must be after since');
});

test('lists moves and deletions of the time, and no file that is gone', async () => {
  const { db } = service.context;
  for (const path of ['moved.txt', 'trashed.txt', 'deleted.txt'])
    await uploadFile(service, lab, path, { path });
  const { rows } = await db.execute<{ now: Date }>(sql`select now()`);
  const since = new Date(rows[0]?.now ?? 0).toISOString();
  const moves = { oclId: lab.oclId, moves: [{ from: 'moved.txt', to: 'elsewhere.txt' }] };
  await resultOf(service, MoveEntryDocument, moves, lab.token);
  await trashFile(service, lab, 'trashed.txt');
  await deleteFile(service, lab, 'deleted.txt');
  const { nodes, events, eventCount } = await changes(since);
  expect(nodes).toEqual([]);
  expect(eventCount).toBe(3);
  expect(events.map((event: { __typename: string }) => event.__typename)).toEqual([
    'LabEventFileRemoved',
    'LabEventEntriesTrashed',
    'LabEventEntriesMoved',
  ]);
  const all = await changes(day(1));
  const paths = all.nodes.map(({ path }: { path: string }) => path);
  expect(paths).toContain('elsewhere.txt');
  expect(paths).not.toContain('deleted.txt');
  expect(paths).not.toContain('trashed.txt');
});

test('lists moves and deletions of any number, fifty on a page', async () => {
  const { db } = service.context;
  const busy = await registeredLab(service);
  await uploadFile(service, busy, 'a', { path: 'a.txt' });
  await db.execute(sql`
    insert into activity (ocl_id, seq, kind, entries, change_by, event_time, system_time)
    select ${busy.oclId}, 1 + n, 'ENTRIES_MOVED',
      jsonb_build_object('first', '[]'::jsonb, 'entryCount', n, 'fileCount', n), '0x', now(), now()
    from generate_series(1, 60) n`);
  await db.execute(sql`update labs set feed_length = 61 where ocl_id = ${busy.oclId}`);
  const page = async (number: number) => {
    const args = { oclId: busy.oclId, since: day(1), page: number, perPage: 1 };
    return (await ask(service, LabChangesDocument, args)).labChanges;
  };
  const pages = [await page(0), await page(1), await page(2)];
  expect(pages.map(({ events }) => events.length)).toEqual([50, 10, 0]);
  expect(pages.map(({ eventCount }) => eventCount)).toEqual([60, 60, 0]);
  expect(pages[1].events.at(-1).change.entryCount).toBe(1);
});

test('finds every change among 2,000 files', async () => {
  const { db } = service.context;
  const many = await registeredLab(service);
  await uploadFile(service, many, 'a', { path: 'a.txt' });
  await db.execute(sql`
    with many as (
      insert into files (ocl_id, did, path, version, access_level, tags, categories, change_by, created_at)
      select ocl_id, did || n, 'many/' || n, 3, access_level, tags, categories, change_by, ${day(2)}
      from files, generate_series(1, 2000) n where ocl_id = ${many.oclId} returning id)
    insert into file_versions (file_id, version, object_key, content_type, sha256, content_length, change_by, created_at)
    select id, v, 'files/' || id || v, 'text/plain', 'ab', 0, '0x', ${day(1)}::timestamptz + v * interval '1 day'
    from many, generate_series(1, 3) v`);
  await db.execute(sql`analyze files, file_versions`);
  const args = { oclId: many.oclId, since: day(2), until: day(4), perPage: 200 };
  const { totalCount } = (await ask(service, LabChangesDocument, args)).labChanges;
  expect(totalCount).toBe(2_000);
});
