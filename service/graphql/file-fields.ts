import type { RequestContext } from '../context.ts';
import type { VersionRow } from '../files/file-store.ts';
import { fileName } from '../files/path.ts';
import type { DataRoomFileResolvers, DataRoomFileVersionResolvers } from '../schema.generated.ts';

export const fileFields: DataRoomFileResolvers = {
  name: (file) => fileName(file.path),
  contentText: (file, _, { loaders }) => loaders.contentTexts.load(file.id),
  contentType: (file) => file.newest.contentType,
  downloadUrl: (file, _, context) => downloadUrl(context, file.newest, file.path),
  downloadUrlExpiry: (_file, _args, context) => downloadExpiry(context),
  contentHash: (file) => contentHash(file.newest),
  contentLength: (file) => String(file.newest.contentLength),
  encryptionMetadata: (file) => file.newest.encryption,
  versions: async (file, _, { loaders }) => {
    const versions = await loaders.versions.load(file.id);
    return versions.map((version) => ({ ...version, path: file.path }));
  },
};

export const versionFields: DataRoomFileVersionResolvers = {
  contentHash: (version) => contentHash(version),
  contentLength: (version) => String(version.contentLength),
  downloadUrl: (version, _, context) => downloadUrl(context, version, version.path),
  downloadUrlExpiry: (_version, _args, context) => downloadExpiry(context),
  encryptionMetadata: (version) => version.encryption,
};

function contentHash(version: VersionRow): string {
  return `sha256:${version.sha256}`;
}

function downloadUrl(context: RequestContext, version: VersionRow, path: string): Promise<string> {
  return context.storage.presignGet({
    key: version.objectKey,
    contentType: version.contentType,
    fileName: fileName(path),
    expiresAt: downloadExpiry(context),
  });
}

/** One moment for the whole request, so that a URL and the expiry beside it agree. */
function downloadExpiry({ startedAt, config }: RequestContext): Date {
  return new Date(startedAt.getTime() + config.limits.downloadUrlSeconds * 1000);
}
