import { createServer } from 'node:http';
import { listen } from './transports/listen.ts';

/** A server that records what it is asked for. */
export async function startListener() {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    visits.push(request.url ?? '');
    // Browsers show a page of their own for an answer without a body.
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Nothing is here.');
  });
  const { url, close } = await listen(server);
  return { visits, url, stop: close };
}
