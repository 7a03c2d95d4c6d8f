import { manifestSchema } from '@labroom/contracts/manifest';
import type { Offer } from '@labroom/payments/payment/offer.ts';
import { conditionsForHolders, conditionsForTeam } from '@labroom/protocol/conditions';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { buildSchema, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContractsCheck } from '#chain/contracts-check.ts';
import { readSchemaText } from '#contract/schema-text.ts';
import { offersOf } from '#gateway/offers/offers.ts';
import type { Config } from '../../platform/config/config.ts';
import { placeholders } from './contracts-document.ts';
import { describeService } from './describe-service.ts';
import { beyondLocal, configOf, serverOf } from './discovery.fixture.ts';
import { documentsOf } from './documents.ts';

const startedAt = new Date('2026-01-01T00:00:00.000Z');
const config = configOf({ SECURITY_CONTACT: 'mailto:a@example.org https://example.org/report' });
const sdl = readSchemaText();
const schema = buildSchema(sdl);
// Validated once, above.
const changedSchema = (changed: string) => buildSchema(changed, { assumeValidSDL: true });

/** The text of every document, in its first form, by path. */
function texts(
  changed: {
    config?: Config;
    sdl?: string;
    offers?: Record<string, Offer>;
    contractsCheck?: ContractsCheck;
  } = {},
) {
  const of = { config, sdl, startedAt, ...changed };
  const service = describeService({ ...of, schema: changed.sdl ? changedSchema(changed.sdl) : schema });
  return Object.fromEntries(
    documentsOf(service).flatMap(({ path, representations }) =>
      representations.map(({ type, render }, index) => [
        index === 0 ? path : `${path} ${type.split(';', 1)}`,
        render(),
      ]),
    ),
  );
}

const original = texts();
const read = <Document>(path: string) => JSON.parse(original[path] ?? '') as Document;
/** The documents after a change of the service, and which of them it changes. */
const change = (by: Parameters<typeof texts>[0]) => {
  const after = texts(by);
  return { after, changed: Object.keys(after).filter((path) => after[path] !== original[path]) };
};

// Each schema checks a few values: optimizing its code takes longer.
const quickly = { strict: true, code: { optimize: false } };
const ajv = addFormats.default(new Ajv2020(quickly));

interface Schemas {
  $defs: Record<'request' | 'variables' | 'response', object>;
}
interface PaidCalls {
  resources: string[];
  items: {
    resource: string;
    schema: string;
    accepts: object[];
    extensions: {
      bazaar: { info: { input: { body: { query: string; variables: object } } }; schema: object };
    };
  }[];
}
const paidCalls = read<PaidCalls>('/.well-known/x402.json');
const mutations = paidCalls.items.map(({ resource }) => resource.split('/').at(-1) ?? '');

describe('one table', () => {
  test('carries a changed price into every document with prices', () => {
    const dearer = { ...config, gateway: configOf({ X402_PRICE_CREATE_LAB: '0.25' }).gateway };
    const { after, changed } = change({ config: dearer });
    expect(changed).toEqual([
      '/',
      '/ text/markdown',
      '/ text/html',
      '/llms.txt',
      '/openapi.json',
      '/.well-known/x402.json',
    ]);
    for (const path of ['/', '/llms.txt', '/openapi.json', '/.well-known/x402.json'])
      expect(after[path]).toContain('0.25 USD Coin');
  });

  const added = (directives: string) => `${sdl}
    extend type Mutation @group(name: "Added") {
      "Publishes a lab."
      publishLab(oclId: String!): CreateLabResult! ${directives}
    }`;

  test('carries a new operation into schema and llms.txt', () => {
    const { after, changed } = change({ sdl: added('@auth(requires: OWNER)') });
    expect(changed).toEqual(['/llms.txt', '/schema.graphql']);
    expect(after['/llms.txt']).toContain('`publishLab` (mutation, OWNER): Publishes a lab.');
  });

  test('carries a new paid operation into all documents but those of other subjects', () => {
    const offers = offersOf(config);
    const { after, changed } = change({
      sdl: added('@auth(requires: OWNER) @paid'),
      offers: { ...offers, publishLab: offers.createLab },
    });
    const unrelated = [
      '/contracts.json',
      '/skills/labroom/SKILL.md',
      '/docs/specification/README.md',
      '/.well-known/security.txt',
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      ...mutations.map(schemaPath),
    ];
    expect(changed).toEqual(Object.keys(after).filter((path) => !unrelated.includes(path)));
    for (const path of changed) expect(after[path]).toContain('publishLab');
  });

  test('carries a new argument of a route of public data into its parameters', () => {
    const renamed = sdl.replace('Only labs whose name, shortname', 'Only labs whose title, shortname');
    const { after, changed } = change({ sdl: renamed });
    expect(changed).toEqual(['/openapi.json', '/schema.graphql']);
    const { paths } = JSON.parse(after['/openapi.json'] ?? '');
    expect(paths['/v1/labs'].get.parameters[0]).toMatchObject({
      name: 'search',
      in: 'query',
      description: expect.stringContaining('title, shortname'),
    });
  });

  test('carries every route of public data into the documents that list routes', () => {
    const { publicData } = describeService({ config, schema, sdl, startedAt });
    expect(publicData.length).toBeGreaterThan(6);
    for (const { path } of publicData)
      for (const document of ['/', '/ text/markdown', '/ text/html', '/llms.txt', '/openapi.json'])
        expect([document, original[document]?.includes(path)]).toEqual([document, true]);
  });

  test('refuses a paid operation without a price', () => {
    expect(() => texts({ sdl: added('@auth(requires: OWNER) @paid') })).toThrow('publishLab has no price');
  });
});

