import { and, asc, gte, sql } from 'drizzle-orm';
import type { RequestContext } from '#core/context/context.ts';
import { hiddenFileCounts } from '#core/files/file-store.ts';
import type { LabRow } from '#core/labs/lab-rows.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { chosenLabs, MOST_FEATURED } from './featured-store.ts';

/** What a verified lab needs to be shown first without being chosen. */
const LEAST_FILES = 10;
const LEAST_MEMBERS = 2;

/** The labs of the front page, by one rule that nobody but the operator and the curators can turn to their lab. Public. */
export async function showcase(context: RequestContext): Promise<{ rule: Rule; labs: LabRow[] }> {
  const chosen = await chosenLabs(context.db);
  if (chosen.length > 0) return { rule: 'CHOSEN', labs: chosen };
  const verified = await verifiedLabs(context);
  return { rule: verified.length > 0 ? 'VERIFIED' : 'NONE', labs: verified };
}

type Rule = 'CHOSEN' | 'VERIFIED' | 'NONE';

/** Verified labs with enough to see, the first registered first, so that no upload changes their order. None while the curators cannot be asked. */
async function verifiedLabs({ db, loaders }: RequestContext): Promise<LabRow[]> {
  const contents = (await loaders.content()) ?? new Map();
  const verified = [...contents].flatMap(([oclId, content]) => (content.isVerified === true ? [oclId] : []));
  if (verified.length === 0) return [];
  const found = await db
    .select()
    .from(labs)
    .where(
      and(
        sql`${labs.oclId} = any(${sql.param(verified)}::text[])`,
        sql`not ${labs.isHidden}`,
        gte(labs.fileCount, LEAST_FILES),
        sql`btrim(${labs.description}) <> ''`,
      ),
    )
    .orderBy(asc(labs.registeredAt), labs.oclId);
  const hidden = await hiddenFileCounts(
    db,
    found.map(({ oclId }) => oclId),
  );
  const members = await Promise.all(found.map(({ oclId }) => loaders.members.load(oclId)));
  const isFull = ({ oclId, fileCount }: LabRow, at: number) =>
    fileCount - (hidden.get(oclId) ?? 0) >= LEAST_FILES && (members[at]?.length ?? 0) >= LEAST_MEMBERS;
  return found.filter(isFull).slice(0, MOST_FEATURED);
}
