import { describe } from 'vitest';
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
