import { filesByContentHash } from '#operations/search/files-by-content-hash.ts';
import { accessQuestions, setAccessQuestions } from '../operations/access-requests/access-questions.ts';
import {
  accessRequest,
  accessRequests,
  myAccessRequests,
} from '../operations/access-requests/access-requests.ts';
import { blockAsker, blockedAskers } from '../operations/access-requests/block-asker.ts';
import { declineAccessRequest } from '../operations/access-requests/decline-access-request.ts';
import { requestAccess } from '../operations/access-requests/request-access.ts';
import { withdrawAccessRequest } from '../operations/access-requests/withdraw-access-request.ts';
import { activities } from '../operations/activity/activities.ts';
import { activityGroup, activityGroups } from '../operations/activity/activity-groups.ts';
import { announcement } from '../operations/activity/announcement.ts';
import { labActivity } from '../operations/activity/lab-activity.ts';
import { onChainActivity } from '../operations/activity/on-chain-activity.ts';
import { generateOclMembershipAgreement } from '../operations/agreements/generate-ocl-membership-agreement.ts';
import { getOclTermsMessage } from '../operations/agreements/get-ocl-terms-message.ts';
import { createAnnouncement } from '../operations/announcements/create-announcement.ts';
import { authorizationRequest } from '../operations/authorizations/authorization-request.ts';
import { authorizeClient } from '../operations/authorizations/authorize-client.ts';
import { fileCategoriesAndTags } from '../operations/cms/file-categories-and-tags.ts';
import { addComment } from '../operations/comments/add-comment.ts';
import { createThread } from '../operations/comments/create-thread.ts';
import { deleteComment } from '../operations/comments/delete-comment.ts';
import { editComment } from '../operations/comments/edit-comment.ts';
import { fileReviews } from '../operations/comments/file-reviews.ts';
import { requestReview } from '../operations/comments/request-review.ts';
import { resolveThread } from '../operations/comments/resolve-thread.ts';
import { reviewFileVersion } from '../operations/comments/review-file-version.ts';
import { thread, threads } from '../operations/comments/threads.ts';
import {
  consumerCredentials,
  revokeConsumerCredential,
} from '../operations/credentials/consumer-credentials.ts';
import { issueConsumerCredential } from '../operations/credentials/issue-consumer-credential.ts';
import { getDidLinkStatus } from '../operations/did/get-did-link-status.ts';
import { createFolder } from '../operations/entries/create-folder.ts';
import { emptyTrash } from '../operations/entries/empty-trash.ts';
import { moveEntry } from '../operations/entries/move-entry.ts';
import { restoreEntry } from '../operations/entries/restore-entry.ts';
import { trash } from '../operations/entries/trash.ts';
import { trashEntry } from '../operations/entries/trash-entry.ts';
import { addFiles } from '../operations/files/add-files.ts';
import { cancelUpload } from '../operations/files/cancel-upload.ts';
import { changeFileVersionAccess } from '../operations/files/change-file-version-access.ts';
import { dataRoomFile } from '../operations/files/data-room-file.ts';
import { deleteDataRoomFile } from '../operations/files/delete-data-room-file.ts';
import { fileChunks } from '../operations/files/file-chunks.ts';
import { finishCreateOrUpdateFile } from '../operations/files/finish-create-or-update-file.ts';
import { initiateCreateOrUpdateFile } from '../operations/files/initiate-create-or-update-file.ts';
import { restoreFileVersion } from '../operations/files/restore-file-version.ts';
import { saveFileView } from '../operations/files/save-file-view.ts';
import { shareFiles } from '../operations/files/share-files.ts';
import { updateFileMetadata } from '../operations/files/update-file-metadata.ts';
import { updateFileVersionNote } from '../operations/files/update-file-version-note.ts';
import { uploadParts } from '../operations/files/upload-parts.ts';
import { follow } from '../operations/follows/follow.ts';
import { follows } from '../operations/follows/follows.ts';
import { unfollow } from '../operations/follows/unfollow.ts';
import { createInvitation } from '../operations/invitations/create-invitation.ts';
import { invitation, invitations } from '../operations/invitations/invitations.ts';
import { revokeInvitation } from '../operations/invitations/revoke-invitation.ts';
import { decryptDataKey } from '../operations/keys/decrypt-data-key.ts';
import { encryptedVersions } from '../operations/keys/encrypted-versions.ts';
import {
  generateDataEncryptionKey,
  generateDataEncryptionKeys,
} from '../operations/keys/generate-data-encryption-key.ts';
import { keyRecipients, keyReleaseDays, keyReleases } from '../operations/keys/key-releases.ts';
import { labToken } from '../operations/lab-tokens/lab-token.ts';
import { createLab } from '../operations/labs/create-lab.ts';
import { generateLabImageUploadUrl } from '../operations/labs/generate-lab-image-upload-url.ts';
import { labs } from '../operations/labs/labs.ts';
import { showcase } from '../operations/labs/showcase.ts';
import { statistics } from '../operations/labs/statistics.ts';
import { updateLabNftMetadata } from '../operations/labs/update-lab-nft-metadata.ts';
import { setNoticeMail } from '../operations/mail/set-notice-mail.ts';
import { listLabMembers } from '../operations/members/list-lab-members.ts';
import { report } from '../operations/moderation/report.ts';
import { mute } from '../operations/mutes/mute.ts';
import { mutes } from '../operations/mutes/mutes.ts';
import { unmute } from '../operations/mutes/unmute.ts';
import { inbox } from '../operations/notifications/inbox.ts';
import { markInboxRead } from '../operations/notifications/mark-inbox-read.ts';
import { noticeSettings } from '../operations/notifications/notice-settings.ts';
import { labSpending } from '../operations/payments/lab-spending.ts';
import { paidCalls } from '../operations/payments/paid-calls.ts';
import { setLabIntent } from '../operations/payments/set-lab-intent.ts';
import { setWalletIntent } from '../operations/payments/set-wallet-intent.ts';
import { addLabTodo } from '../operations/plans/add-lab-todo.ts';
import { deleteLabTodo } from '../operations/plans/delete-lab-todo.ts';
import { setLabReadiness } from '../operations/plans/set-lab-readiness.ts';
import { updateLabTodo } from '../operations/plans/update-lab-todo.ts';
import { deleteProfile } from '../operations/profiles/delete-profile.ts';
import { profile, profiles } from '../operations/profiles/profiles.ts';
import { resolveName } from '../operations/profiles/resolve-name.ts';
import { setProfile } from '../operations/profiles/set-profile.ts';
import { setNoticePush } from '../operations/push/set-notice-push.ts';
import { createRelease } from '../operations/releases/create-release.ts';
import { labChanges } from '../operations/releases/lab-changes.ts';
import { release, releaseManifest, releases } from '../operations/releases/releases.ts';
import { searchLabs } from '../operations/search/search-labs.ts';
import { extendServiceToken } from '../operations/tokens/extend-service-token.ts';
import { generateServiceToken } from '../operations/tokens/generate-service-token.ts';
import { getServiceSignInMessage } from '../operations/tokens/get-service-sign-in-message.ts';
import { listServiceTokens } from '../operations/tokens/list-service-tokens.ts';
import { revokeAllServiceTokens } from '../operations/tokens/revoke-all-service-tokens.ts';
import { revokeServiceToken } from '../operations/tokens/revoke-service-token.ts';
import { createWebhook } from '../operations/webhooks/create-webhook.ts';
import { deleteWebhook } from '../operations/webhooks/delete-webhook.ts';
import { replayWebhook } from '../operations/webhooks/replay-webhook.ts';
import { rotateWebhookSecret } from '../operations/webhooks/rotate-webhook-secret.ts';
import { webhooks } from '../operations/webhooks/webhooks.ts';
import { accessDecisionFields, accessRequestFields } from './access-request-fields.ts';
import {
  activityGroupFields,
  activityTypes,
  announcementFields,
  discussionEntryFields,
  entriesChangeFields,
  fileEntryFields,
  readinessChangeFields,
  todoChangeFields,
} from './activity-fields.ts';
import { commentFields, discussionKeyFields, threadFields } from './comment-fields.ts';
import { contentFields } from './content-fields.ts';
import { dateTime } from './date-time.ts';
import { deprecatedFields } from './deprecated-fields.ts';
import { fieldsOfFiles } from './file-fields.ts';
import { foreseeField } from './foresee-field.ts';
import { imageUploadFields } from './image-upload-fields.ts';
import { inBand, inBandQuery } from './in-band.ts';
import { awsJson, json } from './json-scalars.ts';
import { keyReleaseFields } from './key-release-fields.ts';
import { labEventFields } from './lab-event-fields.ts';
import {
  dataRoomFields,
  labDetailFields,
  labField,
  labFields,
  releaseFields,
  trashEntryFields,
} from './lab-fields.ts';
import { labTokenFields, labTokenLedgerFields } from './lab-token-fields.ts';
import { followFields, muteFields, noticeFields } from './notice-fields.ts';
import { noticeMailFields } from './notice-mail-fields.ts';
import { paidCallFields, paidCallsFields } from './paid-call-fields.ts';
import { profileOf } from './profile-fields.ts';
import type { MutationResolvers, QueryResolvers, Resolvers } from './resolvers.generated.ts';
import {
  announcementHitFields,
  exactHitFields,
  fileHitEntryFields,
  fileHitFields,
  labHitFields,
} from './search-fields.ts';
import { thrown } from './thrown.ts';
import { webhookDeliveryFields, webhookFields } from './webhook-fields.ts';

