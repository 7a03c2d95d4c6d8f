import type { Requirement } from '@labroom/search-index/rank-question';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { SearchLabsFilters } from '#contract/schema.generated.ts';
import type { Database } from '#platform/db/database.ts';
import { accessLevel, oclId } from '#platform/input/input.ts';
import { labelOf } from './labels.ts';

const values = <S extends z.ZodType>(value: S) => z.array(value).max(100).nullish();
const label = z.string().trim();
const kind = z.enum(['FILE', 'ANNOUNCEMENT'], { error: 'must be FILE or ANNOUNCEMENT' });

export const searchFilters = z.object({
  byOclIds: values(oclId),
  byTags: values(label),
  byCategories: values(label),
  byKinds: values(kind),
  byAccessLevels: values(accessLevel),
});

/** What a hit must have: any value of a list, and every list that has one. */
export async function requirementsOf(
  db: Database,
  { byTags, byCategories, ...others }: z.output<typeof searchFilters>,
): Promise<Requirement[]> {
  const lists = { ...others, ...(await lowercase(db, { byTags, byCategories })) };
  const filters = Object.entries(lists) as [keyof SearchLabsFilters, string[] | null | undefined][];
  return filters.flatMap(([filter, values]) =>
    values?.length ? [{ labels: values.map((value) => labelOf(filter, value)), documents: [] }] : [],
  );
}

/** Lowercase as the labels of documents, by the database. */
async function lowercase(
  db: Database,
  { byTags, byCategories }: Pick<SearchLabsFilters, 'byTags' | 'byCategories'>,
) {
  if (!byTags?.length && !byCategories?.length) return {};
  const { rows } = await db.execute<{ byTags: string[]; byCategories: string[] }>(sql`
    select search_lowercase(${sql.param(byTags ?? [])}) as "byTags", search_lowercase(${sql.param(byCategories ?? [])}) as "byCategories"`);
  return rows[0];
}
