import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { RequestContext } from '#service/context.ts';
import type { Database } from '#service/platform/db/database.ts';
import { activity } from '#service/platform/db/tables/activity.ts';
import { parseInput } from '#service/platform/input.ts';
import { clampPage, pageInfoOf } from '#service/platform/page.ts';
import type { QuerySearchLabsArgs } from '#service/schema.generated.ts';
import type { ActivityRow } from '../activity/feed-store.ts';
import type { FileWithVersion } from '../files/file-store.ts';
import { prompt } from './prompt.ts';
import { wordsWithStems } from './prompt-words.ts';
import { rank } from './rank.ts';
import { filterCondition, searchFilters } from './search-filters.ts';
import { foldWord } from './snippet.ts';
import { type Terms, termsOf } from './terms.ts';

/** Maximum number of hits found by meaning only. */
const MAX_SIMILAR = 50;

/** The words to highlight, read when the first snippet is resolved. */
type HighlightedWords = () => Promise<ReadonlySet<string>>;
export type FileHit = { kind: 'FILE'; file: FileWithVersion; words: HighlightedWords };
export type AnnouncementHit = { kind: 'ANNOUNCEMENT'; entry: ActivityRow; words: HighlightedWords };
export type SearchHit = FileHit | AnnouncementHit;

const argsSchema = z.object({ prompt, filters: searchFilters.nullish() });

/** Full text search over files and announcements. The number of statements does not depend on the number of hits. */
export async function searchLabs(context: RequestContext, args: QuerySearchLabsArgs) {
  const input = parseInput(argsSchema, args);
  const paging = clampPage(args, { default: 10, max: 100 });
  const { db } = context;
  const filters = input.filters ?? {};
  const isFiltered = Object.values(filters).some((values) => values?.length);
  const [terms, similar] = await Promise.all([
    termsOf(db, input.prompt),
    // Filters apply after the nearest documents are found, so more are requested.
    context.similarDocuments?.to(input.prompt, isFiltered ? 10 * MAX_SIMILAR : MAX_SIMILAR, context.log) ??
      [],
  ]);
  const found =
    terms.terms.length || similar.length
      ? await rank(db, { ...terms, similar, filter: filterCondition(filters), ...paging })
      : { hits: [], totalCount: 0 };

  const dids = found.hits.flatMap(({ did }) => did ?? []);
  const announcementIds = found.hits.flatMap(({ announcementId }) => announcementId ?? []);
  const [files, entries] = await Promise.all([
    context.loaders.files.loadMany(dids),
    entriesOfAnnouncements(db, announcementIds),
  ]);
  const words = wordsToHighlight(db, terms);
  const hits = new Map<string, SearchHit>();
  for (const file of files) {
    // Deleted since it was ranked: no hit any more.
    if (file !== null && !(file instanceof Error)) hits.set(file.did, { kind: 'FILE', file, words });
  }
  for (const entry of entries) hits.set(entry.announcementId ?? '', { kind: 'ANNOUNCEMENT', entry, words });
  return {
    nodes: found.hits.flatMap(({ did, announcementId }) => hits.get(did ?? announcementId ?? '') ?? []),
    totalCount: found.totalCount,
    pageInfo: pageInfoOf(paging, found.totalCount),
  };
}

async function entriesOfAnnouncements(db: Database, ids: string[]): Promise<ActivityRow[]> {
  if (ids.length === 0) return [];
  return db.select().from(activity).where(inArray(activity.announcementId, ids));
}

function wordsToHighlight(db: Database, { stems, words }: Terms): HighlightedWords {
  let known: Promise<ReadonlySet<string>> | undefined;
  return () => {
    known ??= wordsWithStems(db, stems).then((written) => new Set([...written, ...words].map(foldWord)));
    return known;
  };
}
