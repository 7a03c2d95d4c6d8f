import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { DiskStorage } from '@labroom/service/platform/storage/disk-storage.ts';
import type pg from 'pg';
import { type DataSize, fillDatabase, groupOfEachEntry } from '../data/fill-database.ts';
import type { Place } from './programs.ts';
import { withClient } from './rows-of.ts';

const first = { oclId: `0x0101${'2'.padStart(60, '0')}`, wallet: `0x${'1'.repeat(40)}` };
const atOnce = 16;

/** Fills database and storage consistently: every row has its object, and every file its feed entry. */
export async function fillWhole(place: Place, size: DataSize): Promise<{ objects: number; bytes: number }> {
  return withClient(place.databaseUrl, async (client) => {
    await fillDatabase(client, size, first);
    const { rows } = await client.query<{ key: string }>('select object_key as key from file_versions');
    const sizes = rows.map((_, n) => (n % 1_000 === 0 ? 10_000_000 : 10_000));
    const hashes = await putAll(place.dataDir, rows, sizes);
    await client.query(
      `update file_versions v set sha256 = made.sha256, content_length = made.bytes
        from unnest($1::text[], $2::text[], $3::int[]) made (key, sha256, bytes) where v.object_key = made.key`,
      [rows.map(({ key }) => key), hashes, sizes],
    );
    await tellOfAll(client);
    return { objects: rows.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
  });
}

async function putAll(dataDir: string, rows: { key: string }[], sizes: number[]): Promise<string[]> {
  const storage = new DiskStorage({
    dataDir,
    baseUrl: 'http://127.0.0.1',
    signingKeys: [Buffer.alloc(32, 1)],
  });
  await storage.open();
  const put = async ([n, { key }]: [number, { key: string }]) => {
    const body = noise(key, sizes[n] ?? 0);
    return (await storage.put({ key, contentType: 'text/csv', body })).sha256;
  };
  return Readable.from(rows.entries()).map(put, { concurrency: atOnce }).toArray();
}

/** Incompressible bytes, the same in each run. */
function noise(seed: string, bytes: number): Buffer {
  return createHash('shake256', { outputLength: bytes }).update(seed).digest();
}

/** Appends a feed entry for each version without one, and updates the counts of labs. */
async function tellOfAll(client: pg.Client): Promise<void> {
  await client.query(`delete from activity a using files f where a.file ->> 'ref' = f.did`);
  await client.query(`
    insert into activity (ocl_id, seq, kind, file, announcement_id, change_by, event_time, system_time)
    select f.ocl_id, 1000000 + row_number() over (partition by f.ocl_id order by v.created_at, v.version),
      case when v.version = 1 then 'FILE_ADDED' else 'FILE_UPDATED' end,
      jsonb_build_object('ref', f.did, 'path', f.path, 'tags', '[]'::jsonb, 'description', null, 'version', v.version,
        'accessLevel', 'PUBLIC', 'categories', '[]'::jsonb, 'contentType', v.content_type,
        'contentHash', 'sha256:' || v.sha256, 'contentText', null),
      null, v.change_by, v.created_at, v.created_at
    from file_versions v join files f on f.id = v.file_id`);
  // In two steps, to avoid conflicts with existing numbers.
  await client.query(`
    update activity a set seq = -numbered.place
    from (select ctid as id, row_number() over (partition by ocl_id order by seq) as place from activity) numbered
    where numbered.id = a.ctid`);
  await client.query('update activity set seq = -seq, group_number = -seq');
  await client.query('delete from activity_groups');
  await client.query(groupOfEachEntry);
  await client.query(`update labs set
    feed_length = (select count(*) from activity a where a.ocl_id = labs.ocl_id),
    feed_groups = (select count(*) from activity_groups g where g.ocl_id = labs.ocl_id),
    text_bytes = (select coalesce(sum(feed_text_bytes(a.file, n.headline, n.body)), 0)
      from activity a left join announcements n on n.id = a.announcement_id where a.ocl_id = labs.ocl_id),
    stored_bytes = coalesce((select sum(v.content_length) from files f join file_versions v on v.file_id = f.id
      where f.ocl_id = labs.ocl_id), 0)`);
  await client.query('vacuum analyze');
}
