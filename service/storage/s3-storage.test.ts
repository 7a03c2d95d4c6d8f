import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { hasRadosgw, startRadosgw } from '../testing/radosgw.ts';
import { objectStorageSuite } from './object-storage.suite.ts';
import { prepareBucket } from './prepare-bucket.ts';
import { S3Storage, s3Client } from './s3-storage.ts';

// A real S3 comes from Debian alone; `npm test` installs it there, and says so where it cannot.
describe.runIf(hasRadosgw())('on radosgw', () => {
  objectStorageSuite('S3 storage', async () => {
    const { stop, ...account } = await startRadosgw();
    const bucket = 'labroom-test';
    await prepareBucket(s3Client(account), { bucket, allowedOrigins: ['http://localhost:3000'] });
    const storage = new S3Storage({ ...account, bucket, publicBaseUrl: `${account.endpoint}/${bucket}` });
    return { storage, stop };
  });
});

describe('a store that falls silent', () => {
  async function listening(listener: RequestListener) {
    const server = createServer(listener);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const account = { endpoint, region: 'us-east-1', bucket: 'b', publicBaseUrl: `${endpoint}/b` };
    const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
    return {
      storage: new S3Storage({ ...account, credentials, silenceMs: 100 }),
      async [Symbol.asyncDispose]() {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      },
    };
  }

  test('is not waited for: whatever is asked of it fails', async () => {
    await using store = await listening(() => {});
    const { storage } = store;
    const body = Buffer.from('x');
    const asked = [
      storage.head('k'),
      storage.read('k'),
      storage.put({ key: 'k', contentType: 'text/plain', body }),
      storage.seal({ from: 'k', to: 'l' }),
      storage.delete('k'),
    ];
    for (const outcome of await Promise.allSettled(asked))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'TimeoutError' } });
  });

  test('in the middle of an object breaks its stream', async () => {
    await using store = await listening((_, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('12345');
    });
    const body = await store.storage.read('k');
    await expect(body && buffer(body)).rejects.toThrow();
  });
});
