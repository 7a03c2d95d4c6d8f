import type { RequestContext } from '#core/context/context.ts';
import type { VersionRow } from '#platform/db/tables/files.ts';
import { fileName } from './path.ts';

/** Signs a URL of the stored bytes of a version, which expires at `downloadExpiry`. */
export function downloadUrl(
  context: Pick<RequestContext, 'config' | 'startedAt' | 'storage'>,
  version: Pick<VersionRow, 'objectKey' | 'contentType'>,
  path: string,
): Promise<string> {
  return context.storage.presignGet({
    key: version.objectKey,
    contentType: version.contentType,
    fileName: fileName(path),
    expiresAt: downloadExpiry(context),
  });
}

/** Uses the start of the request, so that a URL and the expiry next to it agree. */
export function downloadExpiry({ startedAt, config }: Pick<RequestContext, 'config' | 'startedAt'>): Date {
  return new Date(startedAt.getTime() + config.limits.downloadUrlSeconds * 1000);
}