/** Every operation and its use case. A missing operation of the schema is a type error. */
const queries: Required<QueryResolvers> = {
  labs: thrown(labs),
  labWithDataRoomAndFiles: labField,
  showcase: thrown(showcase),
  statistics: thrown(statistics),
  labActivity: thrown(labActivity),
  activities: thrown(activities),
  activityGroups: thrown(activityGroups),
  activityGroup: thrown(activityGroup),
  announcement: thrown(announcement),
  listLabMembers: thrown(listLabMembers),
  getDidLinkStatus: thrown(getDidLinkStatus),
  onChainActivity: thrown(onChainActivity),
  labToken: thrown(labToken),
  dataRoomFile: thrown(dataRoomFile),
  fileChunks: thrown(fileChunks),
  trash: thrown(trash),
  uploadParts: thrown(uploadParts),
  labChanges: thrown(labChanges),
  releases: thrown(releases),
  release: thrown(release),
  releaseManifest: thrown(releaseManifest),
  filesByContentHash: thrown(filesByContentHash),
  searchLabs: thrown(searchLabs),
  fileCategoriesAndTags: thrown(fileCategoriesAndTags),
  profile: thrown(profile),
  profiles: thrown(profiles),
  resolveName: thrown(resolveName),
  inbox: thrown(inbox),
  follows: thrown(follows),
  noticeSettings: thrown(noticeSettings),
  mutes: thrown(mutes),
  webhooks: thrown(webhooks),
  accessQuestions: thrown(accessQuestions),
  accessRequests: thrown(accessRequests),
  accessRequest: thrown(accessRequest),
  myAccessRequests: thrown(myAccessRequests),
  blockedAskers: thrown(blockedAskers),
  invitation: thrown(invitation),
  invitations: thrown(invitations),
  threads: thrown(threads),
  thread: thrown(thread),
  fileReviews: thrown(fileReviews),
  foresee: foreseeField,
  paidCalls: thrown(paidCalls),
  labSpending: thrown(labSpending),
  keyReleases: thrown(keyReleases),
  keyRecipients: thrown(keyRecipients),
  encryptedVersions: thrown(encryptedVersions),
  keyReleaseDays: thrown(keyReleaseDays),
  consumerCredentials: thrown(consumerCredentials),
  serviceTokens: thrown(listServiceTokens),
  authorizationRequest: thrown(authorizationRequest),
  getServiceSignInMessage: thrown(getServiceSignInMessage),
  getOclTermsMessage: inBandQuery(getOclTermsMessage, { isSuccess: false, message: null }),
};

