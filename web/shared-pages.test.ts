import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { admission } from './page-turns.ts';
import { noteGap, noteLimit, rememberVisitors } from './visitor.ts';

/** Renders that have begun, with their answers, which the test gives. */
const renders: { url: string; response: ServerResponse; visitor: string; limit(): void; gap(): void }[] = [];
/** No page is kept, unless a test says so. */
let version: string | null = null;
let versionsRead = 0;
const admit = admission(null, undefined, {
  read: async () => {
    versionsRead += 1;
    return version;
  },
  latest: () => version,
});
/** A visitor who takes the end of a page only when the test says so. */
const SLOW = '192.0.2.66';
const unsent: (() => void)[] = [];
const server = createServer((request, response) => {
  const visitor = String(request.headers['x-forwarded-for']);
  const { end } = response;
  if (visitor === SLOW)
    response.end = ((...args: Parameters<typeof end>) => {
      unsent.push(() => end.apply(response, args));
      return response;
    }) as typeof end;
  return admit(request, response, () => {
    const [limit, gap] = [AsyncLocalStorage.bind(noteLimit), AsyncLocalStorage.bind(noteGap)];
    renders.push({ url: request.url ?? '', response, visitor, limit, gap });
  });
});

beforeAll(async () => {
  rememberVisitors(['127.0.0.1']);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.closeAllConnections());
beforeEach(() => {
  renders.length = 0;
});

/** Asks for a page. `ended` resolves with the answer, or `null` if the connection was lost. */
function ask(path: string, visitor: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const asked = send({
    port,
    host: '127.0.0.1',
    path,
    agent: false,
    headers: { 'x-forwarded-for': visitor, ...headers },
  });
  asked.end();
  const answered = once(asked, 'response');
  const told: Promise<IncomingHttpHeaders | null> = answered.then(
    ([response]) => response.headers,
    () => null,
  );
  const ended = answered.then(
    async ([response]) => ({
      status: response.statusCode,
      type: response.headers['content-type'],
      body: await text(response),
    }),
    () => null,
  );
  return { leave: () => asked.destroy(), ended, told };
}

/** On a busy machine. */
const BUSY = { timeout: 20_000 };

/** Waits until so many renders have begun. */
const begun = (count: number) => vi.waitFor(() => expect(renders).toHaveLength(count), BUSY);

function finish(at: number, body: string): void {
  const { response } = renders[at] as (typeof renders)[number];
  response.setHeader('content-type', 'text/html');
  response.write(body.slice(0, 2));
  response.end(body.slice(2));
}

/** Waits until the server has seen so many requests in all. */
async function arrived(count: number): Promise<void> {
  await vi.waitFor(() => expect(seen).toBe(count), BUSY);
}
let seen = 0;
server.on('request', () => {
  seen += 1;
});
beforeEach(() => {
  seen = 0;
});

describe('a public page', () => {
  it('that ten visitors ask for is rendered once for the first, and once for all who came meanwhile', async () => {
    const first = ask('/activity', '192.0.2.1');
    await begun(1);
    const others = Array.from({ length: 9 }, (_, at) => ask('/activity', `192.0.2.${2 + (at % 4)}`));
    await arrived(10);
    finish(0, 'before');
    expect((await first.ended)?.body).toBe('before');
    await begun(2);
    finish(1, 'after');
    const answers = await Promise.all(others.map(({ ended }) => ended));
    expect(answers).toEqual(others.map(() => ({ status: 200, type: 'text/html', body: 'after' })));
    expect(renders).toHaveLength(2);
  });

  it.each([
    ['another address', '/labs', {}],
    ['other headers', '/activity', { rsc: '1' }],
    ['a cookie', '/activity', { cookie: 'theme=dark' }],
    ['a credential', '/activity', { authorization: 'x' }],
  ])('is not taken by a request with %s', async (_, path, headers) => {
    const first = ask('/activity', '192.0.2.1', 'cookie' in headers ? headers : {});
    await begun(1);
    const other = ask(path, '192.0.2.2', headers);
    await begun(2);
    finish(0, 'one');
    finish(1, 'two');
    expect((await first.ended)?.body).toBe('one');
    expect((await other.ended)?.body).toBe('two');
  });

  it.each([
    ['was limited for its visitor', (at: number) => renders[at]?.limit()],
    ['sets a cookie', (at: number) => renders[at]?.response.setHeader('set-cookie', 'a=b')],
    ['failed', (at: number) => Object.assign(renders[at]?.response ?? {}, { statusCode: 500 })],
  ])('that %s is for that visitor alone', async (_, spoil) => {
    const first = ask('/activity', '192.0.2.1');
    await begun(1);
    const others = [ask('/activity', '192.0.2.2'), ask('/activity', '192.0.2.3')];
    await arrived(3);
    finish(0, 'first');
    await first.ended;
    await begun(2);
    spoil(1);
    finish(1, 'spoiled');
    await begun(3);
    finish(2, 'good');
    const bodies = (await Promise.all(others.map(({ ended }) => ended))).map((answer) => answer?.body);
    expect(bodies.toSorted()).toEqual(['good', 'spoiled']);
  });

  it('is rendered again when its visitor leaves', async () => {
    const first = ask('/activity', '192.0.2.1');
    await begun(1);
    const leaving = ask('/activity', '192.0.2.2');
    await arrived(2);
    const staying = ask('/activity', '192.0.2.3');
    await arrived(3);
    finish(0, 'first');
    await first.ended;
    await begun(2);
    leaving.leave();
    renders[1]?.response.destroy();
    await vi.waitFor(() => expect(renders.length).toBeGreaterThan(2));
    finish(2, 'whole');
    expect((await staying.ended)?.body).toBe('whole');
  });

  it('is taken by others although its own visitor does not take it', async () => {
    const first = ask('/activity', '192.0.2.1');
    await begun(1);
    const slow = ask('/activity', SLOW);
    await arrived(2);
    const other = ask('/activity', '192.0.2.3');
    await arrived(3);
    finish(0, 'first');
    await first.ended;
    await begun(2);
    expect(renders[1]?.visitor).toBe(SLOW);
    finish(1, 'page');
    expect((await other.ended)?.body).toBe('page');
    expect(renders).toHaveLength(2);
    for (const send of unsent.splice(0)) send();
    expect((await slow.ended)?.body).toBe('page');
  });

  it('is rendered for a visitor who waited half a second for the render of another', async () => {
    const stuck = ask('/activity', '192.0.2.1');
    await begun(1);
    const other = ask('/activity', '192.0.2.2');
    await begun(2);
    finish(1, 'own');
    expect((await other.ended)?.body).toBe('own');
    finish(0, 'stuck');
    expect((await stuck.ended)?.body).toBe('stuck');
  });

  it('that a crowd took is rendered again after a pause', async () => {
    const first = ask('/activity', '192.0.2.1');
    await begun(1);
    const crowd = Array.from({ length: 4 }, (_, at) => ask('/activity', `192.0.2.${2 + at}`));
    await arrived(5);
    finish(0, 'first');
    await first.ended;
    await begun(2);
    const start = performance.now();
    const late = ask('/activity', '192.0.2.9');
    await arrived(6);
    await vi.waitFor(() => expect(performance.now() - start).toBeGreaterThan(20));
    const took = performance.now() - start;
    finish(1, 'crowd');
    await Promise.all(crowd.map(({ ended }) => ended));
    const ended = performance.now();
    await begun(3);
    expect(performance.now() - ended).toBeGreaterThan(took);
    finish(2, 'late');
    expect((await late.ended)?.body).toBe('late');
  });

  it('waits for its turn no longer when another network renders it', async () => {
    // Beside another network, one runs two requests at once.
    const other = ask('/labs', '198.51.100.8');
    await begun(1);
    const held = Array.from({ length: 2 }, (_, at) => ask(`/held/${at}`, '198.51.100.7'));
    await begun(3);
    const slow = ask('/activity', '198.51.100.7');
    await arrived(4);
    expect(renders).toHaveLength(3);
    const quick = ask('/activity', '198.51.100.8');
    await begun(4);
    finish(3, 'page');
    expect((await quick.ended)?.body).toBe('page');
    expect((await slow.ended)?.body).toBe('page');
    for (let at = 0; at < 3; at += 1) finish(at, 'held');
    await Promise.all([...held, other].map(({ ended }) => ended));
  });
});

describe('a page whose version is known', () => {
  /** Each test has a page of its own, because pages are kept. */
  let page = '';
  let count = 0;
  beforeEach(() => {
    count += 1;
    page = `/labs/kept-${count}`;
    version = 'one';
  });
  afterEach(() => {
    version = null;
  });

  async function rendered(body: string, headers: Record<string, string> = {}): Promise<void> {
    const before = renders.length;
    const asked = ask(page, '192.0.2.1', headers);
    await begun(before + 1);
    finish(before, body);
    expect((await asked.ended)?.body).toBe(body);
  }

  it('is sent to the next visitor, whatever browser and language they have', async () => {
    await rendered('first', { 'user-agent': 'Mozilla/5.0 (X11)', 'accept-language': 'en' });
    const headers = {
      'user-agent': 'Mozilla/5.0 (Android)',
      'accept-language': 'ar',
      referer: 'https://a.example',
    };
    const answer = await ask(page, '192.0.2.2', headers).ended;
    expect(answer).toEqual({ status: 200, type: 'text/html', body: 'first' });
    expect(renders).toHaveLength(1);
  });

  it.each([
    ['what it shows has another version', () => (version = 'two')],
    ['no version can be read', () => (version = null)],
  ])('is rendered again when %s', async (_, change) => {
    await rendered('first');
    change();
    await rendered('second');
    expect(renders).toHaveLength(2);
  });

  it.each([
    ['of something that could not be read', (at: number) => renders[at]?.gap()],
    ['of a visitor who was limited', (at: number) => renders[at]?.limit()],
    ['with a cookie', (at: number) => renders[at]?.response.setHeader('set-cookie', 'a=b')],
    ['that failed', (at: number) => Object.assign(renders[at]?.response ?? {}, { statusCode: 500 })],
  ])('is not kept %s', async (_, spoil) => {
    const first = ask(page, '192.0.2.1');
    await begun(1);
    spoil(0);
    finish(0, 'spoiled');
    await first.ended;
    await rendered('good');
  });

  it('is not sent to a program that names itself, to a visitor with a cookie, or as another kind of answer', async () => {
    await rendered('first');
    await rendered('bot', { 'user-agent': 'Googlebot/2.1' });
    await rendered('mine', { cookie: 'theme=dark' });
    await rendered('data', { rsc: '1' });
    expect(renders).toHaveLength(4);
  });

  it('is taken while it is rendered by those who came later, if nothing was changed until they came', async () => {
    const first = ask(page, '192.0.2.1');
    await begun(1);
    const same = ask(page, '192.0.2.2');
    await arrived(2);
    version = 'two';
    const changed = ask(page, '192.0.2.3');
    await arrived(3);
    finish(0, 'old');
    expect((await first.ended)?.body).toBe('old');
    expect((await same.ended)?.body).toBe('old');
    await begun(2);
    finish(1, 'new');
    expect((await changed.ended)?.body).toBe('new');
  });

  it('asks for versions at the turns of renders only, however many pages wait', async () => {
    versionsRead = 0;
    const many = Array.from({ length: 40 }, (_, at) => ask(`${page}-${at}`, '192.0.2.1'));
    await arrived(40);
    expect(renders.length).toBeLessThan(10);
    expect(versionsRead).toBe(renders.length);
    for (let at = 0; at < 40; at += 1) {
      await vi.waitFor(() => expect(renders.length).toBeGreaterThan(at), BUSY);
      finish(at, 'page');
    }
    await Promise.all(many.map(({ ended }) => ended));
  });

  it('tells caches what it told the first visitor, and nobody the rest of another visitor', async () => {
    const first = ask(page, '192.0.2.1');
    await begun(1);
    renders[0]?.response.setHeader('cache-control', 'private, no-store');
    renders[0]?.response.setHeader('ratelimit', '"processor";r=1;t=1');
    finish(0, 'page');
    await first.ended;
    const headers = await ask(page, '192.0.2.2').told;
    expect([headers?.['cache-control'], headers?.ratelimit]).toEqual(['private, no-store', undefined]);
  });
});
