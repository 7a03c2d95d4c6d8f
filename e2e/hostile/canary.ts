import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that nobody should ever call. Every connection counts, also one on which nothing is asked (a preconnect). */
export interface Canary {
  /** `127.0.0.1:<port>`, for the addresses that strangers write into their content. */
  host: string;
  /** What was asked of it, and `(connection)` for each connection. */
  readonly calls: readonly string[];
  stop(): Promise<void>;
}

export async function startCanary(): Promise<Canary> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url} for ${request.headers['sec-fetch-dest'] ?? 'a program'}`);
    response.setHeader('access-control-allow-origin', '*');
    response.end();
  });
  server.on('connection', () => calls.push('(connection)'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
