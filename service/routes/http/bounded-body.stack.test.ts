import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { openTestService } from '@labroom/testing/test-service.ts';
import { describe, expect, test } from 'vitest';
import { createConsumerCredential } from '#auth/consumer-credential.ts';

const service = await openTestService();
const limited = await service.startPeer({
  RATE_LIMIT_PER_CONSUMER: '300',
  RATE_LIMIT_PER_ADDRESS: '300',
  TRUSTED_PROXIES: '127.0.0.1',
});

const LABS = '{ labs { totalCount } }';
const KiB = 1024;
const SMALL = 64 * KiB;
const LARGE = 2 * 1024 * KiB;

const json = { 'content-type': 'application/json' };
const gatewayPath = (mutation: string) => `/local/x402/labs/${mutation}`;

/** A JSON object of exactly so many bytes. */
const padded = (bytes: number, fields: object = {}) => {
  const rest = JSON.stringify({ ...fields, variables: { x: '' } }).length;
  return JSON.stringify({ ...fields, variables: { x: 'x'.repeat(bytes - rest) } });
};

async function send(
  path: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
  url = service.url,
) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: new Uint8Array(Buffer.from(body)),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text ? JSON.parse(text) : null };
}

/** Begins a request whose body comes in chunks, without a length. */
function begin(path: string, headers: Record<string, string> = {}, url = service.url) {
  const asked = httpRequest(url + path, { method: 'POST', headers: { ...json, ...headers } });
  asked.on('error', () => undefined);
  return { asked, answered: once(asked, 'response').then(([response]) => readAnswer(response)) };
}

async function readAnswer(response: IncomingMessage) {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(text) };
}

const write = (asked: ClientRequest, chunk: string) =>
  new Promise<void>((resolve) => asked.write(chunk, () => resolve()));

const authorized = { authorization: service.credential };

describe('the length of a body', () => {
  test.each([
    ['/graphql', LARGE, '2 MiB'],
    [gatewayPath('finishCreateOrUpdateFile'), LARGE, '2 MiB'],
    [gatewayPath('createAnnouncement'), LARGE, '2 MiB'],
    [`${gatewayPath('createAnnouncement')}/foresee`, LARGE, '2 MiB'],
    [gatewayPath('createLab'), SMALL, '64 KiB'],
    [gatewayPath('decryptDataKey'), SMALL, '64 KiB'],
    [`${gatewayPath('createLab')}/foresee`, SMALL, '64 KiB'],
    ['/local/x402/journeys', SMALL, '64 KiB'],
    ['/mcp', SMALL, '64 KiB'],
    ['/credentials', SMALL, '64 KiB'],
    ['/oauth/register', SMALL / 2, '32 KiB'],
  ])('of %s is at most %i bytes, announced or not', async (path, limit, words) => {
    expect((await send(path, padded(limit), authorized)).status).not.toBe(413);
    const announced = await send(path, padded(limit + 1), authorized);
    const { asked, answered } = begin(path, authorized);
    asked.end(padded(limit + 1));
    for (const { status, body } of [announced, await answered]) {
      expect(status).toBe(413);
      expect(JSON.stringify(body)).toContain(`The body is larger than ${words}.`);
    }
  });

  test('is refused in the form of the channel', async () => {
    const tooLong = padded(LARGE + 1);
    const message = 'The body is larger than 2 MiB.';
    const graphql = await send('/graphql', tooLong, authorized);
    const error = (requestId: string | null) => ({
      message,
      errorType: 'VALIDATION_FAILED',
      errorInfo: { requestId },
    });
    expect(graphql.body).toMatchObject({ errors: [error(graphql.headers.get('x-request-id'))] });
    const paid = await send(gatewayPath('createAnnouncement'), tooLong);
    expect(paid.body).toMatchObject({
      isSuccess: false,
      message,
      errors: [error(paid.headers.get('x-request-id'))],
    });
    expect(paid.headers.get('access-control-allow-origin')).toBe('*');
    expect((await send('/oauth/register', tooLong)).body).toEqual({
      error: 'invalid_request',
      error_description: 'The body is larger than 32 KiB.',
    });
  });

  test('is refused before all of it was sent', async () => {
    const { asked, answered } = begin(gatewayPath('createLab'));
    for (let sent = 0; sent <= SMALL; sent += 16 * KiB) await write(asked, ' '.repeat(16 * KiB));
    expect((await answered).status).toBe(413);
    asked.destroy();
  });

  test('is not read without end after it was refused', async () => {
    const { asked, answered } = begin(gatewayPath('createLab'));
    const closed = new Promise((resolve) => asked.once('close', resolve));
    asked.write(' '.repeat(SMALL + 1));
    expect((await answered).status).toBe(413);
    let sent = 0;
    while (!asked.destroyed && sent < 64) {
      await Promise.race([write(asked, ' '.repeat(1024 * KiB)), closed]);
      sent += 1;
    }
    await closed;
    expect(sent).toBeLessThan(64);
  });
});

