import { readFileSync } from 'node:fs';
import { apiCatalog, CATALOG_PATH, CATALOG_TYPE } from './api-catalog.ts';
import { contractsDocument, MANIFEST_PATH } from './contracts-document.ts';
import { type ServiceDescription, schemaFile } from './describe-service.ts';
import type { DocumentEntry, Representation } from './document-entry.ts';
import { authorizationServer, protectedResource, RESOURCE_METADATA_PATH } from './oauth-documents.ts';
import { openApiDocument } from './openapi-document.ts';
import { checksums, PACKAGES_PATH, packagesDocument } from './packages.ts';
import { paidCallsDocument } from './paid-calls-document.ts';
import { specificationEntry } from './project-documents.ts';
import { llmsText, robotsText, rootDocument, rootHtml, rootMarkdown, securityText } from './texts.ts';

const skill = readFileSync(new URL('skill/SKILL.md', import.meta.url), 'utf8');

/** All documents of discovery. A new one is an entry here: routes, links and the other documents follow. */
export function documentsOf(service: ServiceDescription): readonly DocumentEntry[] {
  const documents: readonly DocumentEntry[] = [
    {
      path: '/',
      title: 'Start: what this service is, with links to everything else',
      representations: [
        json(() => rootDocument(service, documents)),
        markdown(() => rootMarkdown(service, documents)),
        { type: 'text/html; charset=utf-8', render: () => rootHtml(service, documents) },
      ],
    },
    {
      path: '/llms.txt',
      title: 'Everything for language models, with all operations',
      representations: [plain(() => llmsText(service, documents))],
    },
    {
      path: '/openapi.json',
      title: 'OpenAPI 3.1 of every route',
      representations: [json(() => openApiDocument(service, documents))],
    },
    {
      path: '/schema.graphql',
      title: 'GraphQL schema (SDL) with documentation, access and errors of each operation',
      representations: [plain(() => service.sdl)],
    },
    {
      path: '/contracts.json',
      title: 'Contracts: chain, addresses, first block, ABIs, templates of access conditions',
      representations: [json(() => contractsDocument(service))],
    },
    ...(service.manifest
      ? [
          {
            path: MANIFEST_PATH,
            title: 'Manifest of the contracts, for verify-deployment',
            representations: [json(() => ({ ...service.manifest }))],
          } satisfies DocumentEntry,
        ]
      : []),
    {
      path: '/.well-known/x402.json',
      title: 'Paid calls: prices, payment requirements, schemas',
      representations: [json(() => paidCallsDocument(service))],
    },
    {
      path: CATALOG_PATH,
      title: 'API catalog (RFC 9727)',
      representations: [json(() => apiCatalog(service, documents), CATALOG_TYPE)],
    },
    {
      path: '/.well-known/oauth-authorization-server',
      title: 'Authorization of programs by a wallet (OAuth 2.1, RFC 8414)',
      representations: [json(() => authorizationServer(service))],
    },
    ...['/.well-known/oauth-protected-resource', RESOURCE_METADATA_PATH].map(
      (path): DocumentEntry => ({
        path,
        title: 'What /mcp accepts as authorization (RFC 9728)',
        representations: [json(() => protectedResource(service))],
      }),
    ),
    ...service.paidCalls.map(
      (call): DocumentEntry => ({
        path: call.schemaPath,
        title: `JSON Schemas of ${call.mutation}: request, variables and response`,
        representations: [json(() => schemaFile(service, call), 'application/schema+json')],
      }),
    ),
    ...(service.securityContacts.length > 0
      ? [
          {
            path: '/.well-known/security.txt',
            title: 'Where to report vulnerabilities (RFC 9116)',
            representations: [plain(() => securityText(service))],
          } satisfies DocumentEntry,
        ]
      : []),
    {
      path: '/skills/labroom/SKILL.md',
      title: 'Skill for coding agents that use Labroom (agentskills.io)',
      representations: [markdown(() => skill.replaceAll('{origin}', service.url))],
    },
    specificationEntry(service),
    ...(service.packages.packages.length > 0
      ? [
          {
            path: '/packages.json',
            title: 'Packages to install from here: command line, client, contracts, with their hashes',
            representations: [json(() => packagesDocument(service.url, service.packages))],
          } satisfies DocumentEntry,
          {
            path: `${PACKAGES_PATH}/SHA256SUMS`,
            title: 'SHA-256 of the packages, for sha256sum --check',
            representations: [plain(() => checksums(service.packages))],
          } satisfies DocumentEntry,
        ]
      : []),
    {
      path: '/robots.txt',
      title: 'Rules for crawlers',
      representations: [plain(() => robotsText(documents))],
    },
  ];
  return documents;
}

function json(value: () => object, type = 'application/json; charset=utf-8'): Representation {
  return { type, render: () => `${JSON.stringify(value(), null, 2)}\n` };
}

function plain(render: () => string): Representation {
  return { type: 'text/plain; charset=utf-8', render };
}

function markdown(render: () => string): Representation {
  return { type: 'text/markdown; charset=utf-8', render };
}
