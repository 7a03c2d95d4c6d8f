import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from './transports/listen.ts';

export interface CountingStore {
  endpoint: string;
  /** Method and status of each request, in order, and the bytes of its body and its answer. */
  requests: string[];
  close(): Promise<void>;
}

/** In-memory subset of S3 that counts requests. Does not check signatures. */
export async function startCountingStore(): Promise<CountingStore> {
  const objects = new Map<string, { type: string; bytes: Buffer }>();
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const key = new URL(request.url ?? '/', 'http://store').pathname;
    const { method = '' } = request;
    const body = await buffer(request);
    const known = objects.get(key);
    const isRefused = method === 'PUT' && known !== undefined && request.headers['if-none-match'] === '*';
    const status = method === 'PUT' ? (isRefused ? 412 : 200) : method === 'DELETE' ? 204 : known ? 200 : 404;
    if (method === 'PUT' && !isRefused)
      objects.set(key, { type: request.headers['content-type'] ?? '', bytes: body });
    if (method === 'DELETE') objects.delete(key);
    const found = status === 200 && method !== 'PUT' ? known : undefined;
    const answer = method === 'GET' ? (found?.bytes ?? Buffer.alloc(0)) : Buffer.alloc(0);
    requests.push(`${method} ${status}, ${body.length + answer.length} bytes`);
    if (found) response.setHeader('content-type', found.type).setHeader('content-length', found.bytes.length);
    response.writeHead(status).end(answer);
  });
  const { url, close } = await listen(server);
  return {
    endpoint: url,
    requests,
    close,
  };
}
