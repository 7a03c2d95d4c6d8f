import { prepareBucket } from '@labroom/service/platform/storage/prepare-bucket.ts';
import { s3Client } from '@labroom/service/platform/storage/s3-client.ts';
import { S3Storage } from '@labroom/service/platform/storage/s3-storage.ts';
import { afterAll } from 'vitest';
import { depth } from './depth.ts';
import { hasRadosgw, startRadosgw } from './radosgw.ts';
import { openTestService, type TestService } from './test-service.ts';

async function openOnS3(): Promise<TestService> {
  const { stop, ...account } = await startRadosgw();
  afterAll(stop);
  const bucket = 'labroom-test';
  await prepareBucket(s3Client(account), { bucket, allowedOrigins: ['http://localhost:3000'] });
  const storage = new S3Storage({ ...account, bucket, publicBaseUrl: `${account.endpoint}/${bucket}` });
  return openTestService({ overrides: { storage } });
}

/** A service on each kind of storage that is tested, for one `describe`. */
export const testStorages = [
  { name: 'disk', open: () => openTestService(), isThere: true },
  { name: 'radosgw', open: openOnS3, isThere: depth.everyVariant && hasRadosgw() },
].filter(({ isThere }) => isThere);
