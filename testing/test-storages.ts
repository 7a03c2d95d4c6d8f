import { prepareBucket } from '#service/platform/storage/prepare-bucket.ts';
import { s3Client } from '#service/platform/storage/s3-client.ts';
import { S3Storage } from '#service/platform/storage/s3-storage.ts';
import { depth } from './depth.ts';
import { hasRadosgw, startRadosgw } from './radosgw.ts';
import { startTestService } from './test-service.ts';

async function openDisk() {
  return { service: await startTestService(), stop: async () => {} };
}

async function openS3() {
  const { stop, ...account } = await startRadosgw();
  const bucket = 'labroom-test';
  await prepareBucket(s3Client(account), { bucket, allowedOrigins: ['http://localhost:3000'] });
  const storage = new S3Storage({ ...account, bucket, publicBaseUrl: `${account.endpoint}/${bucket}` });
  return { service: await startTestService({ overrides: { storage } }), stop };
}

/** A service on each kind of storage that is tested. Call the service's own `stop` before `stop`. */
export const testStorages = [
  { name: 'disk', open: openDisk, isThere: true },
  { name: 'radosgw', open: openS3, isThere: depth.everyVariant && hasRadosgw() },
].filter(({ isThere }) => isThere);
