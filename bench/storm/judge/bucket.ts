import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { referencedObjects } from '@labroom/service/operator/core/objects.ts';
import { s3Client } from '@labroom/service/platform/storage/s3-client.ts';
import { sql } from 'drizzle-orm';
import type { StormContext } from '../storm-context.ts';

/** Every stored object is promised to somebody, or will be deleted: nothing leaks. */
export async function bucketFaults({ stack }: StormContext): Promise<string[]> {
  const { config, secrets, db } = stack.context;
  if (config.storage.kind !== 's3') throw new Error('The storm is about S3');
  const client = s3Client({ ...config.storage, credentials: secrets.storage });
  const { rows } = await db.execute<{ key: string }>(sql`
    select object_key as key from object_deletions
    union select object_key from uploads where finished_at is null
    union select 'files/' || id from uploads where finished_at is null`);
  const known = new Set(rows.map(({ key }) => key));
  await db.transaction(async (tx) => {
    for await (const { key } of referencedObjects(tx)) known.add(key);
  });
  const faults: string[] = [];
  let token: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: config.storage.bucket, ContinuationToken: token }),
    );
    for (const { Key: key = '' } of page.Contents ?? [])
      if (!known.has(key)) faults.push(`the object ${key} belongs to nothing`);
    token = page.NextContinuationToken;
  } while (token);
  return faults;
}
