import 'server-only';
import { type LabNameFragment, LabOfFilterDocument, SearchLabsDocument } from '@labroom/client/documents';
import { parseLabSegment } from '#lib/api/lab-segment.ts';
import type { SearchResult } from '#lib/search/search-result.ts';
import { apiFilters, countFilters, type SearchView } from '#lib/search/search-view.ts';
import { queryService } from './query-service.ts';
import { shownImage } from './shown-image.ts';

/** Runs the search of a view. Errors: `LabroomError`. */
export async function runSearch(view: SearchView): Promise<SearchResult> {
  const labs = new Map(
    await Promise.all(view.labs.map(async (name) => [name, await labOfFilter(name)] as const)),
  );
  const oclIds = [...labs.values()].flatMap((lab) => lab?.oclId ?? []);
  if (!view.prompt || (labs.size > 0 && oclIds.length === 0)) return { found: null, labs };
  const { searchLabs } = await queryService(SearchLabsDocument, {
    prompt: view.prompt,
    filters: apiFilters(view, oclIds),
    page: view.page,
    // With a filter, the link to all files of a lab would show more than the filter lets through.
    listLabFiles: countFilters(view) > labs.size,
  });
  const labHits = searchLabs.labs.map((hit) => ({
    ...hit,
    lab: { ...hit.lab, image: shownImage(hit.lab.image) },
  }));
  return { found: { ...searchLabs, labs: labHits }, labs };
}

async function labOfFilter(name: string): Promise<LabNameFragment | null> {
  const reference = parseLabSegment(name);
  if (!reference) return null;
  return (await queryService(LabOfFilterDocument, reference)).labWithDataRoomAndFiles;
}
