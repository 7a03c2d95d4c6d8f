import { once } from 'node:events';
import { createConnection } from 'node:net';
import { capturedStatements } from '@labroom/testing/captured-queries.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService, startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { announce } from '@labroom/testing/test-upload.ts';
import { describe, expect, test } from 'vitest';
import { numberEvents } from '#operations/activity/number-events.ts';

const service = await openTestService({
  config: (config) => ({
    ...config,
    http: {
      ...config.http,
      streams: { total: 60, perAddress: 60, heartbeatMs: 50, lifetimeMs: 60_000, pollMs: 5 },
    },
  }),
});
const lab = await registeredLab(service);
const other = await registeredLab(service);

interface Message {
  id: string;
  data: { id: string; cursor: string; oclId: string };
}

interface Stream {
  response: Response;
  /** The next event. */
  next(): Promise<Message>;
  /** Resolves at the next comment. */
  heartbeat(): Promise<void>;
  close(): void;
}

async function connect(
  query = '',
  headers: Record<string, string> = {},
  { url, credential }: Pick<TestService, 'url' | 'credential'> = service,
): Promise<Stream> {
  const ended = new AbortController();
  const response = await fetch(`${url}/events${query}`, {
    headers: { authorization: credential, ...headers },
    signal: ended.signal,
  });
  const blocks = blocksOf(response);
  const nextBlock = async () => {
    const { value, done } = await blocks.next();
    if (done) throw new Error('The stream has ended');
    return value;
  };
  return {
    response,
    async next() {
      for (;;) {
        const block = await nextBlock();
        const [, id, data] = /^id: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (id && data) return { id, data: JSON.parse(data) };
      }
    },
    async heartbeat() {
      while ((await nextBlock()) !== ': ');
    },
    close: () => ended.abort(),
  };
}

async function* blocksOf(response: Response): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks;
  }
}

async function write(author: RegisteredLab, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await announce(service, author);
  while ((await numberEvents(service.context)).more);
}
const endOfLog = async (): Promise<string> => {
  const { rows } = await service.context.db.$client.query(
    'select coalesce(max(number), 0) as end from event_log',
  );
  return rows[0].end;
};

describe('a stream', () => {
  test('begins at the end of the log, and sends each event once with its position', async () => {
    await write(lab, 2);
    const start = Number(await endOfLog());
    const stream = await connect();
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    await stream.heartbeat();
    await write(lab, 3);
    for (const step of [1, 2, 3]) {
      const { id, data } = await stream.next();
      expect(Number(id)).toBe(start + step);
      expect(data).toMatchObject({ cursor: id, oclId: lab.oclId });
    }
    stream.close();
  });

  test('continues after Last-Event-ID, also on another process, through more events than a page has', async () => {
    const start = await endOfLog();
    const first = await connect(`?after=${start}`);
    await write(lab, 130);
    const seen: string[] = [];
    for (let count = 0; count < 60; count += 1) seen.push((await first.next()).id);
    first.close();
    const peer = await service.startPeer();
    const second = await connect(
      '?after=0',
      { 'last-event-id': seen.at(-1) ?? '' },
      { ...service, url: peer.url },
    );
    while (seen.length < 130) seen.push((await second.next()).id);
    second.close();
    expect(seen).toEqual(Array.from({ length: 130 }, (_, at) => String(Number(start) + at + 1)));
    await peer.stop();
  });

  test('of one lab has no events of another', async () => {
    const stream = await connect(`?oclId=${other.oclId}&filter=ANNOUNCEMENT`);
    await write(lab, 2);
    await write(other, 1);
    expect((await stream.next()).data.oclId).toBe(other.oclId);
    stream.close();
  });

  test('is refused with the error of its position, before anything is sent', async () => {
    for (const query of ['?after=x', '?after=99999999999', '?oclId=0x', '?filter=NONE']) {
      const { response } = await connect(query);
      expect(response.status).toBe(400);
      expect((await response.json()).errors[0].errorInfo.requestId).toBeTruthy();
    }
    expect((await connect('', { authorization: 'none' })).response.status).toBe(401);
  });
});

describe('many streams', () => {
  test('are bounded by address and in total, and a closed one makes room', async () => {
    const tight = await startTestService({
      config: (config) => ({
        ...config,
        http: { ...config.http, streams: { ...config.http.streams, total: 3, perAddress: 2 } },
      }),
      variables: { TRUSTED_PROXIES: '127.0.0.1' },
    });
    const from = async (address: string) => {
      const stream = await connect('', { 'x-forwarded-for': address }, tight);
      if (!stream.response.ok) stream.close();
      return stream;
    };
    const [one, two] = [await from('192.0.2.1'), await from('192.0.2.1')];
    const third = await from('192.0.2.1');
    expect(third.response.status).toBe(429);
    expect(third.response.headers.get('retry-after')).toBe('30');
    // Another address still gets in, up to the total.
    const another = await from('192.0.2.2');
    expect(another.response.status).toBe(200);
    expect((await from('192.0.2.3')).response.status).toBe(429);
    one.close();
    await expect
      .poll(async () => {
        const again = await from('192.0.2.3');
        again.close();
        return again.response.status;
      })
      .toBe(200);
    for (const stream of [two, another]) stream.close();
    await tight.stop();
  });

  test('that are left before they begin take no place', async () => {
    const tight = await startTestService({
      config: (config) => ({
        ...config,
        http: { ...config.http, streams: { ...config.http.streams, total: 2, perAddress: 2 } },
      }),
    });
    const { hostname, port } = new URL(tight.url);
    for (let left = 0; left < 8; left += 1) {
      const socket = createConnection({ host: hostname, port: Number(port) });
      await once(socket, 'connect');
      const lines = ['GET /events HTTP/1.1', 'host: labroom', `authorization: ${tight.credential}`, '', ''];
      await new Promise((sent) => socket.write(lines.join('\r\n'), sent));
      socket.destroy();
    }
    await expect
      .poll(async () => {
        const stream = await connect('', {}, tight);
        stream.close();
        return stream.response.status;
      })
      .toBe(200);
    await tight.stop();
  });

  test('share their queries, and clients that read nothing delay nobody', async () => {
    const idle = await Promise.all(Array.from({ length: 20 }, () => connect()));
    const reading = await Promise.all(Array.from({ length: 20 }, () => connect()));
    await Promise.all(reading.map((stream) => stream.heartbeat()));
    const statements = await capturedStatements(service.context.db, async () => {
      await write(lab, 1);
      await Promise.all(reading.map((stream) => stream.next()));
    });
    const reads = statements.filter(({ text }) => /from "event_log" left join/.test(text));
    expect(reads.length).toBeLessThan(reading.length);
    for (const stream of [...idle, ...reading]) stream.close();
  });

  test('end when their time is over', async () => {
    const brief = await startTestService({
      config: (config) => ({
        ...config,
        http: { ...config.http, streams: { ...config.http.streams, heartbeatMs: 10_000, lifetimeMs: 50 } },
      }),
    });
    const stream = await connect('', {}, brief);
    await expect(stream.next()).rejects.toThrow('The stream has ended');
    await brief.stop();
  });
});
