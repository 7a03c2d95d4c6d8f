import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from './listen.ts';
import type { Steps, Wire } from './steps.ts';

/** A proxy of an HTTP server. Every request is a step, whose name begins with `name`. */
export async function startHttpWire(target: string, steps: Steps, name: string): Promise<Wire> {
  const { hostname, port, pathname } = new URL(target);

  async function pass(near: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(near);
    const moment = steps.take(`${name} ${whatIsAsked(near, body)}`);
    if (moment === 'before') return void near.socket.destroy();
    const { method, url = '/', headers } = near;
    const far = request({ hostname, port, method, path: pathname.replace(/\/$/, '') + url, headers });
    far.end(body);
    const [response] = (await once(far, 'response')) as [IncomingMessage];
    const bytes = await buffer(response);
    if (moment === 'after') return void near.socket.destroy();
    answer.writeHead(response.statusCode ?? 502, response.headers).end(bytes);
  }

  const server = createServer((near, answer) => {
    pass(near, answer).catch(() => near.socket.destroy());
  });
  const { url, close } = await listen(server);
  return {
    url,
    close,
  };
}

/** The method of JSON-RPC, or else of HTTP. */
function whatIsAsked({ method, url }: IncomingMessage, body: Buffer): string {
  const [, rpc] = body.toString('utf8', 0, 500).match(/"method":"(\w+)"/) ?? [];
  return rpc ?? `${method} ${url?.split('?')[0]}`;
}
