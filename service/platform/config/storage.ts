import { resolve } from 'node:path';
import type { StorageConfig } from './config.ts';
import type { Env } from './env.ts';
import type { StorageCredentials } from './secrets.ts';

/** Returns S3 if a bucket is given. */
export function decideStorage(env: Env): StorageConfig {
  const { S3_BUCKET: bucket, S3_REGION: region } = env;
  if (!bucket) return { kind: 'disk', dir: resolve(env.DATA_DIR) };
  const endpoint = withoutSlash(env.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`);
  const publicBaseUrl = withoutSlash(env.S3_PUBLIC_URL ?? `${endpoint}/${bucket}`);
  return { kind: 's3', endpoint, region, bucket, publicBaseUrl };
}

export function storageProblems(env: Env): string[] {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = env;
  if (bucket) {
    if (Boolean(id) === Boolean(secret)) return [];
    return ['S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: give both, or neither'];
  }
  const lone = [
    env.S3_ENDPOINT && 'S3_ENDPOINT',
    env.S3_PUBLIC_URL && 'S3_PUBLIC_URL',
    id && 'S3_ACCESS_KEY_ID',
  ];
  return lone.filter(Boolean).map((name) => `${name}: has no effect without S3_BUCKET`);
}

export function readStorageCredentials(env: Env): StorageCredentials | undefined {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
}

const withoutSlash = (url: string) => url.replace(/\/$/, '');
