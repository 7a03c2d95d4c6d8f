import { createServer, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from './transports/listen.ts';

/** A proxy that remembers what was asked. */
export interface CountingProxy {
  url: string;
  /** `METHOD path`, without what follows the question mark; of GraphQL the name of the operation. */
  asked: string[];
  close(): Promise<void>;
}

/**
 * @param target read with each request: a service that names the proxy as its URL starts after it
 * @param before what a request waits for, once it is remembered
 */
export async function startCountingProxy(
  target: () => string,
  before: (asked: string) => Promise<void> = async () => undefined,
): Promise<CountingProxy> {
  const asked: string[] = [];
  const server = createServer(async (near, answer) => {
    const { method = 'GET', url: path = '/', headers } = near;
    const body = await buffer(near);
    const { pathname, searchParams } = new URL(path, target());
    const operation = () => searchParams.get('operationName') ?? JSON.parse(String(body)).operationName;
    const name = pathname === '/graphql' ? operation() : `${method} ${pathname}`;
    asked.push(name);
    await before(name);
    const far = request(new URL(path, target()), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    far.on('error', () => answer.destroy());
    far.end(body);
  });
  return { ...(await listen(server)), asked };
}
