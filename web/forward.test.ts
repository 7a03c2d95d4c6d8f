import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as documents from '@labroom/client/documents';
import { isQuick } from '@labroom/testing/depth.ts';
import {
  type AnyVariables,
  cacheExchange,
  createClient,
  fetchExchange,
  stringifyDocument,
  type TypedDocumentNode,
} from '@urql/core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { forwardToService } from './forward.ts';

/** Requests that the service received. */
const seen: {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}[] = [];
const service = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url, headers } = request;
    seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(429, {
      'content-type': 'application/json',
      'x-request-id': 'req-7',
      'retry-after': '3',
      'labroom-service-token': 'revoked',
      'set-cookie': 'secret=1',
      'x-powered-by': 'something',
    });
    response.end('{"data":null}');
  });
});

let serviceUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => {
  service.close();
});
afterEach(() => vi.unstubAllGlobals());

const query = stringifyDocument(documents.SearchChoicesDocument);
const own = JSON.stringify({ query, variables: {} });

const env = () => ({ serviceUrl, serviceCredential: 'labroom_local_1_secret', proxiesUploads: true });

function post(body: BodyInit | null, headers: Record<string, string> = {}): Request {
  return new Request('http://localhost:3000/api/graphql', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

async function problem(response: Response) {
  const { errors } = (await response.json()) as {
    errors: [{ errorType: string; errorInfo: { requestId: string } }];
  };
  expect(response.headers.get('x-request-id')).toBe(errors[0].errorInfo.requestId);
  return { status: response.status, errorType: errors[0].errorType };
}

describe('the request to the service', () => {
  it("has the app's credential, the session's token and the body, and nothing else of the browser", async () => {
    const request = post(own, {
      authorization: 'Bearer forged',
      'x-service-token': 'forged',
      'x-wallet-address': '0xforged',
      'x-forwarded-for': '1.2.3.4',
      cookie: 'labroom-session=jwt',
      'x-custom': 'anything',
    });
    await forwardToService(request, env(), 'session-jwt');
    const sent = seen.at(-1);
    expect(sent).toMatchObject({
      method: 'POST',
      url: '/graphql',
      body: own,
    });
    expect(sent?.headers.authorization).toBe('labroom_local_1_secret');
    expect(sent?.headers['x-service-token']).toBe('session-jwt');
    for (const name of ['x-wallet-address', 'x-forwarded-for', 'cookie', 'x-custom']) {
      expect(sent?.headers).not.toHaveProperty(name);
    }
  });

  it('has no token without a session, whatever headers the browser sends', async () => {
    await forwardToService(post(own, { 'x-service-token': 'forged' }), env(), undefined);
    expect(seen.at(-1)?.headers).not.toHaveProperty('x-service-token');
  });
});

describe('a page that shows a session whose cookie is gone', () => {
  it('is told that the session has expired, and gets no answer for visitors', async () => {
    const before = seen.length;
    const response = await forwardToService(post(own, { 'labroom-session': '0xa' }), env(), undefined);
    expect(response.status).toBe(200);
    const { errors } = (await response.json()) as { errors: object[] };
    expect(errors).toMatchObject([
      {
        errorType: 'UNAUTHENTICATED',
        errorInfo: { reason: 'TOKEN_EXPIRED' },
        extensions: { code: 'UNAUTHENTICATED', reason: 'TOKEN_EXPIRED' },
      },
    ]);
    expect(seen.length).toBe(before);
  });

  it('is answered like every page as long as there is a token', async () => {
    await forwardToService(post(own, { 'labroom-session': '0xa' }), env(), 'session-jwt');
    expect(seen.at(-1)?.headers['x-service-token']).toBe('session-jwt');
    expect(seen.at(-1)?.headers).not.toHaveProperty('labroom-session');
  });
});

describe('the response to the browser', () => {
  it('has status, body and selected headers, and no cookie of the service', async () => {
    const response = await forwardToService(post(own), env(), undefined);
    expect(response.status).toBe(429);
    expect(await response.text()).toBe('{"data":null}');
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'labroom-service-token': 'revoked',
      'retry-after': '3',
      'x-request-id': 'req-7',
    });
  });

  it('names no host if the service is unavailable, and logs the cause', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const response = await forwardToService(
      post(own),
      { ...env(), serviceUrl: 'http://127.0.0.1:1' },
      undefined,
    );
    const text = await response.clone().text();
    expect(await problem(response)).toEqual({ status: 502, errorType: 'UPSTREAM_UNAVAILABLE' });
    expect(logged).toHaveBeenCalledWith(
      expect.stringContaining(`${response.headers.get('x-request-id')}`),
      expect.any(TypeError),
    );
    expect(text).not.toContain('127.0.0.1');
  });
});

