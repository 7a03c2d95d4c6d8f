import { createServer, request } from 'node:http';
import { listen } from './listen.ts';

/** A proxy that remembers what was asked. */
export interface CountingProxy {
  url: string;
  /** `METHOD path`, without what follows the question mark. */
  asked: string[];
  close(): Promise<void>;
}

/** @param target read with each request: a service that names the proxy as its URL starts after it */
export async function startCountingProxy(target: () => string): Promise<CountingProxy> {
  const asked: string[] = [];
  const server = createServer((near, answer) => {
    const { method = 'GET', url: path = '/', headers } = near;
    asked.push(`${method} ${path.split('?')[0]}`);
    const far = request(new URL(path, target()), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    far.on('error', () => answer.destroy());
    near.pipe(far);
  });
  return { ...(await listen(server)), asked };
}
