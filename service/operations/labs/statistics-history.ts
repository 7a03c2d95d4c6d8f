import { weekMilliseconds, weeksUpTo } from '@labroom/protocol/week';
import { countDistinct, desc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Statistics } from '#contract/schema.generated.ts';
import { isOfListedLab } from '#core/feed/feed-marks.ts';
import type { Database } from '#platform/db/database.ts';
import { files, fileVersions } from '#platform/db/tables/files.ts';
import { labs } from '#platform/db/tables/labs.ts';

export type StatisticsHistory = Pick<Statistics, 'weeks' | 'topics'>;

/** SQL: whether neither a file nor its lab is hidden. */
const isListedFile = sql`not ${files.isHidden} and ${isOfListedLab}`;

const weeksShown = 26;
const topicsShown = 12;

/** How the totals grew, and the most common tags. Reads all labs, files and versions. */
export async function readHistory(db: Database, now: Date): Promise<StatisticsHistory> {
  const starts = weeksUpTo(now.getTime(), weeksShown);
  const first = new Date(starts[0] ?? now);
  const one = sql`1`;
  const [labsAdded, filesAdded, bytesAdded, topics] = await Promise.all([
    addedPerWeek(db, labs, { at: labs.registeredAt, amount: one, first, where: sql`not ${labs.isHidden}` }),
    addedPerWeek(db, files, { at: files.createdAt, amount: one, first, where: isListedFile }),
    addedPerWeek(db, fileVersions, {
      at: fileVersions.createdAt,
      amount: fileVersions.contentLength,
      first,
      where: sql`${fileVersions.fileId} not in (select ${files.id} from ${files} where not (${isListedFile}))`,
    }),
    readTopics(db),
  ]);
  const sums = { labs: 0, files: 0, bytes: 0 };
  const weeks = starts.map((start) => {
    sums.labs += labsAdded.get(start) ?? 0;
    sums.files += filesAdded.get(start) ?? 0;
    sums.bytes += bytesAdded.get(start) ?? 0;
    const endsAt = new Date(start + weekMilliseconds);
    return { endsAt, labs: sums.labs, files: sums.files, storedBytes: String(sums.bytes) };
  });
  return { weeks, topics };
}

interface Growth {
  at: PgColumn;
  /** What each row adds. */
  amount: PgColumn | SQL;
  /** Start of the first week. Earlier rows count in it. */
  first: Date;
  where: SQL;
}

/** What was added, by the start of the week in milliseconds. */
async function addedPerWeek(db: Database, table: PgTable, { at, amount, first, where }: Growth) {
  const week = sql<string>`extract(epoch from date_trunc('week', greatest(${at}, ${first.toISOString()}::timestamptz), 'UTC'))`;
  const rows = await db
    .select({ week, added: sql<string>`sum(${amount})` })
    .from(table)
    .where(where)
    .groupBy(sql`1`);
  return new Map(rows.map((row) => [Number(row.week) * 1000, Number(row.added)]));
}

function readTopics(db: Database): Promise<Statistics['topics']> {
  const tags = db
    .select({ oclId: files.oclId, tag: sql<string>`lower(unnest(${files.tags}))`.as('tag') })
    .from(files)
    .where(isListedFile)
    .as('tags');
  const labCount = countDistinct(tags.oclId);
  const fileCount = sql<number>`count(*)::int`;
  return db
    .select({ tag: tags.tag, labs: labCount, files: fileCount })
    .from(tags)
    .groupBy(tags.tag)
    .orderBy(desc(labCount), desc(fileCount), tags.tag)
    .limit(topicsShown);
}
