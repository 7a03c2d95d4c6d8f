import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { admission, takeTurns } from './page-turns.ts';
import { currentVisitor, rememberVisitors } from './visitor.ts';

/** Uses the processor for so long. */
function compute(ms: number): void {
  const begun = process.threadCpuUsage().user;
  while ((process.threadCpuUsage().user - begun) / 1_000 < ms);
}

describe('a server that takes turns', () => {
  /** Requests that have begun: address and path. */
  const begun: string[] = [];
  /** Answers of requests that wait for the test. */
  const open: ServerResponse[] = [];
  const server = createServer((request, response) => {
    begun.push(`${currentVisitor()} ${request.url}`);
    if (request.url?.startsWith('/held')) open.push(response);
    else response.end('done');
  });

  let turns: ReturnType<typeof takeTurns>;
  beforeAll(async () => {
    rememberVisitors(['127.0.0.1']);
    turns = takeTurns(null);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    // Other files of the same thread have servers, too.
    turns.stop();
    server.closeAllConnections();
  });

  const get = async (path: string, visitor: string) => {
    const { port } = server.address() as AddressInfo;
    const asked = send({
      port,
      host: '127.0.0.1',
      path,
      agent: false,
      headers: { 'x-forwarded-for': visitor },
    });
    asked.end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return { status: response.statusCode, body: await text(response) };
  };

  it('runs each request for its own visitor, also after it waited', async () => {
    const visitors = Array.from({ length: 12 }, (_, at) => `192.0.2.${at % 3}`);
    const answers = await Promise.all(visitors.map((visitor, at) => get(`/page/${visitor}/${at}`, visitor)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    for (const line of begun) expect(line).toMatch(/^(192\.0\.2\.\d) \/page\/\1\//);
    expect(begun).toHaveLength(12);
  });

  it('runs few of one network at once, while another network and files of the build do not wait', async () => {
    begun.length = 0;
    const held = Array.from({ length: 6 }, (_, at) => get(`/held/${at}`, '198.51.100.1'));
    await vi.waitFor(() => expect(open.length).toBeGreaterThanOrEqual(2));
    expect((await get('/page', '198.51.100.2')).status).toBe(200);
    expect((await get('/_next/static/chunk.js', '198.51.100.1')).status).toBe(200);
    expect(begun.filter((line) => line.includes('/held')).length).toBeLessThan(6);
    const answering = setInterval(() => {
      for (const response of open.splice(0)) response.end();
    }, 1);
    await Promise.all(held);
    clearInterval(answering);
  });
});

describe('the time of a network', () => {
  const admit = admission(12, () => '203.0.113.9');
  const server = createServer((request, response) =>
    admit(request, response, () => {
      compute(10);
      response.end('done');
    }),
  );
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => server.closeAllConnections());
  const get = (path: string, accept: string) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers: { accept } });

  it('is told, and refused when it is used up, with the wait in header and body', async () => {
    const first = await get('/', 'text/html');
    expect(first.headers.get('ratelimit-policy')).toBe('"processor";q=12;w=60');
    expect(first.headers.get('ratelimit')).toBe('"processor";r=12;t=0');
    await first.text();
    await (await get('/', 'text/html')).text();
    const page = await get('/', 'text/html');
    const seconds = Number(page.headers.get('retry-after'));
    expect([page.status, seconds > 0]).toEqual([429, true]);
    expect(await page.text()).toContain(`Try again in ${seconds} seconds`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const called = await get('/api/graphql', 'application/json');
    expect(called.status).toBe(429);
    const { errors } = (await called.json()) as {
      errors: [{ errorType: string; errorInfo: { retryAfterSeconds: number } }];
    };
    expect(errors[0]).toMatchObject({ errorType: 'RATE_LIMITED' });
    expect(errors[0].errorInfo.retryAfterSeconds).toBe(Number(called.headers.get('retry-after')));
    expect((await get('/_next/static/a.js', '*/*')).status).toBe(200);
    const kept = await get('/marks/lab', 'image/svg+xml');
    expect([kept.status, kept.headers.get('ratelimit')]).toEqual([429, null]);
  });
});