const mutations: Required<MutationResolvers> = {
  createLab: inBand(createLab),
  updateLabNftMetadata: inBand(updateLabNftMetadata),
  generateLabImageUploadUrl: inBand(generateLabImageUploadUrl),
  markInboxRead: inBand(markInboxRead),
  follow: inBand(follow, { follow: null }),
  unfollow: inBand(unfollow),
  mute: inBand(mute, { mute: null }),
  unmute: inBand(unmute),
  setNoticeMail: inBand(setNoticeMail, { mail: null }),
  setNoticePush: inBand(setNoticePush, { endpoints: null }),
  createWebhook: inBand(createWebhook, { webhook: null, secret: null }),
  deleteWebhook: inBand(deleteWebhook),
  rotateWebhookSecret: inBand(rotateWebhookSecret, { webhook: null, secret: null }),
  replayWebhook: inBand(replayWebhook, { webhook: null }),
  report: inBand(report),
  setLabReadiness: inBand(setLabReadiness),
  addLabTodo: inBand(addLabTodo, { todo: null }),
  updateLabTodo: inBand(updateLabTodo, { todo: null }),
  deleteLabTodo: inBand(deleteLabTodo),
  authorizeClient: inBand(authorizeClient, { redirectUrl: null }),
  issueConsumerCredential: inBand(issueConsumerCredential, {
    credential: null,
    consumerId: null,
    expiresAt: null,
  }),
  revokeConsumerCredential: inBand(revokeConsumerCredential, { consumerId: null }),
  setWalletIntent: inBand(setWalletIntent, { required: null }),
  setLabIntent: inBand(setLabIntent, { required: null }),
  setProfile: inBand(setProfile, { profile: null }),
  deleteProfile: inBand(deleteProfile),
  requestAccess: inBand(requestAccess, { request: null }),
  declineAccessRequest: inBand(declineAccessRequest, { request: null }),
  withdrawAccessRequest: inBand(withdrawAccessRequest, { request: null }),
  setAccessQuestions: inBand(setAccessQuestions, { questions: null }),
  blockAsker: inBand(blockAsker),
  createInvitation: inBand(createInvitation, { invitation: null }),
  revokeInvitation: inBand(revokeInvitation, { invitation: null }),
  initiateCreateOrUpdateFile: inBand(initiateCreateOrUpdateFile),
  cancelUpload: inBand(cancelUpload),
  finishCreateOrUpdateFile: inBand(finishCreateOrUpdateFile),
  addFiles: inBand(addFiles),
  updateFileMetadata: inBand(updateFileMetadata),
  saveFileView: inBand(saveFileView),
  deleteDataRoomFile: inBand(deleteDataRoomFile),
  moveEntry: inBand(moveEntry),
  createFolder: inBand(createFolder),
  trashEntry: inBand(trashEntry),
  restoreEntry: inBand(restoreEntry),
  emptyTrash: inBand(emptyTrash),
  restoreFileVersion: inBand(restoreFileVersion),
  changeFileVersionAccess: inBand(changeFileVersionAccess),
  shareFiles: inBand(shareFiles),
  updateFileVersionNote: inBand(updateFileVersionNote),
  createRelease: inBand(createRelease),
  createAnnouncement: inBand(createAnnouncement),
  createThread: inBand(createThread, { thread: null }),
  addComment: inBand(addComment, { thread: null }),
  editComment: inBand(editComment, { thread: null }),
  deleteComment: inBand(deleteComment),
  resolveThread: inBand(resolveThread, { thread: null }),
  requestReview: inBand(requestReview, { review: null }),
  reviewFileVersion: inBand(reviewFileVersion, { review: null }),
  generateDataEncryptionKey: inBand(generateDataEncryptionKey),
  generateDataEncryptionKeys: inBand(generateDataEncryptionKeys),
  decryptDataKey: inBand(decryptDataKey),
  generateServiceToken: inBand(generateServiceToken),
  extendServiceToken: inBand(extendServiceToken),
  revokeServiceToken: inBand(revokeServiceToken),
  revokeAllServiceTokens: inBand(revokeAllServiceTokens),
  generateOclMembershipAgreement: inBand(generateOclMembershipAgreement, { isSuccess: false }),
};

