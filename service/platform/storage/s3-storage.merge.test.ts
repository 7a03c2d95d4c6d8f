import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { hasRadosgw, startRadosgw } from '@labroom/testing/radosgw.ts';
import { listen } from '@labroom/testing/transports/listen.ts';
import { describe, expect, test } from 'vitest';
import { objectStorageSuite } from './object-storage.suite.ts';
import { prepareBucket } from './prepare-bucket.ts';
import { s3Client } from './s3-client.ts';
import { S3Storage } from './s3-storage.ts';

// A real S3 server comes from Debian. `npm test` installs it there, and reports when it cannot.
describe.runIf(hasRadosgw())('on radosgw', () => {
  objectStorageSuite('S3 storage', async () => {
    const { stop, ...account } = await startRadosgw();
    const bucket = 'labroom-test';
    await prepareBucket(s3Client(account), { bucket, allowedOrigins: ['http://localhost:3000'] });
    const open = (name: string) =>
      new S3Storage({ ...account, bucket: name, publicBaseUrl: `${account.endpoint}/${name}` });
    return { storage: open(bucket), absent: open('no-such-bucket'), stop };
  });
});

async function listening(listener: RequestListener, silenceMs = 100) {
  const { url: endpoint, close } = await listen(createServer(listener));
  const account = { endpoint, region: 'us-east-1', bucket: 'b', publicBaseUrl: `${endpoint}/b` };
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
  return {
    storage: new S3Storage({ ...account, credentials, silenceMs }),
    [Symbol.asyncDispose]: close,
  };
}

describe('a store that answers a conditional write with 409 because of a concurrent write', () => {
  /** Has the upload and what was written. Rejects the first `conflicts` writes of the copy. */
  const conflicting = (count: number) => {
    let conflicts = count;
    const objects = new Map([['/b/uploads/1', 'six by']]);
    return listening(async (request, response) => {
      const { method, url = '' } = request;
      const key = url.split('?', 1)[0] ?? '';
      const body = String(await buffer(request));
      const refuse = (status: number, code: string) =>
        response
          .writeHead(status, { 'content-type': 'application/xml' })
          .end(`<Error><Code>${code}</Code></Error>`);
      if (method === 'PUT') {
        if (key === '/b/files/1' && conflicts-- > 0) return refuse(409, 'ConditionalRequestConflict');
        objects.set(key, body);
        return response.end();
      }
      const object = objects.get(key);
      if (object === undefined) return refuse(404, 'NoSuchKey');
      const headers = { 'content-type': 'text/plain', 'content-length': object.length };
      return response.writeHead(200, headers).end(object);
    }, 5_000);
  };

  test('is tried again until the upload is copied', async () => {
    await using store = await conflicting(2);
    const sealed = await store.storage.seal({ from: 'uploads/1', to: 'files/1' });
    expect(sealed?.sha256).toBe(createHash('sha256').update('six by').digest('hex'));
  });

  test('that never succeeds is an error, not a missing upload', async () => {
    await using store = await conflicting(Number.POSITIVE_INFINITY);
    await expect(store.storage.seal({ from: 'uploads/1', to: 'files/1' })).rejects.toThrow();
  });
});

describe('a store that stops answering', () => {
  test('fails every request after a timeout', async () => {
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

  test('during a download breaks the stream', async () => {
    await using store = await listening((_, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('12345');
    });
    const body = await store.storage.read('k');
    await expect(body && buffer(body)).rejects.toThrow();
  });
});
