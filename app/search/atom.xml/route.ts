import { outcomeOf } from '#lib/api/outcome.ts';
import { atomPaths } from '#lib/feeds/atom-paths.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { readSearchView, type SearchView, searchPath } from '#lib/search/search-view.ts';
import type { AtomFeed } from '#web/atom/atom-document.ts';
import { searchEntries, tagOf } from '#web/atom/atom-entries.ts';
import { atomResponse, plain } from '#web/atom/atom-response.ts';
import { webEnv } from '#web/config/env.ts';
import { runSearch } from '#web/run-search.ts';

/** The first page of a search, with the filters of its URL, newest first. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const params = Object.fromEntries([...searchParams.keys()].map((key) => [key, searchParams.getAll(key)]));
  const view = { ...readSearchView(params), page: 0 };
  if (!view.prompt) return plain(400, 'Add a search text: /search/atom.xml?q=assay');
  return atomResponse(request, await outcomeOf(searchFeed(view, view.prompt)));
}

async function searchFeed(view: SearchView, prompt: string): Promise<AtomFeed> {
  const { webUrl } = webEnv();
  const page = searchPath(view);
  const { found } = await runSearch(view);
  return {
    id: tagOf(webUrl, page),
    title: `Labroom: search for ${visibleName(prompt)}`,
    self: webUrl + atomPaths.search(view),
    page: webUrl + page,
    entries: searchEntries(found?.nodes ?? [], webUrl),
  };
}
