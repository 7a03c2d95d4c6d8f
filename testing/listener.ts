import { createServer } from 'node:http';
import { listen } from './listen.ts';

/** A server that records what it is asked for. */
export async function startListener() {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    visits.push(request.url ?? '');
    response.writeHead(404).end();
  });
  const { url, close } = await listen(server);
  return { visits, url, stop: close };
}
