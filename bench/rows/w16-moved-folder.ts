import { strictEqual } from 'node:assert';
import type { Database } from '@labroom/service/platform/db/database.ts';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import { sql } from 'drizzle-orm';
import { askText } from '../stack/graphql-request.ts';
import { cpuMillisecondsOf } from '../stack/process-figures.ts';
import type { Row } from './row.ts';

const MOVE = `mutation($oclId: String!, $moves: [EntryMoveInput!]!) {
  moveEntry(oclId: $oclId, moves: $moves) { error { message } } }`;

/** Files move there and back, so that all samples find them. */
export const movedFolder: Row = {
  name: 'W16',
  title: 'a folder of files moved to another path, and the same files each by name',
  note: 'Ours is a call of the API: it checks destinations, keeps the former paths as links and adds to the feed. The peer and the limit only write the paths.',
  async prepare(context) {
    const { databaseUrl, lab, ...stack } = await context.emptyStack();
    const db = openDatabase(databaseUrl);
    context.onEnd(() => db.$client.end());
    const count = context.quick ? 1_000 : 10_000;
    await addFiles(db, lab.oclId, count);
    let place = 'here';
    // The machine may be busy, so the processor time of service and database counts as well.
    const cpu = async () => {
      const { rows } = await db.execute<{ pid: number }>(
        sql`select pid from pg_stat_activity where datname = current_database()`,
      );
      const backends = rows.reduce((sum, { pid }) => sum + cpuMillisecondsOf(pid), 0);
      return (stack.cpuMilliseconds() + backends) / 1_000;
    };
    const timed = (move: (from: string, to: string) => Promise<unknown>) => async () => {
      const [from, to] = [place, place === 'here' ? 'there' : 'here'];
      const before = await cpu();
      const begun = performance.now();
      await move(from, to);
      const s = (performance.now() - begun) / 1_000;
      place = to;
      return { s, 'CPU s': (await cpu()) - before };
    };
    const below = (folder: string) => sql`ocl_id = ${lab.oclId} and path like ${`${folder}/%`}`;
    const call = (movesOf: (from: string, to: string) => { from: string; to: string }[]) =>
      timed(async (from, to) => {
        const answer = await askText(stack, MOVE, { oclId: lab.oclId, moves: movesOf(from, to) }, lab.token);
        strictEqual(answer.includes('"error":null'), true, answer);
      });
    const ours = call((from, to) => [{ from, to }]);
    const oursByName = call((from, to) =>
      Array.from({ length: count }, (_, at) => ({
        from: `${from}/${at + 1}.csv`,
        to: `${to}/${at + 1}.csv`,
      })),
    );
    const limit = timed((from, to) =>
      db.execute(sql`update files set path = ${to} || substr(path, ${from.length + 1}) where ${below(from)}`),
    );
    const peer = timed((from, to) =>
      db.transaction(async (tx) => {
        const { rows } = await tx.execute<{ id: string; path: string }>(
          sql`select id, path from files where ${below(from)}`,
        );
        for (const { id, path } of rows)
          await tx.execute(sql`update files set path = ${to + path.slice(from.length)} where id = ${id}`);
      }),
    );
    const cases = [
      { name: `a folder of ${count.toLocaleString('en')} files`, what: 'moveEntry', move: ours },
      {
        name: `${count.toLocaleString('en')} files by name`,
        what: 'moveEntry, one call that names each file',
        move: oursByName,
      },
    ];
    return cases.map(({ name, what, move: measured }) => ({
      name,
      figures: {
        s: { better: 'less', target: { beside: 'peer', atMost: 1 } },
        'CPU s': { better: 'less' },
      },
      sides: {
        ours: { what, measure: measured },
        peer: { what: 'an UPDATE for each file, in one transaction', measure: peer },
        limit: { what: 'one UPDATE', measure: limit },
      },
      async compare() {
        for (const move of [measured, peer, limit]) {
          await move();
          const { rows } = await db.execute(
            sql`select count(*)::int as moved from files where ${below(place)}`,
          );
          strictEqual(rows[0]?.moved, count);
        }
      },
    }));
  },
};

async function addFiles(db: Database, oclId: string, count: number): Promise<void> {
  await db.execute(sql`insert into files
    (ocl_id, did, path, path_skeleton, version, access_level, tags, categories, change_by)
    select ${oclId}, 'did:odf:moved' || ${oclId} || n, 'here/' || n || '.csv', 'here/' || n || '.csv', 1, 'PUBLIC', '{}', '{}',
      registered_by
    from labs, generate_series(1, ${count}::int) n where labs.ocl_id = ${oclId}`);
  await db.execute(sql`insert into file_versions
    (file_id, version, object_key, content_type, sha256, content_length, change_by, access_level)
    select id, 1, 'files/' || id, 'text/csv', repeat('0', 64), 0, change_by, 'PUBLIC'
    from files where ocl_id = ${oclId} and path like 'here/%'`);
}