const schemaPath = (mutation: string) => `/schemas/${mutation}.json`;

describe('the schemas of', () => {
  test.each(mutations)('%s accept its example, and nothing else', (mutation) => {
    const file = read<Schemas>(schemaPath(mutation));
    const [item] = paidCalls.items.filter(({ resource }) => resource.endsWith(`/${mutation}`));
    const body = item?.extensions.bazaar.info.input.body;
    const check = ajv.compile(file);
    expect([check(body), check.errors]).toEqual([true, null]);
    expect(check({ ...body, variables: { ...body?.variables, nonsense: 1 } })).toBe(false);
    expect(check({ variables: body?.variables })).toBe(false);
    expect(validate(schema, parse(body?.query ?? ''))).toEqual([]);
  });

  test('createLab know required variables, unknown fields and null', () => {
    const { $defs } = read<Schemas>('/schemas/createLab.json');
    const variables = ajv.compile($defs.variables);
    expect(variables({})).toBe(false);
    expect(variables({ input: {} })).toBe(false);
    expect(variables({ input: { oclId: '0x01' } })).toBe(true);
    const response = ajv.compile($defs.response);
    const failed = {
      message: 'No.',
      error: { code: 'CONFLICT', message: 'No.', requestId: 'x' },
      lab: null,
    };
    const check = (createLab: object) => [response({ data: { createLab } }), response.errors];
    expect(check(failed)).toEqual([true, null]);
    expect(check({ ...failed, error: { code: 'CONFLICT' } })[0]).toBe(false);
    expect(check({ ...failed, unknown: 1 })[0]).toBe(false);
  });
});

describe('/openapi.json', () => {
  const openapi = read<{ paths: Record<string, Record<string, unknown>> }>('/openapi.json');

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(openapi) as Record<string, unknown>);
    expect([valid, errors ?? null]).toEqual([true, null]);
    expect(validator.version).toBe('3.1');
    // Throws for a reference to nothing.
    validator.resolveRefs();
  });

  test('names every operation once, so that code generators can', () => {
    const routes = Object.values(openapi.paths).flatMap((item) => Object.values(item)) as object[];
    const names = routes.flatMap((route) => ('operationId' in route ? [String(route.operationId)] : []));
    expect(names.filter((name) => !/^[a-z][a-zA-Z0-9]*$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining(['start', 'getSchemasCreateLabJson', 'createLab', 'uploadFile']),
    );
  });

  test('has schemas that JSON Schema accepts', () => {
    const seen: object[] = [];
    JSON.stringify(openapi, (key, value) => {
      if (key === 'schema' && !JSON.stringify(value).includes('#/components/')) seen.push(value);
      return value;
    });
    expect(seen.length).toBeGreaterThan(20);
    const ajv = new Ajv2020({ ...quickly, formats: { 'date-time': true, uri: true } });
    for (const part of seen) ajv.compile(part);
  });

  describe('of a service', () => {
    let app: FastifyInstance;
    beforeAll(async () => {
      app = await serverOf(config);
    });
    afterAll(() => app.close());

    test('has exactly its routes', () => {
      const described = Object.keys(openapi.paths).map((path) =>
        path
          .replace(/\{(?:key|path)\}/, '*')
          .replaceAll(/\{(\w+)\}/g, ':$1')
          .replace(/(?<=\/x402\/labs\/)\w+/, ':mutation'),
      );
      const paths = [...new Set(described)];
      const isRouted = (url: string) =>
        (['GET', 'POST'] as const).some((method) => app.hasRoute({ method, url }));
      expect(paths.filter((url) => !isRouted(url))).toEqual([]);
      expect(paths).toHaveLength(countRoutes(app));
    });
  });
});

