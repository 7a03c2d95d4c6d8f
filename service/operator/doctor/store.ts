import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Config } from '#platform/config/config.ts';
import type { ObjectStorage } from '#platform/storage/object-storage.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { explainStoreError } from '#readiness/store-errors.ts';
import { type Examination, type Finding, failed, ok, reasonOf } from './finding.ts';

/**
 * Stores one small object as a browser does, by a signed URL and with the web app's origin, reads it as one, begins an upload in parts, and
 * deletes both.
 */
export const examineStore: Examination = {
  variable: 'S3_ENDPOINT',
  async run({ config, secrets }) {
    const place = config.storage;
    // Opening it would create it.
    if (place.kind === 'disk' && !existsSync(place.dir))
      return [failed(`DATA_DIR: the directory ${place.dir} does not exist. The first start creates it.`)];
    const storage = await openStorage(config, secrets);
    const variable = config.storage.kind === 's3' ? 'S3_ENDPOINT' : 'SERVICE_URL';
    const key = `doctor/${randomUUID()}.bin`;
    const parts = `parts/doctor/${randomUUID()}.bin`;
    try {
      await storage.answers();
      return [
        ...(await tryUrls(storage, key, config, variable)),
        ...(config.storage.kind === 's3' ? await tryParts(storage, parts) : []),
      ];
    } catch (error) {
      return [failed(explainStoreError(error, config.storage))];
    } finally {
      await Promise.allSettled([storage.delete(key), storage.delete(parts)]);
    }
  },
};

async function tryUrls(
  storage: ObjectStorage,
  key: string,
  { storage: { kind }, http }: Config,
  variable: string,
): Promise<Finding[]> {
  const bytes = randomBytes(64);
  const type = 'application/octet-stream';
  const expiresAt = new Date(Date.now() + 60_000);
  const origin = new URL(http.webUrl).origin;
  const upload = await storage.presignPut({
    key,
    contentType: type,
    contentLength: bytes.length,
    expiresAt,
    singleUse: true,
  });
  const headers = Object.fromEntries(upload.headers.map(({ key: name, value }) => [name, value]));
  const put = () =>
    fetch(upload.url, {
      method: 'PUT',
      headers: { ...headers, origin },
      body: bytes,
      signal: AbortSignal.timeout(10_000),
    });
  let first: Response;
  try {
    first = await put();
  } catch (error) {
    return [failed(`${variable}: signed URLs lead there, and from this machine ${reasonOf(error)}`)];
  }
  if (!first.ok) return [failed(`${variable}: a signed URL was refused with status ${first.status}.`)];
  const findings: Finding[] = [ok(`${variable}: an object was stored by a signed URL.`)];
  const { status } = await put();
  findings.push(
    status === 412
      ? ok(`${variable}: a URL for one use was refused the second time.`)
      : failed(
          `${variable}: a URL for one use was answered ${status} the second time instead of 412: the store does not support If-None-Match on PUT, so uploads could be replaced.`,
        ),
  );
  const url = await storage.presignGet({ key, contentType: type, fileName: 'doctor.bin', expiresAt });
  const read = await fetch(url, { headers: { origin }, signal: AbortSignal.timeout(10_000) });
  const isSame = read.ok && bytes.equals(Buffer.from(await read.arrayBuffer()));
  findings.push(
    isSame
      ? ok(`${variable}: the object was read by a signed URL.`)
      : failed(`${variable}: a signed URL did not return what was stored (status ${read.status}).`),
  );
  const allowed = read.headers.get('access-control-allow-origin');
  const fix = kind === 's3' ? ' `npm run labroom -- prepare-bucket` sets it.' : '';
  findings.push(
    allowed === origin || allowed === '*'
      ? ok('WEB_URL: pages of the web app may read and write the store.')
      : failed(
          `WEB_URL: the store does not allow pages of the web app (CORS), so browsers cannot upload or download.${fix}`,
        ),
  );
  return findings;
}

/** Permissions that stores give separately. */
async function tryParts(storage: ObjectStorage, key: string): Promise<Finding[]> {
  const id = await storage.beginParts({ key, contentType: 'application/octet-stream' });
  await storage.storedParts({ key, id });
  return [ok('S3_BUCKET: uploads in parts may be begun, listed and ended.')];
}
