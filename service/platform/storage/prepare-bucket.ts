import {
  BucketAlreadyOwnedByYou,
  CreateBucketCommand,
  PutBucketCorsCommand,
  PutBucketPolicyCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { publicPrefix } from './object-key.ts';

interface Bucket {
  bucket: string;
  /** Origins of pages that upload and download, e.g. `https://labroom.example`. */
  allowedOrigins: readonly string[];
}

/**
 * Prepares a bucket: creates it if it is missing, makes only `public/` readable by everyone, and lets pages of these
 * origins upload and download with presigned URLs. May be repeated.
 */
export async function prepareBucket(client: S3Client, { bucket, allowedOrigins }: Bucket): Promise<void> {
  await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((error: unknown) => {
    if (!(error instanceof BucketAlreadyOwnedByYou)) throw error;
  });
  const statement = {
    Effect: 'Allow',
    Principal: { AWS: ['*'] },
    Action: ['s3:GetObject'],
    Resource: [`arn:aws:s3:::${bucket}/${publicPrefix}*`],
  };
  await client.send(
    new PutBucketPolicyCommand({
      Bucket: bucket,
      Policy: JSON.stringify({ Version: '2012-10-17', Statement: [statement] }),
    }),
  );
  const rule = {
    AllowedOrigins: [...allowedOrigins],
    AllowedMethods: ['GET', 'PUT'],
    AllowedHeaders: ['content-type', 'if-none-match', 'range'],
    ExposeHeaders: ['content-length', 'content-range', 'etag'],
    MaxAgeSeconds: 3_600,
  };
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [rule] } }));
}
