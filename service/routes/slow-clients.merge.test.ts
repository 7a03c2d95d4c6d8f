import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { initiate } from '@labroom/testing/test-upload.ts';
import { describe, expect, test } from 'vitest';

const service = await openTestService({
  config: (config) => ({
    ...config,
    http: { ...config.http, timeouts: { ...config.http.timeouts, headersMs: 1_000, bodyMs: 1_000 } },
  }),
});

const BODY = JSON.stringify({ query: '{ labs { totalCount } }' });

interface Line {
  socket: Socket;
  /** Everything received until the service closed the connection. */
  ended: Promise<string>;
}

/** A connection over which a test may send slowly. */
function dial(): Line {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  return { socket, ended: once(socket, 'close').then(() => answer) };
}

function head(path: string, method: string, headers: Record<string, string | number>): string {
  const lines = Object.entries({ host: 'service', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

const chunkedQuery = () =>
  head('/graphql', 'POST', {
    authorization: service.credential,
    'content-type': 'application/json',
    'transfer-encoding': 'chunked',
  });

const query = (credential = service.credential) =>
  head('/graphql', 'POST', {
    authorization: credential,
    'content-type': 'application/json',
    'content-length': BODY.length,
  });

describe('a slow client', () => {
  test.each([
    ['headers that do not end', () => 'POST /graphql HTTP/1.1\r\nhost: service\r\n'],
    ['a query that stops in the middle', () => query() + BODY.slice(0, 10)],
    ['a query without a body', () => query()],
    ['a chunked body that stops', () => `${chunkedQuery()}5\r\n{"que\r\n`],
  ])('with %s gets 408 TIMEOUT, and the connection is closed', async (_, bytes) => {
    const { socket, ended } = dial();
    socket.write(bytes());
    const [answerHead = '', body = ''] = (await ended).split('\r\n\r\n');
    expect(answerHead).toMatch(/^HTTP\/1.1 408 /);
    const [, requestId] = /x-request-id: (\S+)/.exec(answerHead) ?? [];
    const errorInfo = { requestId, retryable: true, details: {} };
    expect(JSON.parse(body)).toEqual({
      errors: [
        {
          message: expect.any(String),
          errorType: 'TIMEOUT',
          errorInfo,
          extensions: { code: 'TIMEOUT', ...errorInfo },
        },
      ],
    });
  });

  test('is disconnected after it was rejected', async () => {
    for (const bytes of [query('wrong'), head('/nothing', 'POST', { 'content-length': 100 })]) {
      const { socket, ended } = dial();
      socket.write(`${bytes}{`);
      expect(await ended).toMatch(/^HTTP\/1.1 40[14] /);
    }
  });

  test('with a file has more time', async () => {
    const lab = await registeredLab(service);
    const upload = await initiate(service, lab, 10);
    const { pathname, search } = new URL(upload.uploadUrl);
    const file = dial();
    const headers = { 'content-type': 'text/plain', 'content-length': 10, connection: 'close' };
    file.socket.write(`${head(`${pathname}${search}`, 'PUT', headers)}01234`);
    // A query that started later has timed out by now.
    const late = dial();
    late.socket.write(query());
    expect(await late.ended).toMatch(/^HTTP\/1.1 408 /);
    file.socket.write('56789');
    expect(await file.ended).toMatch(/^HTTP\/1.1 200 /);
  });

  test('has sent everything and may wait long for the response', async () => {
    const { $client: pool } = service.context.db;
    const lock = await pool.connect();
    await lock.query('begin; lock table labs in access exclusive mode');
    const whole = dial();
    whole.socket.write(`${query().replace('\r\n', '\r\nconnection: close\r\n')}${BODY}`);
    const late = dial();
    late.socket.write(query());
    expect(await late.ended).toMatch(/^HTTP\/1.1 408 /);
    await lock.query('rollback');
    lock.release();
    expect(await whole.ended).toMatch(/^HTTP\/1.1 200 /);
  });
});
