import { PUBLIC_DATA } from '../public-data/resources.ts';
import type { ServiceDescription } from './describe-service.ts';
import type { DocumentEntry } from './document-entry.ts';

/** RFC 9727, 4.2. */
export const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

export const CATALOG_PATH = '/.well-known/api-catalog';

/** `/.well-known/api-catalog` (RFC 9727): the APIs of the service as a linkset (RFC 9264), with links of RFC 8631. */
export function apiCatalog(service: ServiceDescription, documents: readonly DocumentEntry[]): object {
  const { url, guideUrl } = service;
  const [graphql, data, events, mcp] = ['/graphql', PUBLIC_DATA, '/events', '/mcp'].map((path) => url + path);
  const gateway = `${url}/${service.environment}/x402/labs`;
  const described = (path: string) => documents.filter((entry) => entry.path === path).map(asLink);
  const asLink = ({ path, title, representations: [first] }: DocumentEntry) => ({
    href: url + path,
    type: first.type,
    title,
  });
  const guide = [{ href: guideUrl, type: 'text/html', title: 'Guide and reference' }];
  const status = [{ href: `${url}/health`, type: 'application/json' }];
  return {
    linkset: [
      {
        anchor: `${url}${CATALOG_PATH}`,
        item: [graphql, data, events, mcp, gateway].map((href) => ({ href })),
      },
      {
        anchor: graphql,
        'service-desc': described('/schema.graphql'),
        'service-doc': guide,
        'service-meta': [...described('/contracts.json'), ...described('/')],
        status,
      },
      ...[data, events, mcp].map((anchor) => ({
        anchor,
        'service-desc': described('/openapi.json'),
        'service-doc': guide,
        status,
      })),
      {
        anchor: gateway,
        'service-desc': described('/openapi.json'),
        'service-doc': guide,
        'service-meta': described('/.well-known/x402.json'),
        describedby: service.paidCalls.flatMap(({ schemaPath }) => described(schemaPath)),
        status,
      },
    ],
  };
}
