import { activities } from '../operations/activity/activities.ts';
import { labActivity } from '../operations/activity/lab-activity.ts';
import { onChainActivity } from '../operations/activity/on-chain-activity.ts';
import { generateOclMembershipAgreement } from '../operations/agreements/generate-ocl-membership-agreement.ts';
import { getOclTermsMessage } from '../operations/agreements/get-ocl-terms-message.ts';
import { createAnnouncement } from '../operations/announcements/create-announcement.ts';
import { fileCategoriesAndTags } from '../operations/cms/file-categories-and-tags.ts';
import { getDidLinkStatus } from '../operations/did/get-did-link-status.ts';
import { dataRoomFile } from '../operations/files/data-room-file.ts';
import { deleteDataRoomFile } from '../operations/files/delete-data-room-file.ts';
import { filesByContentHash } from '../operations/files/files-by-content-hash.ts';
import { finishCreateOrUpdateFile } from '../operations/files/finish-create-or-update-file.ts';
import { initiateCreateOrUpdateFile } from '../operations/files/initiate-create-or-update-file.ts';
import { updateFileMetadata } from '../operations/files/update-file-metadata.ts';
import { decryptDataKey } from '../operations/keys/decrypt-data-key.ts';
import { generateDataEncryptionKey } from '../operations/keys/generate-data-encryption-key.ts';
import { keyReleaseDays, keyReleases } from '../operations/keys/key-releases.ts';
import { labToken } from '../operations/lab-tokens/lab-token.ts';
import { createLab } from '../operations/labs/create-lab.ts';
import { generateLabImageUploadUrl } from '../operations/labs/generate-lab-image-upload-url.ts';
import { labWithDataRoomAndFiles } from '../operations/labs/lab-with-data-room-and-files.ts';
import { labs } from '../operations/labs/labs.ts';
import { statistics } from '../operations/labs/statistics.ts';
import { updateLabNftMetadata } from '../operations/labs/update-lab-nft-metadata.ts';
import { listLabMembers } from '../operations/members/list-lab-members.ts';
import { searchLabs } from '../operations/search/search-labs.ts';
import { extendServiceToken } from '../operations/tokens/extend-service-token.ts';
import { generateServiceToken } from '../operations/tokens/generate-service-token.ts';
import { getServiceSignInMessage } from '../operations/tokens/get-service-sign-in-message.ts';
import { listServiceTokens } from '../operations/tokens/list-service-tokens.ts';
import { revokeAllServiceTokens } from '../operations/tokens/revoke-all-service-tokens.ts';
import { revokeServiceToken } from '../operations/tokens/revoke-service-token.ts';
import { announcementFields, fileEntryFields, labOfEntry } from './activity-fields.ts';
import { contentFields } from './content-fields.ts';
import { dateTime } from './date-time.ts';
import { encryptionFields, fileFields, versionFields } from './file-fields.ts';
import { imageUploadFields } from './image-upload-fields.ts';
import { inBand } from './in-band.ts';
import { awsJson, json } from './json-scalars.ts';
import { keyReleaseFields } from './key-release-fields.ts';
import { dataRoomFields, labDetailFields, labFields } from './lab-fields.ts';
import { labTokenFields, labTokenLedgerFields } from './lab-token-fields.ts';
import type { MutationResolvers, QueryResolvers, Resolvers } from './resolvers.generated.ts';
import { announcementHitFields, fileHitEntryFields, fileHitFields } from './search-fields.ts';
import { thrown } from './thrown.ts';

/** Every operation and its use case. A missing operation of the schema is a type error. */
const queries: Required<QueryResolvers> = {
  labs: thrown(labs),
  labWithDataRoomAndFiles: thrown(labWithDataRoomAndFiles),
  statistics: thrown(statistics),
  labActivity: thrown(labActivity),
  activities: thrown(activities),
  listLabMembers: thrown(listLabMembers),
  getDidLinkStatus: thrown(getDidLinkStatus),
  onChainActivity: thrown(onChainActivity),
  labToken: thrown(labToken),
  dataRoomFile: thrown(dataRoomFile),
  filesByContentHash: thrown(filesByContentHash),
  searchLabs: thrown(searchLabs),
  fileCategoriesAndTags: thrown(fileCategoriesAndTags),
  keyReleases: thrown(keyReleases, { needsToken: true }),
  keyReleaseDays: thrown(keyReleaseDays, { needsToken: true }),
  serviceTokens: thrown(listServiceTokens, { needsToken: true }),
  getServiceSignInMessage: thrown(getServiceSignInMessage),
  getOclTermsMessage: thrown(getOclTermsMessage),
};

const mutations: Required<MutationResolvers> = {
  createLab: inBand(createLab),
  updateLabNftMetadata: inBand(updateLabNftMetadata),
  generateLabImageUploadUrl: inBand(generateLabImageUploadUrl),
  initiateCreateOrUpdateFile: inBand(initiateCreateOrUpdateFile),
  finishCreateOrUpdateFile: inBand(finishCreateOrUpdateFile),
  updateFileMetadata: inBand(updateFileMetadata),
  deleteDataRoomFile: inBand(deleteDataRoomFile),
  createAnnouncement: inBand(createAnnouncement),
  generateDataEncryptionKey: inBand(generateDataEncryptionKey),
  decryptDataKey: inBand(decryptDataKey),
  generateServiceToken: inBand(generateServiceToken),
  extendServiceToken: inBand(extendServiceToken),
  revokeServiceToken: inBand(revokeServiceToken),
  revokeAllServiceTokens: inBand(revokeAllServiceTokens),
  generateOclMembershipAgreement: inBand(generateOclMembershipAgreement, { isSuccess: false }),
};

const activityTypes = {
  FILE_ADDED: 'LabEventFileAdded',
  FILE_UPDATED: 'LabEventFileUpdated',
  FILE_REMOVED: 'LabEventFileRemoved',
  ANNOUNCEMENT: 'LabEventAnnouncement',
} as const;

const searchHitTypes = { FILE: 'SearchLabsFileHit', ANNOUNCEMENT: 'SearchLabsAnnouncementHit' } as const;

export const resolvers: Resolvers = {
  Query: queries,
  Mutation: mutations,
  DateTime: dateTime,
  JSON: json,
  AWSJSON: awsJson,
  LabRef: { ...labFields, ...contentFields },
  Lab: { ...labFields, ...contentFields, ...labDetailFields },
  LabImageUpload: imageUploadFields,
  LabToken: labTokenFields,
  LabTokenLedger: labTokenLedgerFields,
  DataRoom: dataRoomFields,
  DataRoomFile: fileFields,
  DataRoomFileVersion: versionFields,
  EncryptionMetadata: encryptionFields,
  FileMatch: { lab: (match, _, { loaders }) => loaders.labs.load(match.oclId) },
  KeyRelease: keyReleaseFields,
  LabActivity: { __resolveType: (row) => activityTypes[row.kind] },
  LabEventFileAdded: { entry: (row) => row, lab: labOfEntry },
  LabEventFileUpdated: { entry: (row) => row, lab: labOfEntry },
  LabEventFileRemoved: { entry: (row) => row, lab: labOfEntry },
  LabEventAnnouncement: { announcement: (row) => row, lab: labOfEntry },
  LabFileEntry: fileEntryFields,
  LabAnnouncement: announcementFields,
  SearchLabsHit: { __resolveType: (hit) => searchHitTypes[hit.kind] },
  SearchLabsFileHit: fileHitFields,
  SearchLabsFileEntry: fileHitEntryFields,
  SearchLabsAnnouncementHit: announcementHitFields,
};
