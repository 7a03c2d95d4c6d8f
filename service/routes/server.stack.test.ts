import { once } from 'node:events';
import { connect } from 'node:net';
import { openTestService } from '@labroom/testing/test-service.ts';
import { describe, expect, test } from 'vitest';
import { createServer } from './server.ts';

const service = await openTestService();

const LABS = JSON.stringify({ query: '{ labs { totalCount } }' });

interface Sent {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

function send({ path = '/graphql', method = 'POST', headers, body = LABS }: Sent = {}) {
  return fetch(`${service.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: service.credential, ...headers },
    ...(method !== 'GET' && method !== 'HEAD' && { body }),
  });
}

/** Sends raw bytes and returns everything received until the service closes the connection. */
async function sendRaw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

const refusals: [name: string, status: number, errorType: string, Sent][] = [
  ['another path', 404, 'NOT_FOUND', { path: '/nothing' }],
  ['a path that cannot be decoded', 400, 'VALIDATION_FAILED', { path: '/%zz' }],
  ['no credential', 401, 'UNAUTHENTICATED', { headers: { authorization: '' } }],
  ['GET without a document', 400, 'VALIDATION_FAILED', { method: 'GET' }],
  ['PUT', 405, 'VALIDATION_FAILED', { method: 'PUT' }],
  ['text', 415, 'VALIDATION_FAILED', { headers: { 'content-type': 'text/plain' } }],
  [
    'a form',
    415,
    'VALIDATION_FAILED',
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'query={labs{totalCount}}' },
  ],
  ['parts', 415, 'VALIDATION_FAILED', { headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
  ['over 2 MiB', 413, 'VALIDATION_FAILED', { body: 'x'.repeat(2 * 1024 * 1024 + 1) }],
  ['no JSON', 400, 'VALIDATION_FAILED', { body: '{' }],
  ['JSON with the key __proto__', 400, 'VALIDATION_FAILED', { body: '{"__proto__":{"query":"{ x }"}}' }],
  ['an empty body', 400, 'VALIDATION_FAILED', { body: '' }],
  ['a document that does not parse', 400, 'VALIDATION_FAILED', { body: '{"query":"{"}' }],
];

describe('every error', () => {
  test.each(refusals)('of %s is %i %s, whole', async (_, status, errorType, sent) => {
    const response = await send(sent);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const requestId = response.headers.get('x-request-id');
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    const body = await response.json();
    const { errors, ...rest } = body as { errors: { errorInfo: object }[] };
    expect([rest, errors.length]).toEqual([{}, 1]);
    const info = errors[0]?.errorInfo;
    expect(errors[0]).toMatchObject({
      message: expect.any(String),
      errorType,
      errorInfo: { requestId },
      extensions: { code: errorType, ...info },
    });
  });

  test.each([
    ['announced', (body: string) => `content-length: ${body.length}\r\n\r\n${body}`],
    ['in pieces', (body: string) => `transfer-encoding: chunked\r\n\r\n300000\r\n${body}\r\n0\r\n\r\n`],
  ])(
    'for a body that is too large, %s, keeps the connection open while the client sends',
    async (_, message) => {
      const body = 'x'.repeat(0x300000);
      const headers = `host: x\r\ncontent-type: application/json\r\nauthorization: ${service.credential}\r\n`;
      const answers = await sendRaw(
        `POST /graphql HTTP/1.1\r\n${headers}${message(body)}GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      );
      expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
    },
  );

  test('for a method names the allowed ones', async () => {
    for (const method of ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const response = await send({ method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST']);
    }
  });

  test('for malformed HTTP has the same format', async () => {
    for (const [bytes, status] of [
      ['GET /health HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
      ['GET /nothing HTTP/1.1\r\nhost: x\r\nexpect: more\r\nconnection: close\r\n\r\n', 417],
      ['nonsense\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nhost: x\r\nbig: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
      ['POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n', 400],
    ] as const) {
      const [head = '', body = ''] = (await sendRaw(bytes)).split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      const [, requestId] = /x-request-id: (\S+)/.exec(head) ?? [];
      const errorType = 'VALIDATION_FAILED';
      const errorInfo = { requestId, retryable: false, details: {} };
      const extensions = { code: errorType, ...errorInfo };
      expect(JSON.parse(body)).toEqual({
        errors: [{ message: expect.any(String), errorType, errorInfo, extensions }],
      });
    }
  });
});

describe('headers', () => {
  const everywhere = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/./),
  };

  const responses: [string, Sent][] = [
    ['an answer', {}],
    ['/health', { path: '/health', method: 'GET' }],
    ['/ready', { path: '/ready', method: 'GET' }],
    ...refusals.map(([name, , , sent]): [string, Sent] => [name, sent]),
  ];

  test.each(responses)('of %s forbid caching, framing and type sniffing', async (_, sent) => {
    const response = await send(sent);
    expect(Object.fromEntries(response.headers)).toMatchObject(everywhere);
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(response.headers.get('server')).toBeNull();
  });

  test('require TLS only if the service has it', async () => {
    expect((await send()).headers.has('strict-transport-security')).toBe(false);
    const { context } = service;
    const http = { ...context.config.http, publicUrl: 'https://api.example.org' };
    const app = await createServer({ ...context, config: { ...context.config, logLevel: 'silent', http } });
    const { headers } = await app.inject('/health');
    await app.close();
    expect(headers['strict-transport-security']).toBe('max-age=63072000');
  });
});
