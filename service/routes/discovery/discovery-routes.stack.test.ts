import { gunzipSync } from 'node:zlib';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beyondLocal, configOf, serverOf } from './discovery.fixture.ts';

const url = 'https://api.example.org';
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let app: FastifyInstance;
let listening: string;
beforeAll(async () => {
  app = await serverOf(configOf({ SERVICE_URL: url, SECURITY_CONTACT: 'mailto:security@example.org' }));
  listening = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const get = (path: string, headers: InjectOptions['headers'] = {}) => app.inject({ url: path, headers });

interface Root {
  documents: { url: string; type: string; title: string }[];
}

async function documents(): Promise<Root['documents']> {
  return (await get('/')).json<Root>().documents;
}

describe('from the origin alone', () => {
  test('every document is found, and is what the link says', async () => {
    const found = await documents();
    expect(found.map((document) => document.url.slice(url.length))).toEqual([
      '/llms.txt',
      '/openapi.json',
      '/schema.graphql',
      '/contracts.json',
      '/.well-known/x402.json',
      '/.well-known/api-catalog',
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/schemas/createLab.json',
      '/schemas/initiateCreateOrUpdateFile.json',
      '/schemas/finishCreateOrUpdateFile.json',
      '/schemas/createAnnouncement.json',
      '/schemas/generateDataEncryptionKey.json',
      '/schemas/decryptDataKey.json',
      '/.well-known/security.txt',
      '/skills/labroom/SKILL.md',
      '/docs/specification/README.md',
      '/robots.txt',
    ]);
    for (const document of found) {
      const { statusCode, headers, body } = await get(document.url.slice(url.length));
      expect([document.url, statusCode, headers['content-type']]).toEqual([document.url, 200, document.type]);
      if (document.type.includes('json')) JSON.parse(body);
    }
  });

  test('the Link header names the description, the guide, prices, state and catalog', async () => {
    for (const path of ['/', '/llms.txt', '/openapi.json']) {
      const links = String((await get(path)).headers.link);
      for (const relation of ['service-desc', 'service-doc', 'service-meta', 'status', 'api-catalog'])
        expect(links).toContain(`rel="${relation}"`);
      for (const [, target = ''] of links.matchAll(/<https:\/\/api\.example\.org([^>]*)>/g))
        if (target !== '/health') expect([target, (await get(target)).statusCode]).toEqual([target, 200]);
    }
  });

  test.each([
    [undefined, 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['image/png', 'application/json; charset=utf-8'],
    ['text/markdown, */*;q=0.1', 'text/markdown; charset=utf-8'],
    [browser, 'text/html; charset=utf-8'],
  ])('/ for "%s" is %s', async (accept, type) => {
    const { headers, body } = await get('/', accept === undefined ? {} : { accept });
    expect(headers['content-type']).toBe(type);
    expect(headers.vary).toBe('Accept, Accept-Encoding');
    for (const path of ['/openapi.json', '/schemas/createLab.json']) expect(body).toContain(path);
  });
});

describe('every document', () => {
  test('is cacheable, public for pages of any origin, and keeps the headers of other responses', async () => {
    for (const path of ['/', ...(await documents()).map((document) => document.url.slice(url.length))])
      expect((await get(path, { origin: 'https://elsewhere.example' })).headers).toMatchObject({
        'cache-control': 'public, max-age=300',
        'access-control-allow-origin': '*',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.stringMatching(/./),
      });
  });

  test('is not sent again to a client that has it', async () => {
    const { headers, body } = await get('/schema.graphql');
    const again = await get('/schema.graphql', { 'if-none-match': `"other", W/${headers.etag}` });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
    const zipped = await app.inject({ url: '/schema.graphql', headers: { 'accept-encoding': 'br, gzip' } });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.headers.etag).not.toBe(headers.etag);
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(body);
    expect(zipped.rawPayload.length).toBeLessThan(body.length / 3);
  });

  test('is answered to HEAD and preflights, and to no other method', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/.well-known/api-catalog' });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers.link).toContain('rel="api-catalog"');
    const preflight = await app.inject({ method: 'OPTIONS', url: '/contracts.json' });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toBe(
      'if-none-match, if-modified-since, mcp-protocol-version',
    );
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      const { statusCode, headers, json } = await app.inject({ method, url: '/', payload: '{' });
      expect([statusCode, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect(json().errors[0].message).toContain('GET / describes');
    }
  });
});

describe('an error of a caller that does not know the service leads to the documents', () => {
  const createLab = {
    query: 'mutation($input: CreateLabInput!) { createLab(input: $input) { message } }',
    variables: { input: { oclId: `0x0101${'00'.repeat(9)}01${'22'.repeat(20)}` } },
  };
  const ask = async (path: string, method: string, body?: object) => {
    const response = await fetch(new URL(path, listening), {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { message, errors } = JSON.parse(text) as { message?: string; errors?: { message: string }[] };
    return { status: response.status, headers: response.headers, message: message ?? errors?.[0]?.message };
  };

  test.each([
    [401, 'POST', '/graphql', { query: '{ labs { totalCount } }' }],
    [401, 'GET', '/events'],
    [404, 'GET', '/nothing'],
    [405, 'PUT', '/graphql'],
    [405, 'GET', '/local/x402/labs/createLab'],
    [405, 'PUT', '/local/x402/labs/nothing'],
  ])('%i of %s %s', async (status, method, path, body?: object) => {
    const answer = await ask(path, method, body);
    expect(answer.status).toBe(status);
    const links = answer.headers.get('link');
    expect(links).toContain(`<${url}/openapi.json>; rel="service-desc"`);
    expect(links).toContain(`<${url}/>; rel="index"`);
    expect(answer.message).toMatch(/GET \/ describes this service\.$/);
  });

  test('402, with the body that clients know', async () => {
    const { status, headers, message } = await ask('/local/x402/labs/createLab', 'POST', createLab);
    expect([status, message]).toEqual([402, 'Payment required']);
    expect(headers.get('link')).toContain(`<${url}/.well-known/x402.json>; rel="service-meta"`);
    expect(headers.get('access-control-expose-headers')).toContain('link');
  });

  test('405 of a paid call names its schemas and its price', async () => {
    const { headers, message } = await ask('/local/x402/labs/createLab', 'GET');
    expect(headers.get('link')).toContain(`<${url}/schemas/createLab.json>; rel="describedby"`);
    expect(message).toContain(
      'GET /schemas/createLab.json describes this call, and /.well-known/x402.json has its price.',
    );
  });

  test('other errors do not', async () => {
    const { status, headers } = await ask('/local/x402/labs/createLab', 'POST', {});
    expect([status, headers.get('link')]).toEqual([400, null]);
  });
});

describe('in production', () => {
  test('the schema is public although introspection is off, and no document has a secret', async () => {
    const variables = beyondLocal('production');
    const production = await serverOf(configOf(variables));
    const paths = ['/', ...(await documents()).map((document) => document.url.slice(url.length))];
    const bodies = await Promise.all(
      ['application/json', 'text/markdown', 'text/html'].flatMap((accept) =>
        paths.map(async (path) => (await production.inject({ url: path, headers: { accept } })).body),
      ),
    );
    await production.close();
    expect(bodies.join()).toContain('type Mutation @group');
    const { RPC_URL, SERVICE_SECRET, KMS_MASTER_KEY } = variables;
    for (const hidden of ['private-', RPC_URL, SERVICE_SECRET, KMS_MASTER_KEY, 'postgres:'])
      expect(bodies.filter((body) => body.includes(hidden))).toEqual([]);
  });

  test('there is no security.txt without a contact', async () => {
    const production = await serverOf(configOf(beyondLocal('production')));
    const { statusCode } = await production.inject('/.well-known/security.txt');
    const { body } = await production.inject('/');
    await production.close();
    expect(statusCode).toBe(404);
    expect(body).not.toContain('security.txt');
  });
});
