import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { watchedLog } from '@labroom/testing/log-watch.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { HttpContentSource } from './http-content-source.ts';

const lab = `0x0101${'00'.repeat(9)}07${'ab'.repeat(20)}`;
const other = `0x0101${'00'.repeat(9)}08${'cd'.repeat(20)}`;
const minute = 60_000;

let server: Server | undefined;
let hits = 0;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A content source with a scripted response, and its clock. */
async function sourceThat(answer: RequestListener, timeoutMs = 5_000) {
  hits = 0;
  const listening = createServer((request, response) => {
    hits += 1;
    answer(request, response);
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const clock = { now: 0 };
  const { port } = listening.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/labs.json?key=kept-to-itself`;
  const { log, lines } = watchedLog();
  const source = new HttpContentSource({ url, timeoutMs, now: () => clock.now });
  return { ask: () => source.labs(log), clock, lines };
}

const json =
  (document: unknown): RequestListener =>
  (_request, response) =>
    response.end(JSON.stringify(document));

describe('a content source over HTTP', () => {
  test('is fetched once in five minutes for any number of concurrent requests', async () => {
    const { ask, clock } = await sourceThat(json({ labs: [{ oclId: lab, trlValue: 'TRL 4' }] }));
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    for (const contents of answers) expect(contents.get(lab)).toEqual({ trlValue: 'TRL 4' });
    clock.now = 5 * minute - 1;
    await ask();
    expect(hits).toBe(1);
    clock.now = 5 * minute;
    await ask();
    expect(hits).toBe(2);
  });

  test('that is down fails instead of returning old entries, and works again when it is back', async () => {
    let isUp = true;
    const { ask, clock } = await sourceThat((_request, response) => {
      response.statusCode = isUp ? 200 : 503;
      response.end('{"labs":[]}');
    });
    await ask();
    isUp = false;
    clock.now = 5 * minute;
    await expect(ask()).rejects.toThrow('503');
    // Requests do not fetch again while it is down.
    await expect(ask()).rejects.toThrow('503');
    expect(hits).toBe(2);
    isUp = true;
    clock.now += minute;
    expect((await ask()).size).toBe(0);
  });

  test('that does not respond times out', async () => {
    const { ask } = await sourceThat(() => {}, 50);
    await expect(ask()).rejects.toThrow(/timeout/i);
  });

  test('that sends its response too slowly times out', async () => {
    const { ask } = await sourceThat((_request, response) => void response.write('{"labs":['), 50);
    await expect(ask()).rejects.toThrow();
  });

  test.each<[string, RequestListener]>([
    ['no JSON', (_request, response) => response.end('<html>')],
    ['another document', json({ items: [] })],
    ['a list', json([])],
    ['nothing', (_request, response) => response.end()],
    ['a redirect', (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['more than 10 MiB', (_request, response) => response.end(Buffer.alloc(10 * 1024 * 1024 + 1, ' '))],
  ])('that answers with %s says nothing', async (_, answer) => {
    const { ask } = await sourceThat(answer);
    await expect(ask()).rejects.toThrow();
    expect(hits).toBe(1);
  });

  test('keeps valid entries beside invalid ones, and logs which were left out', async () => {
    const { ask, lines } = await sourceThat(
      json({
        labs: [
          { oclId: 'thermostable-lipase-screen', isVerified: true },
          { oclId: other, weightedScore: 'high' },
          {
            oclId: lab.toUpperCase().replace('0X', '0x'),
            isVerified: true,
            unknown: 1,
            scoredAt: '2026-05-01',
          },
          { oclId: lab, isVerified: false },
          null,
        ],
      }),
    );
    const contents = await ask();
    expect([...contents]).toEqual([[lab, { isVerified: true, scoredAt: new Date('2026-05-01') }]]);
    const { problems } = JSON.parse(lines[0] ?? '');
    expect(problems).toHaveLength(4);
    expect(lines.join('')).not.toContain('kept-to-itself');
  });
});
