import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  GenerateLabImageUploadUrlDocument,
  InitiateCreateOrUpdateFileDocument,
  UploadPartsDocument,
} from '@labroom/client/documents';
import { formatDocument, stringifyDocument } from '@urql/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { PUT } from '#app/api/uploads/route.ts';
import { forwardToService } from './forward.ts';
import { forwardUpload } from './forward-upload.ts';
import { allowSlowUploads } from './slow-uploads.ts';
import { signUploadPath } from './upload-grant.ts';

const cookies = vi.hoisted(() => new Map<string, { value: string }>());
vi.mock('next/headers', () => ({ cookies: async () => cookies }));

interface Stored {
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
let stored: Stored[] = [];
const store: RequestListener = async (request, response) => {
  const body = await buffer(request).catch(() => null);
  if (body) stored.push({ url: request.url, headers: request.headers, body });
  response.setHeader('etag', '"1"').setHeader('set-cookie', 'a=b').end();
};
let answer = store;
const storage = createServer((request, response) => answer(request, response));
let storageUrl = '';
beforeAll(async () => {
  await once(storage.listen(0, '127.0.0.1'), 'listening');
  storageUrl = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`;
});
const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
beforeEach(() => {
  logged.mockClear();
  stored = [];
  answer = store;
  cookies.clear();
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => {
  storage.closeAllConnections();
  storage.close();
});

const holder = { serviceCredential: 'labroom_local_1_secret', sessionToken: 'session-jwt' };
const env = () => ({
  serviceUrl: storageUrl,
  publicServiceUrl: 'https://api.example',
  serviceCredential: holder.serviceCredential,
  proxiesUploads: true,
});
const contentType = { key: 'Content-Type', value: 'text/csv' };
const path = (url = `${storageUrl}/storage/uploads/1?signature=s`, of = holder) =>
  signUploadPath({ url, headers: [contentType, { key: 'If-None-Match', value: '*' }] }, of);

interface Sent {
  body?: BodyInit | AsyncIterable<Uint8Array> | null;
  length?: number | null;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

function put(to: string, { body = 'a,b', length = 3, headers = {}, signal }: Sent = {}): Request {
  return new Request(`http://localhost:3000${to}`, {
    method: 'PUT',
    body,
    duplex: 'half',
    headers: { ...headers, ...(length !== null && { 'content-length': String(length) }) },
    ...(signal && { signal }),
  } as RequestInit);
}

const problem = async (response: Response) => {
  const { errors } = (await response.json()) as { errors: [{ errorType: string }] };
  return [response.status, errors[0].errorType];
};

