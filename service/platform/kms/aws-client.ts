import { KMSClient } from '@aws-sdk/client-kms';

export interface AwsClientOptions {
  region: string;
  /** An endpoint other than AWS's own. */
  endpoint?: string | undefined;
  /** Absent: the AWS SDK's default chain (role of the machine, profile, …). */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Time limit per attempt in milliseconds. There are two attempts. */
  timeoutMs?: number;
}

export function createKmsClient({
  region,
  endpoint,
  credentials,
  timeoutMs = 5_000,
}: AwsClientOptions): KMSClient {
  return new KMSClient({
    region,
    maxAttempts: 2,
    // Without a timeout the SDK waits forever.
    requestHandler: {
      connectionTimeout: timeoutMs,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    },
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
  });
}
