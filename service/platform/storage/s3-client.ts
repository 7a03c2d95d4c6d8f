import { S3Client } from '@aws-sdk/client-s3';

export interface S3Account {
  endpoint: string;
  region: string;
  /** Absent: the AWS SDK's default chain. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Longest silence of the store in milliseconds, before or within an answer. */
  silenceMs?: number;
}

/** Creates a client for any S3-compatible store. */
export function s3Client({ endpoint, region, credentials, silenceMs = 60_000 }: S3Account): S3Client {
  return new S3Client({
    endpoint,
    region,
    ...(credentials && { credentials }),
    // Without a timeout the SDK waits forever. A transfer may take any time while bytes arrive.
    requestHandler: { connectionTimeout: 5_000, socketTimeout: silenceMs },
    forcePathStyle: true,
    // Otherwise a presigned PUT contains the checksum of an empty body, and every upload is rejected.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Errors are thrown, so the SDK's console output is not needed.
    logger: silent,
  });
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };
