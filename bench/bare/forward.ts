import { createServer, request as open } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** The peer: sends each request on to the address in its query, without a check. */
const port = process.argv[2];

createServer(async (request, response) => {
  const target = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams.get('to') ?? '';
  const { host: _, ...headers } = request.headers;
  const forwarded = open(target, { method: request.method ?? 'GET', headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  await pipeline(request, forwarded);
}).listen(Number(port), '127.0.0.1', () => console.log('Server listening'));
