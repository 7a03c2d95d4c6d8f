import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isWebPath } from '@labroom/testing/web-paths.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configOf, serverOf } from './discovery.fixture.ts';

const url = 'https://api.example.org';
const webUrl = 'https://app.example.org';

let app: FastifyInstance;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labroom-references-'));
  const packages = ['labroom', 'labroom-client', 'labroom-contracts'].map((name) => {
    const hashes = { sha256: '0'.repeat(64), integrity: 'sha512-x' };
    return { name, version: '0.1.0', file: `${name}-0.1.0.tgz`, bytes: 1, ...hashes };
  });
  for (const { file } of packages) await writeFile(join(folder, file), 'x');
  await writeFile(join(folder, 'packages.json'), JSON.stringify({ commit: null, sources: 'x', packages }));
  const places = { SERVICE_URL: url, WEB_URL: webUrl, PACKAGES_DIR: folder };
  app = await serverOf(configOf({ ...places, SECURITY_CONTACT: 'mailto:a@example.org' }));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

/** Places that a program fills in, or that take no GET, and the state of a process with a database. */
const isNoDocument = (path: string) =>
  /[{…*<]|^\/(?:graphql|mcp|events|credentials|health|ready|v1|(?:local\/)?x402|oauth|storage|images|pictures|mail)\b/.test(
    path,
  );

/** The references of a text to documents of this service: addresses, links of Markdown, and names of the project's documents. */
function referencesIn(text: string, at: string): string[] {
  const found = [
    ...[...text.matchAll(/https:\/\/api\.example\.org[^\s"'`)>\]|,]*/g)].map(([address]) =>
      address.replace(/[.;:]+$/, ''),
    ),
    ...[...text.matchAll(/\]\((?!https?:|mailto:|#)([^)\s]+)\)/g)].map(
      ([, target = '']) => new URL(target, url + at).href,
    ),
    ...[...text.matchAll(/(?<![\w/.-])docs\/[\w/-]+\.md/g)].map(([path]) => `${url}/${path}`),
  ];
  return found.map((address) => new URL(address).pathname).filter((path) => !isNoDocument(decodeURI(path)));
}

/** Addresses of the web app in a text, as paths. */
const pagesIn = (text: string) =>
  [...text.matchAll(/https:\/\/app\.example\.org[^\s"'`)>\]|,#?<]*/g)]
    .map(([address]) => new URL(address.replace(/[.;:]+$/, '')).pathname)
    .filter((path) => !/[{*…]|%7B|^\/api\b/i.test(path));

test('every reference in every text that the service serves leads to a document', async () => {
  const seen = new Set(['/']);
  const broken: string[] = [];
  const pages = new Set<string>();
  for (const path of seen) {
    const { statusCode, headers, payload } = await app.inject(path);
    if (statusCode !== 200) broken.push(`${path} is ${statusCode}`);
    if (!/text|json/.test(String(headers['content-type']))) continue;
    const texts =
      path === '/'
        ? [payload, (await app.inject({ url: '/', headers: { accept: 'text/markdown' } })).payload]
        : [payload];
    for (const text of texts) {
      for (const one of referencesIn(text, path)) seen.add(one);
      for (const one of pagesIn(text)) pages.add(one);
    }
  }
  expect(broken).toEqual([]);
  expect([...pages].filter((page) => !isWebPath(page))).toEqual([]);
  expect(pages.size).toBeGreaterThan(10);
  for (const path of [
    '/llms.txt',
    '/schema.graphql',
    '/docs/specification/gateway.md',
    '/docs/configuration.md',
  ])
    expect(seen).toContain(path);
  expect(seen.size).toBeGreaterThan(50);
});

test('nothing outside of the documents of the project is served below /docs', async () => {
  for (const path of [
    '../package.json',
    '%2e%2e/package.json',
    'glossary.json',
    'developers/start.md',
    'specification',
  ])
    expect((await app.inject(`/docs/${path}`)).statusCode).toBe(404);
});

test('links to what is not served are text, and links to the guide lead to the web app', async () => {
  const { payload } = await app.inject('/docs/specification/gateway.md');
  expect(payload).not.toMatch(/\]\([^)]*\.\.\/\.\.\//);
  const read = async (path: string) => (await app.inject(path)).payload;
  expect(await read('/docs/specification/gateway.md')).toContain(
    `${webUrl}/developers/client.md#paymentchannel`,
  );
});