describe('the request to the storage', () => {
  it('has the bytes, the signed headers and the length, and no other header of the browser', async () => {
    const headers = { 'content-type': 'text/html', cookie: 'labroom-session=jwt', 'x-service-token': 'x' };
    const response = await forwardUpload(put(await path(), { headers }), env(), holder.sessionToken);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toEqual({ 'cache-control': 'no-store', etag: '"1"' });
    expect(stored).toMatchObject([{ url: '/storage/uploads/1?signature=s', body: Buffer.from('a,b') }]);
    expect(stored[0]?.headers).toMatchObject({
      'content-type': 'text/csv',
      'if-none-match': '*',
      'content-length': '3',
    });
    expect(stored[0]?.headers).not.toHaveProperty('transfer-encoding');
    for (const name of ['cookie', 'authorization', 'x-service-token', 'x-visitor-address'])
      expect(stored[0]?.headers).not.toHaveProperty(name);
  });

  it('goes to the service URL that this server uses', async () => {
    const to = await path('https://api.example/storage/uploads/2?signature=s');
    expect((await forwardUpload(put(to), env(), holder.sessionToken)).status).toBe(200);
    expect(stored).toMatchObject([{ url: '/storage/uploads/2?signature=s' }]);
  });

  it('can be an empty file', async () => {
    for (const body of ['', null])
      expect((await forwardUpload(put(await path(), { body, length: 0 }), env(), 'session-jwt')).status).toBe(
        200,
      );
    expect(stored.map(({ body }) => body.length)).toEqual([0, 0]);
  });

  it('is streamed while the browser is still sending', async () => {
    const chunk = new Uint8Array(1000);
    const received = Promise.withResolvers<void>();
    answer = (request, response) => {
      request.once('data', () => received.resolve());
      store(request, response);
    };
    async function* body() {
      yield chunk;
      await received.promise;
      yield chunk;
    }
    const request = put(await path(), { body: body(), length: 2000 });
    expect((await forwardUpload(request, env(), holder.sessionToken)).status).toBe(200);
    expect(stored[0]?.body.length).toBe(2000);
  });

  it('fails if the body is longer or shorter than announced', async () => {
    for (const length of [2, 4]) {
      const request = put(await path(), { length });
      expect(await problem(await forwardUpload(request, env(), holder.sessionToken))).toEqual([
        502,
        'UPSTREAM_UNAVAILABLE',
      ]);
    }
    expect(stored).toEqual([]);
    const unknown = put(await path(), { length: null });
    expect(await problem(await forwardUpload(unknown, env(), 'session-jwt'))).toEqual([411, 'INVALID_INPUT']);
  });

  it('ends when the browser disconnects', async () => {
    const [started, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    answer = (request) => {
      request.once('data', () => started.resolve());
      request.once('close', () => closed.resolve()).on('error', () => undefined);
    };
    const browser = new AbortController();
    async function* body() {
      yield new Uint8Array(10);
      await new Promise((_, reject) => browser.signal.addEventListener('abort', reject));
    }
    const request = put(await path(), { body: body(), length: 1000, signal: browser.signal });
    const response = forwardUpload(request, env(), holder.sessionToken);
    await started.promise;
    browser.abort();
    await closed.promise;
    expect((await response).status).toBe(502);
    expect(logged).not.toHaveBeenCalled();
  });
});

describe('the response to the browser', () => {
  it.each([403, 412, 503, 507])('has status %i and the body of the storage', async (status) => {
    answer = (request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' });
      response.end('{"reason":"URL_EXPIRED"}');
    };
    const response = await forwardUpload(put(await path()), env(), holder.sessionToken);
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toEqual({ reason: 'URL_EXPIRED' });
  });

  it('returns an early rejection by the storage, and reads the rest of the body', async () => {
    answer = (_request, response) => response.writeHead(403).end('early');
    const everythingRead = Promise.withResolvers<void>();
    async function* body() {
      for (let index = 0; index < 100; index += 1) yield new Uint8Array(100_000);
      everythingRead.resolve();
    }
    const request = put(await path(), { body: body(), length: 10_000_000 });
    const response = await forwardUpload(request, env(), holder.sessionToken);
    expect([response.status, await response.text()]).toEqual([403, 'early']);
    await everythingRead.promise;
  });

  it('follows no redirect', async () => {
    let asked = 0;
    answer = (request, response) => {
      asked += 1;
      request.resume();
      response.writeHead(307, { location: `${storageUrl}/elsewhere` }).end();
    };
    const response = await forwardUpload(put(await path()), env(), holder.sessionToken);
    expect(await problem(response)).toEqual([502, 'UPSTREAM_UNAVAILABLE']);
    expect(asked).toBe(1);
  });

  it('names no host if the storage is unavailable, and logs the cause', async () => {
    const response = await forwardUpload(put(await path('http://127.0.0.1:1/x')), env(), 'session-jwt');
    expect(await response.clone().text()).not.toContain('127.0.0.1');
    expect(logged).toHaveBeenCalledWith(
      expect.stringContaining(`${response.headers.get('x-request-id')}`),
      expect.any(TypeError),
    );
    expect(await problem(response)).toEqual([502, 'UPSTREAM_UNAVAILABLE']);
  });
});

describe('uploads that are rejected without a request to the storage', () => {
  it.each<[string, () => Promise<string>]>([
    ['a path without a grant', async () => '/api/uploads'],
    ['a plain URL', async () => `/api/uploads?grant=${encodeURIComponent(`${storageUrl}/x`)}`],
    ['a grant of another session', () => path(undefined, { ...holder, sessionToken: 'other' })],
    [
      'a grant signed without the credential',
      () => path(undefined, { ...holder, serviceCredential: 'guess' }),
    ],
    [
      'a grant with another URL',
      async () => {
        const [head, , signature] = (await path()).split('.');
        const payload = { url: 'http://169.254.169.254/', headers: [] };
        return `${head}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.${signature}`;
      },
    ],
    [
      'a grant without a signature',
      async () => {
        const [, payload] = (await path()).split('.');
        const head = Buffer.from('{"alg":"none"}').toString('base64url');
        return `/api/uploads?grant=${head}.${payload}.`;
      },
    ],
    ['a grant for a URL that is not http(s)', () => path('file:///etc/passwd')],
  ])('%s', async (_, to) => {
    const response = await forwardUpload(put(await to()), env(), holder.sessionToken);
    expect(await problem(response)).toEqual([403, 'UNAUTHORIZED']);
    expect(stored).toEqual([]);
  });

  it('a request without a session, and every request if the app has no credential', async () => {
    const anonymous = await forwardUpload(put(await path()), env(), undefined);
    expect(await problem(anonymous)).toEqual([401, 'UNAUTHENTICATED']);
    const without = { ...env(), serviceCredential: undefined };
    expect((await forwardUpload(put(await path()), without, holder.sessionToken)).status).toBe(401);
    expect(stored).toEqual([]);
  });

  it('a request from another site, with or without a session', async () => {
    const claims = { sub: `0x${'a'.repeat(40)}`, tid: '1', exp: 4e9 };
    const sessionToken = `.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
    cookies.set('labroom-session', { value: sessionToken });
    for (const headers of [{}, { origin: 'https://evil.example' }] as Record<string, string>[])
      expect(await problem(await PUT(put(await path(), { headers })))).toEqual([403, 'UNAUTHORIZED']);
    cookies.clear();
    const own = { origin: 'http://127.0.0.1:3000' };
    expect(await problem(await PUT(put(await path(), { headers: own })))).toEqual([401, 'UNAUTHENTICATED']);
    expect(stored).toEqual([]);
  });
});

describe('the upload URL for the browser', () => {
  const url = () => `${storageUrl}/storage/uploads/3?signature=s`;
  /** The data for the browser, given the service's data. */
  async function dataForBrowser(document: Parameters<typeof formatDocument>[0], data: object, own = {}) {
    answer = (request, response) => {
      request.resume();
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
    };
    const request = new Request('http://localhost:3000/api/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: stringifyDocument(formatDocument(document)),
        variables: { oclId: '0x1', contentType: 'image/png' },
      }),
    });
    const response = await forwardToService(request, { ...env(), ...own }, holder.sessionToken);
    answer = store;
    return ((await response.json()) as { data: Record<string, Record<string, unknown>> }).data;
  }

  it('is a path of this app that accepts the file with the signed headers', async () => {
    const data = {
      initiateCreateOrUpdateFile: { uploadToken: 't', uploadUrl: url(), headers: [contentType] },
    };
    const upload = (await dataForBrowser(InitiateCreateOrUpdateFileDocument, data))
      .initiateCreateOrUpdateFile;
    expect(upload).toMatchObject({ uploadToken: 't', headers: [contentType] });
    expect(upload?.uploadUrl).toMatch(/^\/api\/uploads\?grant=/);
    const response = await forwardUpload(put(String(upload?.uploadUrl)), env(), holder.sessionToken);
    expect(response.status).toBe(200);
    expect(stored).toMatchObject([{ headers: { 'content-type': 'text/csv' } }]);
  });

  it('is a path for each part of an upload in parts', async () => {
    const uploadUrl = null;
    const begun = { initiateCreateOrUpdateFile: { uploadUrl, parts: { partLength: 8, count: 2 } } };
    expect(await dataForBrowser(InitiateCreateOrUpdateFileDocument, begun)).toEqual(begun);
    const urls = [1, 2].map((number) => ({ number, url: `${url()}&part=${number}`, headers: [contentType] }));
    const { uploadParts } = await dataForBrowser(UploadPartsDocument, { uploadParts: { stored: [], urls } });
    const paths = z
      .object({ urls: z.array(z.object({ number: z.int(), url: z.string() })) })
      .parse(uploadParts);
    for (const part of paths.urls) {
      expect(part.url).toMatch(/^\/api\/uploads\?grant=/);
      expect((await forwardUpload(put(part.url), env(), holder.sessionToken)).status).toBe(200);
    }
    expect(stored.map((request) => request.url)).toEqual(
      [1, 2].map((n) => `/storage/uploads/3?signature=s&part=${n}`),
    );
  });

  it('accepts an image of the requested type', async () => {
    const data = { generateLabImageUploadUrl: { uploadUrl: url() } };
    const upload = (await dataForBrowser(GenerateLabImageUploadUrlDocument, data)).generateLabImageUploadUrl;
    await forwardUpload(put(String(upload?.uploadUrl)), env(), holder.sessionToken);
    expect(stored).toMatchObject([
      { url: '/storage/uploads/3?signature=s', headers: { 'content-type': 'image/png' } },
    ]);
  });

  it("is the storage's own if browsers can reach it, and absent if the service returns none", async () => {
    const data = { generateLabImageUploadUrl: { uploadUrl: url() } };
    expect(await dataForBrowser(GenerateLabImageUploadUrlDocument, data, { proxiesUploads: false })).toEqual(
      data,
    );
    const refused = { initiateCreateOrUpdateFile: { uploadUrl: null, error: { code: 'UNAUTHORIZED' } } };
    expect(await dataForBrowser(InitiateCreateOrUpdateFileDocument, refused)).toEqual(refused);
  });
});

it('a large file may take longer than five minutes to upload', async () => {
  allowSlowUploads();
  await (await fetch(storageUrl)).text();
  expect(storage.requestTimeout).toBe(900_000);
});
