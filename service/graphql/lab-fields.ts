import { storedHash } from '@labroom/protocol/content-hash';
import { type GraphQLResolveInfo, getArgumentValues, isObjectType } from 'graphql';
import { z } from 'zod';
import type { DataRoomFilesPageArgs, QueryLabWithDataRoomAndFilesArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { pathPrefix } from '#core/files/path.ts';
import { reservedBytes } from '#core/labs/lab-lock.ts';
import type { LabRow } from '#core/labs/lab-rows.ts';
import { seesHidden } from '#core/rights/sees-hidden.ts';
import type { WantedFiles } from '#operations/labs/lab-with-files.ts';
import { claimsMore } from '#operations/profiles/stored-names.ts';
import { accessLevel, parseInput } from '#platform/input/input.ts';
import { clampPage, pageInfoOf } from '#platform/input/page.ts';
import { readAccountState } from '../chain/lab-account.ts';
import { emptyFoldersOf } from '../operations/entries/empty-folders.ts';
import { fileColumnsOf } from '../operations/files/file-columns.ts';
import { pageFiles } from '../operations/files/page-files.ts';
import {
  extensionsOf,
  foldersOf,
  historiesOf,
  picturesOf,
  weeksOf,
} from '../operations/files/room-figures.ts';
import { latestImageUpload } from '../operations/labs/image/image-upload-store.ts';
import { publicImageUrl } from '../operations/labs/image/public-image-url.ts';
import { labWithDataRoomAndFiles } from '../operations/labs/lab-with-data-room-and-files.ts';
import { descriptionDrawn } from './drawn-fields.ts';
import { filesOf, needVersions } from './file-fields.ts';
import { hidingFor } from './hiding.ts';
import type { ResolverContext } from './loaders.ts';
import { profileOf } from './profile-fields.ts';
import type {
  DataRoomResolvers,
  LabRefResolvers,
  LabResolvers,
  ReleaseResolvers,
  TrashEntryResolvers,
} from './resolvers.generated.ts';
import { selectedNodes } from './selected-fields.ts';
import { thrown } from './thrown.ts';

const pageSizes = { default: 50, max: 200 };
const prefixSchema = z.object({ prefix: pathPrefix.nullish() });
const filesArgsSchema = prefixSchema.extend({ accessLevel: accessLevel.nullish() });

export const labFields: Pick<
  LabRefResolvers,
  | 'name'
  | 'image'
  | 'labAccountAddress'
  | 'labNftTokenId'
  | 'mintedAt'
  | 'members'
  | 'fileCount'
  | 'isListed'
  | 'hidden'
> = {
  // A name from before its rules is not shown: clients show the number of the lab.
  name: ({ name }) => (name !== null && claimsMore(name, 'lab') ? null : name),
  image: (lab, _, { config }) => publicImageUrl(config, lab.image),
  labAccountAddress: (lab) => lab.account,
  labNftTokenId: (lab) => lab.tokenId,
  mintedAt: (lab, _, { loaders }) => loaders.mintedAt.load(lab.oclId),
  members: (lab, _, { loaders }) => loaders.members.load(lab.oclId),
  fileCount: async (lab, _, context) =>
    (await seesHidden(context, lab))
      ? lab.fileCount
      : lab.fileCount - (await context.loaders.hiddenFiles.load(lab.oclId)),
  isListed: (lab) => !lab.isHidden,
  hidden: (lab, _, context) =>
    lab.isHidden ? hidingFor(context, { kind: 'LAB', oclId: lab.oclId, subject: lab.oclId }) : null,
};

/** Fields that only a `Lab` has. */
export const labDetailFields: Pick<
  LabResolvers,
  'dataRoom' | 'descriptionDrawn' | 'imageUpload' | 'labAccountState' | 'statedReadiness' | 'todoItems'
> = {
  dataRoom: (lab) => lab,
  descriptionDrawn,
  statedReadiness: (lab, _, { loaders }) => loaders.readiness.load(lab.oclId),
  todoItems: (lab, _, { loaders }) => loaders.todoLists.load(lab.oclId),
  imageUpload: async (lab, _, { db }) => (await latestImageUpload(db, lab.oclId)) ?? null,
  labAccountState: ({ account, tokenId }, _, { chain, log }) =>
    readAccountState(chain, { account: account as `0x${string}`, tokenId: BigInt(tokenId) }).catch(
      (error: unknown) => {
        log.warn({ err: error }, 'state of a lab account unavailable');
        return null;
      },
    ),
};

/** `labWithDataRoomAndFiles`: reads the lab and the first page of its files with one statement. */
export function labField(
  parent: unknown,
  args: QueryLabWithDataRoomAndFilesArgs,
  context: RequestContext,
  info: GraphQLResolveInfo,
) {
  return thrown((context: RequestContext, asked: QueryLabWithDataRoomAndFilesArgs) =>
    labWithDataRoomAndFiles(context, asked, firstFilesIn(info)),
  )(parent, args, context, info);
}

/** The first page of files that the query asks for; null if it wants none, or has to count what it wants. */
function firstFilesIn(info: GraphQLResolveInfo): WantedFiles | null {
  const node = selectedNodes(info, 'dataRoom').find(({ name }) => name.value === 'filesPage');
  const room = info.schema.getType('DataRoom');
  const definition = isObjectType(room) ? room.getFields()['filesPage'] : undefined;
  if (!node || !definition) return null;
  const args: DataRoomFilesPageArgs = getArgumentValues(definition, node, info.variableValues);
  const { page, perPage } = clampPage(args, pageSizes);
  if (page > 0 || args.prefix || args.search || args.accessLevel) return null;
  return { perPage, withVersions: needVersions(info, 'dataRoom', 'filesPage') };
}

/** The data room of a lab, as the caller sees it. */
async function roomOf(lab: LabRow, context: ResolverContext) {
  return { ...lab, withHidden: await seesHidden(context, lab) };
}

export const dataRoomFields: DataRoomResolvers = {
  id: (lab) => lab.dataRoomId,
  alias: (lab) => lab.shortname,
  files: async (lab, _, context, info) => filesOf(await roomOf(lab, context), context, info),
  filesPage: async (lab, args, context, info) => {
    const paging = clampPage(args, pageSizes);
    const { prefix, accessLevel } = parseInput(filesArgsSchema, args);
    const { rows, totalCount } = await pageFiles(context.db, {
      lab,
      withHidden: await seesHidden(context, lab),
      prefix: prefix ?? undefined,
      search: args.search ?? undefined,
      accessLevel: accessLevel ?? undefined,
      withVersions: needVersions(info),
      ...paging,
    });
    return { nodes: rows, totalCount, pageInfo: pageInfoOf(paging, totalCount) };
  },
  fileColumns: async (lab, args, context) => {
    const { prefix } = parseInput(prefixSchema, args);
    return fileColumnsOf(context.db, await roomOf(lab, context), { ...args, prefix });
  },
  folders: async (lab, _, context) => foldersOf(context.db, await roomOf(lab, context)),
  extensions: async (lab, _, context) => extensionsOf(context.db, await roomOf(lab, context)),
  weeks: async (lab, _, context) => weeksOf(context.db, await roomOf(lab, context), context.startedAt),
  histories: async (lab, _, context) => historiesOf(context.db, await roomOf(lab, context)),
  pictures: async (lab, _, context) => picturesOf(context.db, await roomOf(lab, context)),
  emptyFolders: (lab, _, { db }) => emptyFoldersOf(db, lab.oclId),
  storageUsed: async (lab, _, { db }) => String(lab.storedBytes + (await reservedBytes(db, lab.oclId))),
  storageLimit: (lab) => String(lab.storageLimit),
};

export const trashEntryFields: TrashEntryResolvers = {
  profile: profileOf(({ trashedBy }) => trashedBy),
  contentLength: ({ contentLength }) => String(contentLength),
};

export const releaseFields: ReleaseResolvers = {
  profile: profileOf(({ createdBy }) => createdBy),
  lab: ({ oclId }, _, { loaders }) => loaders.labs.load(oclId),
  descriptionDrawn,
  contentLength: ({ contentLength }) => String(contentLength),
  manifestHash: ({ manifestSha256 }) => storedHash(manifestSha256),
  isListed: ({ isHidden }) => !isHidden,
  hidden: ({ isHidden, oclId, did }, _, context) =>
    isHidden ? hidingFor(context, { kind: 'RELEASE', oclId, subject: did }) : null,
};
