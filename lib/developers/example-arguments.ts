import type { operations } from '#lib/developers/api-reference.generated.ts';

/** What the examples are about: a lab that is really there and a file of it, so that they run as they stand. */
export interface Sample {
  chainId: number;
  oclId: string;
  shortname: string;
  labNftTokenId: string;
  wallet: string;
  /** `null`: the lab has no file. */
  file: { path: string; did: string; contentHash: string } | null;
}

export type Arguments = Readonly<Record<string, unknown>>;
type OperationName = (typeof operations)[number]['name'];

/** Where no lab is known. */
export const invented: Sample = {
  chainId: 31337,
  oclId: `0x${'01'.repeat(32)}`,
  shortname: 'my-lab',
  labNftTokenId: '1',
  wallet: `0x${'11'.repeat(20)}`,
  file: null,
};

const inventedFile = {
  path: 'results/assay.csv',
  did: 'did:odf:from-dataRoomFile',
  contentHash: `sha256:${'0'.repeat(64)}`,
};

/** What is given to each operation in its example. What only an earlier call can tell says so in angle brackets. */
export function exampleArguments(sample: Sample): Record<OperationName, Arguments> {
  const { chainId, oclId, shortname, labNftTokenId, wallet } = sample;
  const { path, did, contentHash } = sample.file ?? inventedFile;
  const newPath = 'results/assay-2.csv';
  return {
    labs: { perPage: 5 },
    labWithDataRoomAndFiles: { shortname },
    labActivity: { oclId, page: 0, perPage: 10 },
    activities: { perPage: 10 },
    listLabMembers: { oclId },
    getDidLinkStatus: { oclId },
    onChainActivity: { oclId, limit: 10 },
    labToken: { oclId },
    dataRoomFile: { oclId, path },
    filesByContentHash: { contentHash },
    searchLabs: { prompt: 'assay', perPage: 5 },
    fileCategoriesAndTags: {},
    keyReleases: { oclId, perPage: 10 },
    serviceTokens: { onlyLive: true },
    getServiceSignInMessage: { walletAddress: wallet, serviceName: 'my program' },
    getOclTermsMessage: {
      agreementKey: '<agreementKey of generateOclMembershipAgreement>',
      contentHash: '<agreementContentHash of the same>',
      labId: labNftTokenId,
      chainId,
    },
    createLab: { input: { oclId } },
    updateLabNftMetadata: { oclId, input: { externalUrl: 'https://lab.example' } },
    generateLabImageUploadUrl: { oclId, contentType: 'image/png' },
    initiateCreateOrUpdateFile: { oclId, contentType: 'text/csv', contentLength: 1024 },
    finishCreateOrUpdateFile: {
      oclId,
      uploadToken: '<uploadToken of initiateCreateOrUpdateFile>',
      path: newPath,
      accessLevel: 'PUBLIC',
      changeBy: wallet,
    },
    updateFileMetadata: { oclId, ref: did, accessLevel: 'PUBLIC', description: 'Second plate, repeated.' },
    deleteDataRoomFile: { oclId, path: newPath, changeBy: wallet },
    createAnnouncement: { oclId, headline: 'New results', body: 'The second plate confirms the first.' },
    generateDataEncryptionKey: {},
    decryptDataKey: { oclId, filePath: path },
    generateServiceToken: {
      serviceName: 'my program',
      walletAddress: wallet,
      messageSignature: '<signature of the message of getServiceSignInMessage>',
      expiresIn: '30d',
    },
    extendServiceToken: { tokenId: '<tokenId of generateServiceToken>', expiresIn: '90d' },
    revokeServiceToken: { tokenId: '<tokenId of generateServiceToken>' },
    revokeAllServiceTokens: {
      walletAddress: wallet,
      messageSignature: '<signature of the message of getServiceSignInMessage for revokeAllServiceTokens>',
    },
    generateOclMembershipAgreement: {
      agreementData: JSON.stringify({ oclId, symbol: 'LAB', title: 'Lab token' }),
    },
  };
}