const searchHitTypes = { FILE: 'SearchLabsFileHit', ANNOUNCEMENT: 'SearchLabsAnnouncementHit' } as const;

export const resolvers: Resolvers = {
  ...deprecatedFields,
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
  TrashEntry: trashEntryFields,
  Release: releaseFields,
  ...fieldsOfFiles,
  Member: { profile: profileOf(({ walletAddress }) => walletAddress) },
  AccessRequest: accessRequestFields,
  AccessDecision: accessDecisionFields,
  Invitation: {
    lab: ({ oclId }, _, { loaders }) => loaders.registeredLabs.load(oclId),
    profile: profileOf(({ createdBy }) => createdBy),
  },
  BlockedAsker: { profile: profileOf(({ wallet }) => wallet) },
  KeyRecipient: { profile: profileOf(({ wallet }) => wallet) },
  KeyReleaseDay: { profile: profileOf(({ wallet }) => wallet) },
  PaidCalls: paidCallsFields,
  PaidCall: paidCallFields,
  Notice: noticeFields,
  NoticeMail: noticeMailFields,
  Follow: followFields,
  Mute: muteFields,
  Webhook: webhookFields,
  WebhookDelivery: webhookDeliveryFields,
  LabTokenHolder: { profile: profileOf(({ address }) => address) },
  LabTokenTransfer: { fromProfile: profileOf(({ from }) => from), toProfile: profileOf(({ to }) => to) },
  KeyRelease: keyReleaseFields,
  LabActivity: { __resolveType: (row) => activityTypes[row.kind] },
  ActivityGroup: activityGroupFields,
  ...labEventFields,
  LabReadiness: { profile: profileOf(({ changeBy }) => changeBy) },
  LabTodo: { profile: profileOf(({ assignee }) => assignee) },
  LabReadinessChange: readinessChangeFields,
  LabTodoChange: todoChangeFields,
  LabDiscussionEntry: discussionEntryFields,
  Thread: threadFields,
  Comment: commentFields,
  DiscussionKey: discussionKeyFields,
  FileReview: { profile: profileOf(({ wallet }) => wallet) },
  LabEntriesChange: entriesChangeFields,
  LabFileEntry: fileEntryFields,
  LabAnnouncement: announcementFields,
  SearchLabsHit: { __resolveType: (hit) => searchHitTypes[hit.kind] },
  SearchLabsLabHit: labHitFields,
  SearchLabsExactHit: exactHitFields,
  SearchLabsFileHit: fileHitFields,
  SearchLabsFileEntry: fileHitEntryFields,
  SearchLabsAnnouncementHit: announcementHitFields,
};