describe('JSON', () => {
  const routes = [
    ['/graphql', (rest: string) => `{"query":${JSON.stringify(LABS)},"variables":{"a":${rest}}}`],
    [
      gatewayPath('createAnnouncement'),
      (rest: string) => `{"query":"mutation { createAnnouncement }","variables":{"a":${rest}}}`,
    ],
    [
      gatewayPath('createLab'),
      (rest: string) => `{"query":"mutation { createLab }","variables":{"a":${rest}}}`,
    ],
    [`${gatewayPath('createLab')}/foresee`, (rest: string) => `{"variables":${rest}}`],
    ['/local/x402/journeys', (rest: string) => `{"calls":${rest}}`],
    ['/mcp', (rest: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${rest}}`],
    ['/credentials', (rest: string) => `{"input":{"a":${rest}},"signature":"0x"}`],
    ['/oauth/register', (rest: string) => `{"redirect_uris":${rest}}`],
  ] as const;
  const headers = { ...authorized, accept: 'application/json, text/event-stream' };

  test.each(routes)('sent to %s is at most 64 levels deep', async (path, bodyWith) => {
    for (const deep of ['['.repeat(65), `${'['.repeat(65)}${']'.repeat(65)}`, '{"a":'.repeat(65)]) {
      const sent = path === '/mcp' ? { ...headers, authorization: '' } : headers;
      const { status, text } = await send(path, bodyWith(deep), sent);
      expect([status, text]).toEqual([400, expect.stringContaining('nested deeper than 64 levels')]);
    }
  });

  test.each(routes.slice(0, 2))('sent to %s is refused while it arrives', async (path, bodyWith) => {
    const { asked, answered } = begin(path, headers);
    // The client never ends the body. The answer comes as soon as the bound is broken, however the bytes are cut.
    for (const sign of bodyWith('['.repeat(65)).slice(0, -2)) await write(asked, sign);
    expect((await answered).body.errors[0].message).toMatch(/deeper than 64 levels/);
    asked.destroy();
  });

  test('has at most 65,536 values, which 10,000 moved entries do not reach', async () => {
    const many = await send(
      '/graphql',
      JSON.stringify({ query: LABS, variables: { a: Array(70_000).fill(1) } }),
      authorized,
    );
    expect([many.status, many.body.errors[0].message]).toEqual([400, 'The body has more than 65536 values.']);
    const moves = Array.from({ length: 10_000 }, (_, at) => ({ from: `a/${at}`, to: `b/${at}` }));
    const honest = await send('/graphql', JSON.stringify({ query: LABS, variables: { moves } }), authorized);
    expect(honest.status).toBe(200);
  });

  test('within an argument is bound as well', async () => {
    const query =
      'query ($v: AWSJSON!) { foresee(operation: createLab, wallet: "0x0000000000000000000000000000000000000001", variables: $v) { runs } }';
    const { body } = await send(
      '/graphql',
      JSON.stringify({ query, variables: { v: '['.repeat(1_000_000) } }),
      authorized,
    );
    expect(body.errors[0].message).toMatch(/variables must be a JSON object/);
  });

  test('is not read compressed', async () => {
    const { status, text } = await send('/graphql', gzipSync(JSON.stringify({ query: LABS })), {
      ...authorized,
      'content-encoding': 'gzip',
    });
    expect([status, text]).toEqual([415, expect.stringContaining('without Content-Encoding')]);
  });
});

describe('a body of a limited caller', () => {
  const left = (headers: { get(name: string): string | null }) =>
    Number(/;r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const consumer = async () => {
    const { credential } = await createConsumerCredential(service.context.db, 'local', 'pays for bytes');
    return { authorization: credential };
  };

  test.each([
    ['below 16 KiB', 16 * KiB, 299],
    ['of a byte more', 16 * KiB + 1, 298],
    ['of 160 KiB', 160 * KiB, 290],
    ['of 2 MiB', LARGE, 172],
    ['of more, which is refused,', LARGE + 1, 295, 413],
  ])('%s pays for its bytes once, announced or not', async (_, bytes, expected, answer = 200) => {
    const body = padded(bytes, { query: LABS });
    // The bucket refills meanwhile. Paid twice, it would have half as many less.
    const once = (rest: number) => rest >= expected && rest < (300 + expected) / 2 + 1;
    const announced = await send('/graphql', body, await consumer(), limited.url);
    expect([announced.status, left(announced.headers)]).toEqual([answer, expect.toSatisfy(once)]);
    const { asked, answered } = begin('/graphql', await consumer(), limited.url);
    asked.end(body);
    const { status, headers } = await answered;
    const rest = left(new Headers(headers as Record<string, string>));
    expect([status, rest]).toEqual([answer, expect.toSatisfy(once)]);
  });

  test('pays before it is read, and waits for what is missing', async () => {
    const headers = await consumer();
    const statuses = [];
    for (let time = 0; time < 3; time += 1) {
      const {
        status,
        headers: answered,
        body,
      } = await send('/graphql', padded(LARGE, { query: LABS }), headers, limited.url);
      statuses.push(status);
      if (status !== 429) continue;
      const seconds = Number(answered.get('retry-after'));
      expect(body.errors[0].errorInfo.retryAfterSeconds).toBe(seconds);
      expect(body.errors[0].message).toContain(`${seconds} seconds`);
    }
    expect(statuses).toEqual([200, 200, 429]);
    // Announced, and never sent: the bucket is asked first.
    const { asked, answered } = begin('/graphql', { ...headers, 'content-length': `${LARGE}` }, limited.url);
    asked.flushHeaders();
    expect((await answered).status).toBe(429);
    asked.destroy();
  });

  test('of the gateway pays from the bucket of the address', async () => {
    const body = padded(160 * KiB, { query: 'mutation { createAnnouncement }' });
    const { status, headers } = await send(
      gatewayPath('createAnnouncement'),
      body,
      from('192.0.2.77'),
      limited.url,
    );
    expect([status, left(headers)]).toEqual([400, expect.toSatisfy((rest) => rest >= 290 && rest < 295)]);
  });
});
