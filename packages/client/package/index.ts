/** The entry of the package `@labroom/client`. `scripts/build-packages.ts` builds it. */
// biome-ignore-all lint/performance/noBarrelFile: a package needs an entry
export { type ChainId, type Network, networks } from '@labroom/contracts/networks';
export {
  type AccessCondition,
  conditionsForHolders,
  conditionsForTeam,
} from '@labroom/protocol/conditions';
export { LabroomError, type SessionEnd, SessionEndedError } from '../api/api-failure.ts';
export type { ErrorCode, Reason } from '../api/errors.generated.ts';
export {
  type Activity,
  type EventsQuery,
  everyActivity,
  everyEntry,
  everyEvent,
  everyHit,
  everyPaidCall,
  type LabEvent,
  type PaidCallEntry,
  type SearchHit,
} from '../api/every-page.ts';
export type { ApiCall } from '../api/execute.ts';
export { type PlannedCall, requireForeseen } from '../api/require-foreseen.ts';
export {
  type ClientFolder,
  createLabroomClient,
  type FolderFile,
  type LabroomClient,
  type LabroomClientOptions,
} from '../client.ts';
export { CryptoError, type CryptoErrorCode } from '../crypto/primitives/crypto-error.ts';
export type { FileVersion } from '../download/download-ports.ts';
export {
  type CredentialRequest,
  type CredentialSigner,
  type IssuedCredential,
  issueCredential,
} from '../sign-in/credential.ts';
export { type DiscoveredService, discoverService } from '../sign-in/discover.ts';
export type { Session } from '../sign-in/session.ts';
export type { ClientAccess, ClientUpload } from '../upload/client-upload.ts';
export { contentTypeOf } from '../upload/content-type.ts';
export type { KeptUpload, KeptUploads, PartLedger, UploadInParts } from '../upload/kept-uploads.ts';
export type { SearchText } from '../upload/search-text.ts';
export type { FolderProgress, UploadedFile } from '../upload/upload-all.ts';
export type { UploadCheckpoint } from '../upload/upload-file.ts';
export type { UploadReceipt } from '../upload/upload-ports.ts';
