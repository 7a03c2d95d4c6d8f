import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import { DiskStorage } from './disk-storage.ts';
import type { ObjectStorage } from './object-storage.ts';

export async function openStorage({ storage, http }: Config, secrets: Secrets): Promise<ObjectStorage> {
  if (storage.kind === 's3') {
    // Loaded on demand, because the AWS SDK is a fifth of the start-up time.
    const { S3Storage } = await import('./s3-storage.ts');
    return new S3Storage({ ...storage, credentials: secrets.storage });
  }
  const disk = new DiskStorage({
    dataDir: storage.dir,
    signingKeys: secrets.storageUrlKeys,
    baseUrl: `${http.publicUrl}/storage`,
  });
  await disk.open();
  return disk;
}
