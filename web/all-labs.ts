import 'server-only';
import { LabsOfSitemapDocument, type LabsOfSitemapQuery } from '@labroom/client/documents';
import { queryService } from './query-service.ts';
import { withoutVisitor } from './visitor.ts';

type SitemapLab = LabsOfSitemapQuery['labs']['nodes'][number];

const perPage = 100;
/** 10,000 labs give 30,000 URLs. The maximum of a sitemap is 50,000. */
const maxPages = 100;
const validMs = 60 * 60 * 1000;

let known: { labs: Promise<SitemapLab[]>; until: number } | undefined;

/** The labs with the newest contributions, cached for an hour, which is enough for crawlers. Errors: `LabroomError`. */
export function allLabs(now = Date.now()): Promise<SitemapLab[]> {
  if (known && now < known.until) return known.labs;
  // The result is shared by all visitors, so the request must not count against the visitor who causes it.
  const labs = withoutVisitor(loadAll);
  known = { labs, until: now + validMs };
  labs.catch(() => {
    known = undefined;
  });
  return labs;
}

async function loadAll(): Promise<SitemapLab[]> {
  const labs: SitemapLab[] = [];
  for (let page = 0; page < maxPages; page++) {
    const answer = (await queryService(LabsOfSitemapDocument, { page, perPage })).labs;
    labs.push(...answer.nodes);
    if (!answer.pageInfo.hasNextPage) break;
  }
  return labs;
}
