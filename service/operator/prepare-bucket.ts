import { ConfigurationError } from '#platform/config/env.ts';
import { explainStoreError } from '#readiness/store-errors.ts';
import { type Command, UsageError } from './core/command.ts';

export const prepareBucket: Command = {
  summary: 'makes the bucket of S3_BUCKET: what is public, and who may upload from a page',
  options: {},
  async run({ context, print }) {
    const { storage, http } = context.config;
    if (storage.kind !== 's3')
      throw new UsageError('Objects are stored on disk because S3_BUCKET is not set. Nothing to prepare.');
    // Loaded on demand, so that other commands start without the AWS SDK.
    const [{ prepareBucket: prepare }, { s3Client }] = await Promise.all([
      import('../platform/storage/prepare-bucket.ts'),
      import('../platform/storage/s3-client.ts'),
    ]);
    const client = s3Client({ ...storage, credentials: context.secrets.storage });
    const allowedOrigins = [new URL(http.webUrl).origin, ...http.allowedOrigins];
    await prepare(client, { bucket: storage.bucket, allowedOrigins }).catch((error: unknown) => {
      throw new ConfigurationError([explainStoreError(error, storage)]);
    });
    print(`${storage.bucket} is ready.`);
    return true;
  },
};
