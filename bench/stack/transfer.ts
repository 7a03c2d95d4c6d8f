import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

/** PUTs bytes in one request and returns the ETag. The cost of the client is the same for every server. */
export function putBytes(url: string, bytes: Buffer, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': bytes.length };
    const put = request(url, { method: 'PUT', agent, headers: { ...headers, ...length } }, (response) => {
      response.resume();
      if (response.statusCode === 200) resolve(response.headers.etag ?? '');
      else reject(new Error(`PUT was answered with ${response.statusCode}`));
    });
    put.on('error', reject);
    put.end(bytes);
  });
}

/** GETs bytes and counts them; with `hashed`, also hashes them. */
export function getBytes(url: string, hashed = false): Promise<{ length: number; sha256: string }> {
  return new Promise((resolve, reject) => {
    const get = request(url, { agent }, (response) => {
      const hash = createHash('sha256');
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (hashed) hash.update(chunk);
      });
      response.on('end', () => resolve({ length, sha256: hash.digest('hex') }));
      response.on('error', reject);
    });
    get.on('error', reject);
    get.end();
  });
}
