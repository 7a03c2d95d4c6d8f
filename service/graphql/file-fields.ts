import { splitLists } from '@labroom/protocol/access-list';
import { storedHash } from '@labroom/protocol/content-hash';
import { filesSubject } from '@labroom/protocol/files-subject';
import type { GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '#core/context/context.ts';
import type { FileWithVersion } from '#core/context/request-loaders.ts';
import { downloadExpiry, downloadUrl } from '#core/files/download-url.ts';
import { type ListedFile, type ListedRoom, listFiles, listFilesBriefly } from '#core/files/file-store.ts';
import { fileName } from '#core/files/path.ts';
import type { ListedReaderRow } from '#core/members/listed-readers.ts';
import { isMember } from '#core/rights/sees-hidden.ts';
import type { VersionRow } from '#platform/db/tables/files.ts';
import { canRead, keysOfVersion } from './comment-fields.ts';
import { deprecatedEncryptionFields, deprecatedFileFields } from './deprecated-fields.ts';
import { fileDrawn } from './drawn-fields.ts';
import { hidingFor } from './hiding.ts';
import type { ResolverContext } from './loaders.ts';
import { newFileFields } from './new-file-fields.ts';
import { profileOf } from './profile-fields.ts';
import type {
  DataRoomFileResolvers,
  DataRoomFileVersionResolvers,
  EncryptionMetadataResolvers,
  FileMatchResolvers,
  ListedReaderResolvers,
} from './resolvers.generated.ts';
import { selectedFields } from './selected-fields.ts';

const fieldsOfListed = {
  name: (file: ListedFile) => fileName(file.path),
  contentType: (file: ListedFile) => file.newest.contentType,
  downloadUrl: (file: ListedFile, _: unknown, context: RequestContext) =>
    downloadUrl(context, file.newest, file.path),
  downloadUrlExpiry: (_file: ListedFile, _args: unknown, context: RequestContext) => downloadExpiry(context),
  contentHash: (file: ListedFile) => contentHash(file.newest),
  contentLength: (file: ListedFile) => String(file.newest.contentLength),
};
const columnsOfListed: (keyof ListedFile & keyof DataRoomFileResolvers)[] = [
  'did',
  'path',
  'version',
  'accessLevel',
];
const listedNames = new Set(['__typename', ...columnsOfListed, ...Object.keys(fieldsOfListed)]);

/** Returns every file of a lab. Reads only the requested fields if that saves much. */
export async function filesOf(
  room: ListedRoom,
  { db }: RequestContext,
  info: GraphQLResolveInfo,
): Promise<FileWithVersion[]> {
  const isBrief = [...selectedFields(info)].every((name) => listedNames.has(name));
  if (!isBrief) return listFiles(db, room);
  // Only fields that a `ListedFile` has were requested.
  return (await listFilesBriefly(db, room)) as FileWithVersion[];
}

/** Fields that need nothing of the newest version. */
const fieldsOfFile: ReadonlySet<string> = new Set<'__typename' | keyof DataRoomFileResolvers>([
  '__typename',
  'did',
  'path',
  'version',
  'accessLevel',
  'description',
  'tags',
  'categories',
  'createdAt',
  'updatedAt',
  'changeBy',
  'savedView',
]);

/**
 * Whether the nodes of a page of files are asked for anything of their newest versions.
 * @param path of the page below the result
 */
export const needVersions = (info: GraphQLResolveInfo, ...path: string[]): boolean =>
  [...selectedFields(info, ...path, 'nodes')].some((name) => !fieldsOfFile.has(name));

const fileFields: DataRoomFileResolvers = {
  profile: profileOf(({ changeBy }) => changeBy),
  ...fieldsOfListed,
  ...deprecatedFileFields,
  isListed: ({ isHidden }) => !isHidden,
  savedView: ({ savedView, accessLevel }) =>
    // A filter could tell what is in the file.
    savedView && accessLevel !== 'PUBLIC' ? { ...savedView, filter: null } : savedView,
  hidden: ({ isHidden, oclId, did }, _, context) =>
    isHidden ? hidingFor(context, { kind: 'FILE', oclId, subject: did }) : null,
  contentText: (file, _, { loaders }) => loaders.contentTexts.load(file.id),
  encryptionMetadata: (file) => file.newest.encryption,
  drawn: fileDrawn,
  sharedWith: async (file, _, context) =>
    (await isMember(context, file.oclId)) ? sharedWith(file, context) : null,
  commentCount: ({ did }, _, { loaders }) => loaders.commentCounts.load(did),
  publicVersions: ({ id, accessLevel, version }, _, { loaders }) =>
    accessLevel === 'PUBLIC' || version === 1 ? [] : loaders.publicVersions.load(id),
  versions: async (file, _, { loaders }) => {
    const versions = await loaders.versions.load(file.id);
    return versions.map((version) => ({ ...version, path: file.path, did: file.did }));
  },
};

const MOST_READERS = 100;

/** Who is on the own list of a file, and on the lists that open its newest version. */
async function sharedWith(
  { oclId, did, newest }: FileWithVersion,
  { loaders, config }: ResolverContext,
): Promise<ListedReaderRow[]> {
  const { lists } = splitLists(newest.encryption?.accessControlConditions ?? '', config.chain);
  const opening = lists.filter((list) => list.oclId === oclId).map(({ subject }) => subject);
  const subjects = [...new Set([filesSubject([did]), ...opening])];
  const found = await Promise.all(subjects.map((subject) => loaders.listedReaders.load({ oclId, subject })));
  return found
    .flat()
    .sort((a, b) => Number(b.stands) - Number(a.stands) || b.grantedAt.getTime() - a.grantedAt.getTime())
    .slice(0, MOST_READERS);
}

const versionFields: DataRoomFileVersionResolvers = {
  profile: profileOf(({ changeBy }) => changeBy),
  contentHash: (version) => contentHash(version),
  contentLength: (version) => String(version.contentLength),
  downloadUrl: (version, _, context) => downloadUrl(context, version, version.path),
  downloadUrlExpiry: (_version, _args, context) => downloadExpiry(context),
  encryptionMetadata: (version) => version.encryption,
  discussionKeys: keysOfVersion,
  formerAccess: ({ formerAccess }) =>
    (formerAccess ?? []).map(({ accessLevel, until }) => ({ accessLevel, until: new Date(until) })),
};

const listedReaderFields: ListedReaderResolvers = {
  profile: profileOf(({ reader }) => reader),
};

const fileMatchFields: FileMatchResolvers = {
  lab: (match, _, { loaders }) => loaders.labs.load(match.oclId),
  profile: profileOf(({ changeBy }) => changeBy),
};

/** The hash of the plaintext can confirm a guess of the content, so only wallets that may open the version see it. */
const encryptionFields: EncryptionMetadataResolvers = {
  ...deprecatedEncryptionFields,
  contentHash: async ({ contentHash: plaintextHash, accessControlConditions }, _, { loaders }) =>
    (await loaders.openConditions.load(accessControlConditions)) === 'met' ? plaintextHash : null,
  canRead: ({ accessControlConditions }, _, context) => canRead(accessControlConditions, context),
};

/** Of the types that files are read by. */
export const fieldsOfFiles = {
  NewFileResult: newFileFields,
  DataRoomFile: fileFields,
  DataRoomFileVersion: versionFields,
  EncryptionMetadata: encryptionFields,
  FileMatch: fileMatchFields,
  ListedReader: listedReaderFields,
};

function contentHash(version: Pick<VersionRow, 'sha256'>): string {
  return storedHash(version.sha256);
}