describe('requests that are rejected without a request to the service', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'a body of type "%s"',
    async (type) => {
      const before = seen.length;
      const response = await forwardToService(post('{}', { 'content-type': type }), env(), 'session-jwt');
      expect(await problem(response)).toEqual({ status: 415, errorType: 'INVALID_INPUT' });
      expect(seen.length).toBe(before);
    },
  );

  it('a body over 2 MiB, also without an announced length', async () => {
    const before = seen.length;
    const mebibyte = new Uint8Array(1024 * 1024);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of [mebibyte, mebibyte, new Uint8Array(1)]) controller.enqueue(chunk);
        controller.close();
      },
    });
    const request = new Request('http://localhost:3000/api/graphql', {
      method: 'POST',
      body: stream,
      headers: { 'content-type': 'application/json' },
      duplex: 'half',
    } as RequestInit);
    expect(await problem(await forwardToService(request, env(), 'session-jwt'))).toMatchObject({
      status: 413,
    });
    expect(seen.length).toBe(before);
  });

  it('a body over 64 KiB without a session, already by its announced length', async () => {
    const padded = (bytes: number) => own.padEnd(bytes);
    const announced = post('{}', { 'content-length': String(64 * 1024 + 1) });
    for (const request of [post(padded(64 * 1024 + 1)), announced])
      expect(await problem(await forwardToService(request, env(), undefined))).toMatchObject({ status: 413 });
    expect(announced.bodyUsed).toBe(false);
    expect((await forwardToService(post(padded(64 * 1024)), env(), undefined)).status).toBe(429);
    expect((await forwardToService(post(padded(2 * 1024 * 1024)), env(), 'session-jwt')).status).toBe(429);
  });

  it.each(['session-jwt', undefined])(
    'a body that is nested too deeply or has too many values, session %s',
    async (session) => {
      const before = seen.length;
      const variables = (rest: string) => `{"query":"","variables":{"a":${rest}}}`;
      const hostile = [
        '['.repeat(60_000),
        '{"a":'.repeat(65),
        ...(session ? [`[${'1,'.repeat(70_000)}1]`] : []),
      ];
      for (const rest of hostile) {
        const response = await forwardToService(post(variables(rest)), env(), session);
        expect(response.status).toBe(400);
        expect(await response.text()).toMatch(/deeper than 64 levels|more than 65536 values/);
      }
      expect(seen.length).toBe(before);
    },
  );

  it.each([
    ['another document', { query: '{ labs { totalCount } }' }],
    ['introspection', { query: '{ __schema { types { name } } }' }],
    [
      'a document of the app with a further operation',
      { query: `${query}\nmutation More { createLab { message } }` },
    ],
    ['a document of the app with a comment', { query: `${query} # more` }],
    ['the hash of a document', { extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }],
    ['no document', {}],
    ['a list', { query: [query] }],
  ])('%s', async (_, body) => {
    const before = seen.length;
    const response = await forwardToService(post(JSON.stringify(body)), env(), 'session-jwt');
    expect(await problem(response)).toEqual({ status: 403, errorType: 'UNAUTHORIZED' });
    expect(seen.length).toBe(before);
  });

  it.each(['', '{', 'null', '1'])('a body that is not an object: %s', async (body) => {
    const response = await forwardToService(post(body), env(), undefined);
    expect(await problem(response)).toEqual({ status: 400, errorType: 'INVALID_INPUT' });
  });
});

describe("the app's documents", () => {
  const clients = [
    ['the browser, with a cache', [cacheExchange, fetchExchange]],
    ['the server', [fetchExchange]],
  ] as const;
  it.each(isQuick ? clients.slice(0, 1) : clients)(
    'all pass as the client of %s sends them, without further fields of the body',
    async (_, exchanges) => {
      // Without a connection for each. The other tests have the real ones.
      vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
        forwarded.push(JSON.parse(String(body)));
        return Response.json({ data: null });
      });
      const forwarded: unknown[] = [];
      const passOn: typeof fetch = async (_, init) => {
        const sent = JSON.parse(String(init?.body));
        const body = JSON.stringify({ ...sent, more: 'x' });
        await forwardToService(post(body), env(), undefined);
        expect(forwarded.at(-1)).toEqual(sent);
        return Response.json({ data: {} });
      };
      const client = createClient({
        url: 'http://web.example',
        exchanges: [...exchanges],
        fetch: passOn,
        preferGetMethod: false,
      });
      const operations = Object.entries(documents).filter(([name]) => name.endsWith('Document'));
      const all = operations.map(([, document]) => document) as TypedDocumentNode<unknown, AnyVariables>[];
      for (const document of all) {
        const isMutation = stringifyDocument(document).includes('mutation ');
        await (isMutation ? client.mutation(document, {}) : client.query(document, {})).toPromise();
      }
      expect(forwarded).toHaveLength(all.length);
    },
  );
});
