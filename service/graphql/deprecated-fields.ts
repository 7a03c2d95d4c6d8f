import type { Resolvers } from './resolvers.generated.ts';

interface MutationResult {
  error?: unknown;
}

/** Of a mutation: whether its result has no error. */
const ofMutation = { isSuccess: ({ error }: MutationResult) => !error };
/** Of a query, which throws where it fails. */
const ofQuery = { isSuccess: () => true, error: () => null };

/**
 * Fields that clients of other services with this interface select, and what each maps to. Input has such forms too
 * (packages/protocol/deprecated-forms.ts); docs/specification/deprecated.md lists both.
 */
export const deprecatedFields = {
  CreateLabResult: ofMutation,
  UpdateLabNftMetadataResult: ofMutation,
  GenerateLabImageUploadUrlResult: ofMutation,
  InitiateCreateOrUpdateFileResult: {
    ...ofMutation,
    useMultipart: ({ error, parts }: MutationResult & { parts?: unknown }) => (error ? null : Boolean(parts)),
  },
  FinishCreateOrUpdateFileResult: ofMutation,
  UpdateFileMetadataResult: ofMutation,
  DeleteDataRoomFileResult: ofMutation,
  CreateAnnouncementResult: ofMutation,
  GenerateDataEncryptionKeyResult: ofMutation,
  DecryptDataKeyResult: ofMutation,
  GenerateServiceTokenResult: ofMutation,
  ExtendServiceTokenResult: ofMutation,
  RevokeServiceTokenResult: ofMutation,
  ActivitiesResult: ofQuery,
  LabMembersResult: ofQuery,
  DidLinkStatusResult: ofQuery,
  FileCategoriesAndTagsResult: ofQuery,
} satisfies Resolvers;

/** Of `DataRoomFile`, beside its other fields. */
export const deprecatedFileFields = {
  createdBy: ({ newest }) => newest.changeBy,
  downloadHeaders: () => [],
} satisfies Resolvers['DataRoomFile'];

/** Of `EncryptionMetadata`, beside its other fields. */
export const deprecatedEncryptionFields = {
  // The wrapped key is never shown.
  encryptedDek: () => null,
} satisfies Resolvers['EncryptionMetadata'];
