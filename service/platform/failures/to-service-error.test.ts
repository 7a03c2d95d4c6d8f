import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { S3Storage } from '../storage/s3-storage.ts';
import { toServiceError } from './to-service-error.ts';

const unavailable = {
  code: 'UPSTREAM_UNAVAILABLE',
  reason: 'STORAGE_UNAVAILABLE',
  message: 'The storage of files is unavailable. Try again in a moment.',
};

function storageAt(endpoint: string) {
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
  return new S3Storage({
    endpoint,
    region: 'us-east-1',
    bucket: 'b',
    credentials,
    publicBaseUrl: `${endpoint}/b`,
  });
}

test('a store that refuses the service, or is not there, is unavailable, and says nothing of itself', async () => {
  const server = createServer((_request, response) =>
    response
      .writeHead(403, { 'content-type': 'application/xml' })
      .end('<Error><Code>SignatureDoesNotMatch</Code><Message>quotes a key</Message></Error>'),
  );
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const failureOf = () =>
    storageAt(endpoint)
      .put({ key: 'a', contentType: 'text/plain', body: new Uint8Array(1) })
      .then(() => null, toServiceError);
  expect(await failureOf()).toMatchObject(unavailable);
  await new Promise((resolve) => server.close(resolve));
  expect(await failureOf()).toMatchObject(unavailable);
});
