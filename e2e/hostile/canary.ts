import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that must never be called. Every connection counts, even without a request (preconnect). */
export interface Canary {
  /** `127.0.0.1:<port>`, for URLs in hostile content. */
  host: string;
  /** The received requests, and `(connection)` for each connection. */
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
