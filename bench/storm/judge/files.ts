import { sql } from 'drizzle-orm';
import type { StormContext } from '../storm-context.ts';

interface FileRow extends Record<string, unknown> {
  did: string;
  path: string;
  description: string | null;
  versions: { version: number; hash: string }[];
}

/** Every acknowledged version is there with its hash, every removed file is gone, and nothing else is there. */
export async function fileFaults({ stack, journal }: StormContext): Promise<string[]> {
  const { rows } = await stack.context.db.execute<FileRow>(sql`
    select f.did, f.path, f.description,
      json_agg(json_build_object('version', v.version, 'hash', 'sha256:' || v.sha256) order by v.version) as versions
    from files f join file_versions v on v.file_id = f.id group by f.id`);
  const stored = new Map(rows.map((row) => [row.did, row]));
  const faults: string[] = [];
  for (const known of journal.files.values()) {
    const row = stored.get(known.did);
    stored.delete(known.did);
    if (known.deletion === 'acknowledged') {
      if (row) faults.push(`${known.path} was removed and is there`);
      continue;
    }
    if (!row) {
      if (known.deletion === 'none') faults.push(`${known.path} was acknowledged and is missing`);
      continue;
    }
    if (known.description !== null && row.description !== known.description)
      faults.push(`${known.path} is described otherwise than was acknowledged`);
    for (const [version, hash] of known.versions) {
      const found = row.versions.find((candidate) => candidate.version === version);
      if (found?.hash !== hash)
        faults.push(`${known.path} version ${version} is ${found ? 'another' : 'missing'}`);
    }
    for (const { version } of row.versions)
      if (!known.versions.has(version))
        faults.push(`${known.path} version ${version} is there and nobody was told`);
  }
  for (const { path } of stored.values()) faults.push(`${path} is there and nobody was told`);
  return faults;
}
