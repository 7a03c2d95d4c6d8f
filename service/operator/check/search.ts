import { sql } from 'drizzle-orm';
import { type Findings, type Part, sampled } from './findings.ts';

/** Indexes files and announcements again, and compares the words with those that the search has. */
export const search: Part = {
  name: 'search',
  async look({ tx, samples }) {
    const found: Findings = { seen: null, faults: [], unchecked: [] };
    const { rows: counts } = await tx.execute<{ count: string }>(sql`select count(*) from search_documents`);
    const total = Number(counts[0]?.count ?? 0);
    const { rows } = await tx.execute<{ subject: string }>(sql`
      with chosen as materialized (select id, file_id, announcement_id, stems from search_documents order by random() limit ${Math.min(samples.documents, total)})
      select coalesce(f.did, 'announcement ' || n.id) as subject from chosen d
      left join files f on f.id = d.file_id left join announcements n on n.id = d.announcement_id
      where d.stems <> case when f.id is null then search_vector(n.headline, '', n.body) else search_vector(f.path,
          concat_ws(E'\\n', f.description, array_to_string(f.tags, E'\\n'), array_to_string(f.categories, E'\\n')), coalesce(f.content_text, '')) end
        and not exists (select from search_moved m where m.file_id = d.file_id)`);
    for (const { subject } of rows)
      found.faults.push(`${subject} is searched for by other words than it has.`);
    found.seen = sampled(
      Math.min(total, samples.documents),
      total,
      'document of the search',
      'documents of the search',
    );
    return found;
  },
};
