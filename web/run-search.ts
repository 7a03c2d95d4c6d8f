import 'server-only';
import { parseLabSegment } from '#lib/api/lab-reference.ts';
import type { SearchResult } from '#lib/search/search-result.ts';
import { accessLevels, type SearchView, searchKinds } from '#lib/search/search-view.ts';
import {
  type LabNameFragment,
  LabOfFilterDocument,
  SearchLabsDocument,
} from '#packages/client/documents.generated.ts';
import { queryService } from './query-service.ts';

const hitsPerPage = 20;

/** Runs the search of a view. Errors: `LabroomError`. */
export async function runSearch(view: SearchView): Promise<SearchResult> {
  const labs = new Map(
    await Promise.all(view.labs.map(async (name) => [name, await labOfFilter(name)] as const)),
  );
  const oclIds = [...labs.values()].flatMap((lab) => lab?.oclId ?? []);
  if (!view.prompt || (labs.size > 0 && oclIds.length === 0)) return { found: null, labs };
  const { searchLabs } = await queryService(SearchLabsDocument, {
    prompt: view.prompt,
    filters: {
      byOclIds: oclIds,
      byTags: [...view.tags],
      byCategories: [...view.categories],
      byKinds: view.kinds.map((kind) => searchKinds[kind]),
      byAccessLevels: view.levels.map((level) => accessLevels[level]),
    },
    page: view.page,
    perPage: hitsPerPage,
  });
  return { found: searchLabs, labs };
}

async function labOfFilter(name: string): Promise<LabNameFragment | null> {
  const reference = parseLabSegment(name);
  if (!reference) return null;
  return (await queryService(LabOfFilterDocument, reference)).labWithDataRoomAndFiles;
}
