import type { RankQuestion } from '@labroom/search-index/rank-question';
import { sql } from 'drizzle-orm';
import type { SearchIndex } from '#core/ports/search-index.ts';
import type { Database } from '#platform/db/database.ts';

export interface RankedHit {
  did: string | null;
  announcementId: string | null;
}

/** A page of the ranking, see `WordRanking`. */
export async function rank(
  db: Database,
  index: SearchIndex,
  question: RankQuestion,
): Promise<{ hits: RankedHit[]; totalCount: number }> {
  const { documentIds, totalCount } = await index.rank(question);
  if (documentIds.length === 0) return { hits: [], totalCount };
  const { rows } = await db.execute<Record<string, unknown> & RankedHit & { id: string }>(sql`
    select d.id, f.did, d.announcement_id as "announcementId"
    from search_documents d left join files f on f.id = d.file_id
    where d.id = any(${sql.param(documentIds)}::bigint[])`);
  const hits = new Map(rows.map(({ id, did, announcementId }) => [Number(id), { did, announcementId }]));
  return { hits: documentIds.flatMap((id) => hits.get(id) ?? []), totalCount };
}
