import type { PromptTerms } from '@labroom/search-index/prompt-terms';
import type { Requirement } from '@labroom/search-index/rank-question';
import { foldWord } from '@labroom/search-index/snippet';
import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { QuerySearchLabsArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import type { FileWithVersion } from '#core/context/request-loaders.ts';
import type { ActivityRow } from '#core/feed/feed-store.ts';
import { listLabs } from '#core/labs/lab-lists.ts';
import type { LabRow } from '#core/labs/lab-rows.ts';
import { labelOf } from '#core/search/labels.ts';
import { prompt } from '#core/search/prompt.ts';
import { requirementsOf, searchFilters } from '#core/search/search-filters.ts';
import type { Database } from '#platform/db/database.ts';
import { activity } from '#platform/db/tables/activity.ts';
import { parseInput } from '#platform/input/input.ts';
import { clampPage, pageInfoOf } from '#platform/input/page.ts';
import { exactHits } from './exact-hits.ts';
import { type Phrase, phrasesOf } from './phrases.ts';
import { wordsWithStems } from './prompt-words.ts';
import { rank } from './rank.ts';
import { termsOf } from './terms.ts';

/** Maximum number of hits found by meaning only. */
const MAX_SIMILAR = 50;

/** Maximum number of labs whose name matches. */
const MAX_LABS = 10;

/** The words to highlight, with the word of the prompt that each corrects; read when the first passage is resolved. */
export type HighlightedWords = () => Promise<ReadonlyMap<string, string | undefined>>;
export type LabHit = { lab: LabRow; words: HighlightedWords };
export type FileHit = { kind: 'FILE'; file: FileWithVersion; words: HighlightedWords };
export type AnnouncementHit = { kind: 'ANNOUNCEMENT'; entry: ActivityRow; words: HighlightedWords };
export type SearchHit = FileHit | AnnouncementHit;

const argsSchema = z.object({
  prompt,
  filters: searchFilters.nullish(),
  listLabFiles: z.boolean().nullish(),
});

/** Full text search over files and announcements. The number of statements does not depend on the number of hits. */
export async function searchLabs(context: RequestContext, args: QuerySearchLabsArgs) {
  const input = parseInput(argsSchema, args);
  const listLabFiles = input.listLabFiles ?? true;
  const paging = clampPage(args, { default: 10, max: 100 });
  const { db, searchIndex } = context;
  const filters = input.filters ?? {};
  const isFiltered = Object.values(filters).some((values) => values?.length);
  const { byOclIds, ...otherFilters } = filters;
  const hasLabs = !Object.values(otherFilters).some((values) => values?.length);
  const [exact, terms, filterRequirements, similar] = await Promise.all([
    exactHits(context, input.prompt),
    termsOf(db, searchIndex, input.prompt),
    requirementsOf(db, filters),
    // Filters apply after the nearest documents are found, so more are requested.
    context.similarDocuments?.to(input.prompt, isFiltered ? 10 * MAX_SIMILAR : MAX_SIMILAR, context.log) ??
      [],
  ]);
  const phrases = await phrasesOf(db, searchIndex, input.prompt);
  const found = await rank(db, searchIndex, {
    words: terms.sought,
    wholeLabs: listLabFiles ? terms.named : [],
    requirements: [...filterRequirements, ...phrases.map(requirementOf)],
    similar,
    offset: paging.page * paging.perPage,
    limit: paging.perPage,
  });

  const dids = found.hits.flatMap(({ did }) => did ?? []);
  const announcementIds = found.hits.flatMap(({ announcementId }) => announcementId ?? []);
  const isChosen = (oclId: string | null) => !byOclIds?.length || byOclIds.some((id) => id === oclId);
  const inFilter = (oclId: string) => isChosen(oclId) && phrases.every(({ labs }) => labs.includes(oclId));
  const [files, entries, labs] = await Promise.all([
    context.loaders.files.loadMany(dids),
    entriesOfAnnouncements(db, announcementIds),
    hasLabs ? labsNamed(db, terms.named.filter(inFilter)) : [],
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
    labs: labs.map((lab) => ({ lab, words })),
    exact: exact.filter(({ oclId }) => isChosen(oclId)),
    totalCount: found.totalCount,
    pageInfo: pageInfoOf(paging, found.totalCount),
  };
}

function requirementOf({ documents, labs }: Phrase): Requirement {
  return { documents, labels: labs.map((lab) => labelOf('byOclIds', lab)) };
}

async function entriesOfAnnouncements(db: Database, ids: string[]): Promise<ActivityRow[]> {
  if (ids.length === 0) return [];
  return db.select().from(activity).where(inArray(activity.announcementId, ids));
}

async function labsNamed(db: Database, oclIds: string[]): Promise<LabRow[]> {
  if (oclIds.length === 0) return [];
  const among = [{ only: oclIds }];
  const { rows } = await listLabs(db, {
    among,
    withHidden: false,
    order: 'LATEST_CONTRIBUTION',
    page: 0,
    perPage: MAX_LABS,
  });
  return rows;
}

function wordsToHighlight(db: Database, { stems, words, corrected }: PromptTerms): HighlightedWords {
  let known: Promise<ReadonlyMap<string, string | undefined>> | undefined;
  return () => {
    known ??= wordsWithStems(db, stems).then(
      (written) =>
        new Map([
          ...written.map(({ word, stem }) => [foldWord(word), corrected.get(stem)] as const),
          ...words.map((word) => [foldWord(word), undefined] as const),
        ]),
    );
    return known;
  };
}
