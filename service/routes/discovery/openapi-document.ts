import { JSON_SCHEMA_DIALECT } from '@labroom/protocol/json-schema-dialect';
import { mailActions } from '../../operations/mail/mail-links.ts';
import type { ServiceDescription } from './describe-service.ts';
import type { DocumentEntry } from './document-entry.ts';
import {
  credentialRoutes,
  documentRoute,
  eventsRoute,
  foreseeRoute,
  graphqlRoutes,
  paidCallRoute,
  publicRoute,
} from './openapi-api-routes.ts';
import { commonHeaders, errorResponses, schemas, securitySchemes } from './openapi-components.ts';
import { journeysRoute } from './openapi-journeys.ts';
import {
  byteRoutes,
  downloads,
  fileRoutes,
  healthRoute,
  mailRoutes,
  mcpRoute,
  oauthRoutes,
  pageVersionRoute,
  readyRoute,
} from './openapi-other-routes.ts';

/** `/openapi.json`: every route of the service (OpenAPI 3.1). The operations of `/graphql` are in its own schema. */
export function openApiDocument(service: ServiceDescription, documents: readonly DocumentEntry[]): object {
  return {
    openapi: '3.1.0',
    info: { title: service.name, version: service.version, summary: service.summary, license },
    jsonSchemaDialect: JSON_SCHEMA_DIALECT,
    servers: [{ url: service.url, description: service.environment }],
    externalDocs: { url: service.guideUrl },
    tags: [
      { name: 'discovery', description: 'What the service tells about itself. Public and cacheable.' },
      { name: 'public data', description: 'What everyone may read, without a credential. Cacheable.' },
      { name: 'credentials', description: 'A consumer credential for the signature of a wallet.' },
      { name: 'graphql', description: 'All operations. Their schema is at /schema.graphql.' },
      { name: 'gateway', description: 'Single mutations, paid per call (x402).' },
      { name: 'bytes', description: 'Uploads and downloads, by URLs that operations return.' },
      { name: 'mcp', description: 'Tools for agents (Model Context Protocol), without a credential.' },
      { name: 'mail', description: 'Pages of the links in mails.' },
      { name: 'pages', description: 'For web apps that keep pages.' },
      { name: 'health', description: 'State of this process.' },
    ],
    paths: {
      ...Object.fromEntries(documents.map((entry) => [entry.path, { get: documentRoute(entry) }])),
      ...Object.fromEntries(service.publicData.map((route) => [route.path, { get: publicRoute(route) }])),
      '/credentials': credentialRoutes,
      '/graphql': graphqlRoutes,
      '/events': { get: eventsRoute },
      ...Object.fromEntries(service.paidCalls.map((call) => [call.path, { post: paidCallRoute(call) }])),
      ...Object.fromEntries(
        service.paidCalls.map((call) => [`${call.path}/foresee`, { post: foreseeRoute(call) }]),
      ),
      [service.journeysPath]: { post: journeysRoute() },
      '/images/{name}': byteRoutes('an image of a lab', 'name', 'Image'),
      '/pictures/{name}': downloads(byteRoutes('the picture of a person', 'name', 'Picture')),
      ...(service.servesStorage && { '/storage/{key}': byteRoutes('a file', 'key', 'File') }),
      ...Object.fromEntries(mailActions.map((action) => [`/mail/${action}`, mailRoutes(action)])),
      ...fileRoutes,
      '/mcp': { post: mcpRoute },
      ...oauthRoutes,
      '/pages/version': { get: pageVersionRoute },
      '/health': { get: healthRoute },
      '/ready': { get: readyRoute },
    },
    components: { securitySchemes, schemas, headers: commonHeaders, responses: errorResponses },
  };
}

const license = { name: 'MIT', identifier: 'MIT' };