/** Number of paths that the server routes. The tree has wildcards without what is before them. */
function countRoutes(app: FastifyInstance): number {
  const lines = app.printRoutes({ commonPrefix: false }).split('\n');
  const paths = lines.flatMap((line) => /── (\S+) \(/.exec(line)?.[1] ?? []);
  // `/mail/:action` answers 405 alone.
  // Calls with a larger body, and their `/foresee`, are routed apart.
  const apart = paths.findIndex((path) => path.includes(':mutation('));
  return paths.toSpliced(apart, 2).filter((path) => path !== 'mail/:action').length;
}

describe('/.well-known/x402.json', () => {
  test('has every paid call, in both forms in use, with an example that its own schema accepts', () => {
    expect(mutations).toHaveLength(6);
    expect(paidCalls.resources).toEqual(paidCalls.items.map(({ resource }) => resource));
    for (const { resource, accepts, extensions, schema: at } of paidCalls.items) {
      const mutation = resource.split('/').at(-1) ?? '';
      expect(resource).toBe(`http://127.0.0.1:4000/local/x402/labs/${mutation}`);
      expect(at).toBe(`http://127.0.0.1:4000${schemaPath(mutation)}`);
      expect(accepts).toEqual([offersOf(config)[mutation as 'createLab'].requirements]);
      const check = ajv.compile(extensions.bazaar.schema);
      expect([check(extensions.bazaar.info), check.errors]).toEqual([true, null]);
    }
  });

  test('says which calls need a proof of intent', () => {
    const strict = configOf({ X402_REQUIRE_INTENT: 'decryptDataKey' });
    const { items } = JSON.parse(texts({ config: strict })['/.well-known/x402.json'] ?? '');
    const needing = items.filter((item: { needsIntent: boolean }) => item.needsIntent);
    expect(needing.map(({ resource }: { resource: string }) => resource)).toEqual([
      'http://127.0.0.1:4000/local/x402/labs/decryptDataKey',
    ]);
  });
});

test('/.well-known/api-catalog has the members that RFC 9727 and RFC 9264 require', () => {
  interface Link {
    href: string;
    type?: string;
  }
  const { linkset } = read<{ linkset: (Record<string, Link[]> & { anchor: string })[] }>(
    '/.well-known/api-catalog',
  );
  const [catalog, ...apis] = linkset;
  const origin = 'http://127.0.0.1:4000';
  expect(catalog?.anchor).toBe(`${origin}/.well-known/api-catalog`);
  expect(catalog?.item?.map(({ href }) => href)).toEqual(apis.map(({ anchor }) => anchor));
  for (const { anchor, ...relations } of apis) {
    expect(anchor).toMatch(/^http:\/\/127\.0\.0\.1:4000\//);
    for (const relation of ['service-desc', 'service-doc', 'status'])
      expect([anchor, relation, relations[relation]?.length]).toEqual([anchor, relation, 1]);
    for (const { href } of Object.values(relations).flat() as Link[]) {
      const path = href.slice(origin.length);
      if (href.startsWith(origin) && path !== '/health') expect(Object.keys(original)).toContain(path);
    }
  }
});

describe('/contracts.json', () => {
  interface Contracts {
    chainId: number;
    startBlock: number | null;
    contracts: Record<string, { address: string; abi: unknown[] }>;
    interfaces: Record<string, { abi: unknown[] }>;
    accessConditions: Record<'team' | 'holders', unknown>;
  }
  const document = read<Contracts>('/contracts.json');

  test('has address and ABI of every contract of the environment', () => {
    const { contracts } = config.chain;
    const standards = [contracts.entryPoint, contracts.erc6551Registry, contracts.usdc];
    const expected = Object.values(contracts).filter((address) => address && !standards.includes(address));
    expect(
      Object.values(document.contracts)
        .map(({ address }) => address)
        .sort(),
    ).toEqual(expected.sort());
    for (const { abi } of [...Object.values(document.contracts), ...Object.values(document.interfaces)])
      expect(abi.length).toBeGreaterThan(3);
    expect(document).toMatchObject({ chainId: 31337, startBlock: 0 });
  });

  test('says what a start compared of the deployment, and where its manifest is', () => {
    const address = `0x${'1'.repeat(40)}` as const;
    const hash = `0x${'2'.repeat(64)}` as const;
    const own = { name: 'LabNFT', contract: 'LabNFT', address, codeHash: hash, transactionHash: hash };
    const manifest = manifestSchema.parse({
      ...config.chain.manifest,
      administration: { safe: address, timelock: address, delaySeconds: 1, guardian: null },
      deployment: {
        deployer: address,
        compiler: { version: '0.8.37', settings: {}, sourcesHash: 'ab' },
        options: {
          safe: address,
          delaySeconds: 1,
          guardian: null,
          salt: hash,
          mintFeeWei: '0',
          relayer: address,
          attesters: { data: address, service: address },
          metadataBase: '',
        },
        contracts: [{ ...own, salt: hash, createdBy: null, constructorArguments: '0x' }],
        checks: [],
        changes: [{ transactionHash: hash, what: 'The guardian was replaced' }],
      },
    });
    const deployed: Config = { ...config, chain: { ...config.chain, manifest } };
    const of = (warnings?: string[]) => {
      const contractsCheck = warnings && { at: startedAt, warnings };
      const written = texts({ config: deployed, ...(contractsCheck && { contractsCheck }) });
      expect(JSON.parse(written['/contracts/manifest.json'] ?? '')).toMatchObject({
        deployment: { deployer: address },
      });
      return JSON.parse(written['/contracts.json'] ?? '').verification;
    };
    expect(of([])).toEqual({
      manifestUrl: 'http://127.0.0.1:4000/contracts/manifest.json',
      check: { version: expect.any(String), at: startedAt.toISOString(), isComplete: true, warnings: [] },
      contracts: [{ name: 'LabNFT', address, codeHash: hash }],
      changes: [{ transactionHash: hash, what: 'The guardian was replaced' }],
    });
    expect(of(['other sources']).check).toMatchObject({ isComplete: false, warnings: ['other sources'] });
    expect(of().check).toBeNull();
  });

  test('says of contracts without a manifest that nothing was compared', () => {
    const nothing = { manifestUrl: null, check: null, contracts: [], changes: [] };
    expect(JSON.parse(original['/contracts.json'] ?? '').verification).toEqual(nothing);
    expect(original).not.toHaveProperty('/contracts/manifest.json');
  });

  test('omits contracts that the environment does not have', () => {
    const staging = configOf(beyondLocal('staging'));
    const { chainId, contracts } = JSON.parse(texts({ config: staging })['/contracts.json'] ?? '');
    expect([chainId, Object.keys(contracts)]).toEqual([
      84532,
      [
        'LabNFT',
        'OnChainLabFactory',
        'AccessResolver',
        'OclTokenizer',
        'OclTermsPermissioner',
        'DidRegistry',
      ],
    ]);
  });

  test('has templates that become the conditions of a lab', () => {
    const oclId = `0x0101${'00'.repeat(10)}${'ab'.repeat(20)}`;
    const token = `0x${'cd'.repeat(20)}`;
    const filled = JSON.parse(
      JSON.stringify(document.accessConditions)
        .replaceAll(placeholders.oclId, oclId)
        .replaceAll(placeholders.token, token),
    );
    const { chain } = config;
    expect(filled.team).toEqual(conditionsForTeam(oclId, chain));
    expect(filled.holders).toEqual(conditionsForHolders(oclId, chain, { address: token }, 1n));
  });
});

test('/.well-known/security.txt has the required fields, and expires within a year', () => {
  const lines = original['/.well-known/security.txt']?.trim().split('\n') ?? [];
  expect(lines.filter((line) => line.startsWith('Contact: '))).toEqual([
    'Contact: mailto:a@example.org',
    'Contact: https://example.org/report',
  ]);
  const [expires] = lines.filter((line) => line.startsWith('Expires: '));
  const days = (Date.parse(expires?.slice(9) ?? '') - startedAt.getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(300);
  expect(days).toBeLessThan(365);
  expect(() => configOf({ SECURITY_CONTACT: 'security@example.org' })).toThrow('SECURITY_CONTACT');
});

test('/robots.txt allows the documents and images alone', () => {
  const lines = original['/robots.txt']?.trim().split('\n') ?? [];
  expect(lines[0]).toBe('User-agent: *');
  expect(lines.at(-1)).toBe('Disallow: /');
  expect(lines).toContain('Allow: /$');
  expect(lines).toContain('Allow: /llms.txt');
  expect(lines).toContain('Allow: /images/');
});

test('/llms.txt has every operation', () => {
  const { operations } = describeService({ config, schema, sdl, startedAt });
  expect(operations.length).toBeGreaterThan(80);
  for (const { name, summary } of operations) {
    expect(summary.length, name).toBeGreaterThan(10);
    expect(original['/llms.txt']).toContain(`- \`${name}\` (`);
  }
});
