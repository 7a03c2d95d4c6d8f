import 'server-only';
import { LabsOfSitemapDocument, type LabsOfSitemapQuery } from '#packages/client/documents.generated.ts';
import { queryService } from './query-service.ts';
import { withoutVisitor } from './visitor.ts';

type SitemapLab = LabsOfSitemapQuery['labs']['nodes'][number];

const perPage = 100;
/** Ten thousand labs make thirty thousand addresses; a sitemap may hold fifty. */
const mostPages = 100;
const validMs = 60 * 60 * 1000;

let known: { labs: Promise<SitemapLab[]>; until: number } | undefined;

/** The labs with the newest contributions, as they were within the last hour: crawlers need no more. Errors: `LabroomError`. */
export function allLabs(now = Date.now()): Promise<SitemapLab[]> {
  if (known && now < known.until) return known.labs;
  // Shared by all visitors, so it must not count against the first one who requests it.
  const labs = withoutVisitor(loadAll);
  known = { labs, until: now + validMs };
  labs.catch(() => {
    known = undefined;
  });
  return labs;
}

async function loadAll(): Promise<SitemapLab[]> {
  const labs: SitemapLab[] = [];
  for (let page = 0; page < mostPages; page++) {
    const answer = (await queryService(LabsOfSitemapDocument, { page, perPage })).labs;
    labs.push(...answer.nodes);
    if (!answer.pageInfo.hasNextPage) break;
  }
  return labs;
}
