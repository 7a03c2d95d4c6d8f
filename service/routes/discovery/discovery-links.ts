import type { FastifyInstance } from 'fastify';
import { CATALOG_PATH } from './api-catalog.ts';
import type { ServiceDescription } from './describe-service.ts';

/** The `Link` header (RFC 8288) of the documents, and of errors that a program without documentation gets. */
export function discoveryLinks({ url, guideUrl }: Pick<ServiceDescription, 'url' | 'guideUrl'>): string {
  const links: [target: string, rel: string, type: string][] = [
    [`${url}/`, 'index', 'application/json'],
    [`${url}/openapi.json`, 'service-desc', 'application/json'],
    [guideUrl, 'service-doc', 'text/html'],
    [`${url}/.well-known/x402.json`, 'service-meta', 'application/json'],
    [`${url}/health`, 'status', 'application/json'],
    [url + CATALOG_PATH, 'api-catalog', 'application/linkset+json'],
  ];
  return links.map(([target, rel, type]) => `<${target}>; rel="${rel}"; type="${type}"`).join(', ');
}

/** Statuses of callers that do not know the service yet. */
const linkedStatuses = new Set([401, 402, 404, 405]);

/** Adds the links to errors of all routes. Call before the routes are registered. */
export function linkErrors(app: FastifyInstance, links: string): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    if (!linkedStatuses.has(reply.statusCode)) return payload;
    const own = reply.getHeader('link');
    reply.header('link', own === undefined ? links : `${own}, ${links}`);
    return payload;
  });
}
