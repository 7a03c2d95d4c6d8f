import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** One request as its sender saw it. Times are milliseconds of `performance.now()`. */
export interface Sample {
  /** The operation, e.g. `finishCreateOrUpdateFile`. */
  kind: string;
  from: number;
  until: number;
  /** 502 where the backend was lost on the way. */
  status: number;
}

export interface Balancer {
  samples: Sample[];
  stop(): Promise<void>;
}

/**
 * Takes turns between backends. One that refuses the connection is passed over; one that is lost on the way is answered for
 * with 502, as nobody knows what it did.
 */
export async function startBalancer(port: number, backends: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const samples: Sample[] = [];
  let turn = 0;

  async function pass(near: IncomingMessage, answer: ServerResponse): Promise<void> {
    const from = performance.now();
    const body = await buffer(near);
    const note = (status: number) =>
      samples.push({ kind: kindOf(near, body), from, until: performance.now(), status });
    turn += 1;
    for (let next = 0; next < backends.length; next += 1) {
      const backend = backends[(turn + next) % backends.length];
      const far = request({
        agent,
        port: backend,
        host: '127.0.0.1',
        method: near.method,
        path: near.url,
        headers: near.headers,
      });
      far.end(body);
      try {
        const [response] = (await once(far, 'response')) as [IncomingMessage];
        const bytes = await buffer(response);
        answer.writeHead(response.statusCode ?? 502, response.headers).end(bytes);
        note(response.statusCode ?? 502);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') continue;
        break;
      }
    }
    answer.writeHead(502).end();
    note(502);
  }

  const server = createServer((near, answer) => {
    pass(near, answer).catch(() => answer.destroy());
  });
  // Longer than any client keeps a connection it does not use.
  server.keepAliveTimeout = 120_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    samples,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      agent.destroy();
    },
  };
}

function kindOf({ method, url = '' }: IncomingMessage, body: Buffer): string {
  const query = url.match(/[?&]operationName=(\w+)/)?.[1];
  if (query) return query;
  if (method !== 'POST') return `${method} ${url.split('/')[1]}`;
  const paid = url.match(/\/x402\/labs\/(\w+)/)?.[1];
  if (paid) return `paid ${paid}`;
  return body.toString('utf8', 0, 200).match(/(?:query|mutation) (\w+)/)?.[1] ?? 'other';
}
