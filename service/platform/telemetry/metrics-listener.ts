import { once } from 'node:events';
import { createServer } from 'node:http';
import { portProblem } from '../process/port-problem.ts';
import { metrics } from './metrics.ts';

/**
 * Serves `GET /metrics` on a separate address, so that the public port never shows it.
 * @returns a function that stops it
 */
export async function serveMetrics(address: { host: string; port: number }): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    try {
      response.setHeader('content-type', metrics.contentType).end(await metrics.metrics());
    } catch {
      response.writeHead(500).end();
    }
  });
  await once(server.listen(address), 'listening').catch((error: unknown) => {
    throw portProblem(error, 'METRICS_PORT', address);
  });
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}
