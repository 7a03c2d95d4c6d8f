import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { accessLevel, oclId } from '#service/platform/input.ts';

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

/** The condition on a row `d` of `search_documents`: any value of a list, and every list that has one. */
export function filterCondition(filters: z.output<typeof searchFilters>): SQL {
  const conditions = [
    filters.byOclIds?.length ? sql`d.ocl_id = any(${sql.param(filters.byOclIds)})` : undefined,
    filters.byTags?.length ? sql`d.tags && search_lowercase(${sql.param(filters.byTags)})` : undefined,
    filters.byCategories?.length
      ? sql`d.categories && search_lowercase(${sql.param(filters.byCategories)})`
      : undefined,
    kindCondition(filters.byKinds ?? []),
    filters.byAccessLevels?.length
      ? sql`d.access_level = any(${sql.param(filters.byAccessLevels)})`
      : undefined,
  ].filter((condition) => condition !== undefined);
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

/** A constant, so that PostgreSQL sees the index of announcements. */
function kindCondition(kinds: string[]): SQL | undefined {
  const [only, ...others] = new Set(kinds);
  if (!only || others.length > 0) return undefined;
  return only === 'ANNOUNCEMENT' ? sql`d.kind = 'ANNOUNCEMENT'` : sql`d.kind = 'FILE'`;
}
