import { listFiles, pageFiles } from '../files/file-store.ts';
import { reservedBytes } from '../files/upload-store.ts';
import { clampPage, pageInfoOf } from '../page.ts';
import type { DataRoomResolvers, LabRefResolvers } from '../schema.generated.ts';

/** Fields that a `Lab` and a `LabRef` have beyond the columns of their row. */
export const labFields: Pick<
  LabRefResolvers,
  'labAccountAddress' | 'labNftTokenId' | 'mintedAt' | 'members'
> = {
  labAccountAddress: (lab) => lab.account,
  labNftTokenId: (lab) => lab.tokenId,
  mintedAt: (lab, _, { loaders }) => loaders.mintedAt.load(lab.oclId),
  members: (lab, _, { loaders }) => loaders.members.load(lab.oclId),
};

export const dataRoomFields: DataRoomResolvers = {
  id: (lab) => lab.dataRoomId,
  alias: (lab) => lab.shortname,
  files: (lab, _, { db }) => listFiles(db, lab.oclId),
  filesPage: async (lab, args, { db }) => {
    const paging = clampPage(args, { default: 50, max: 200 });
    const { rows, totalCount } = await pageFiles(db, {
      oclId: lab.oclId,
      prefix: args.prefix ?? undefined,
      search: args.search ?? undefined,
      ...paging,
    });
    return { nodes: rows, totalCount, pageInfo: pageInfoOf(paging, totalCount) };
  },
  storageUsed: async (lab, _, { db }) => String(lab.storedBytes + (await reservedBytes(db, lab.oclId))),
  storageLimit: (lab) => String(lab.storageLimit),
};
