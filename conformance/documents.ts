/** The operations of a lab's life, as a program writes them that knows the documents alone; every result field asked for. */
const ERROR = 'error { code message requestId retryable details }';

export const CREATE_LAB = `mutation($input: CreateLabInput!) { createLab(input: $input) {
  message lab { oclId shortname labAccountAddress labNftTokenId } ${ERROR} } }`;

export const UPDATE_LAB = `mutation($oclId: String!, $input: UpdateLabNftMetadataInput!) {
  updateLabNftMetadata(oclId: $oclId, input: $input) { oclId message ${ERROR} } }`;

export const INITIATE = `mutation($oclId: String!, $contentType: String!, $contentLength: Int!) {
  initiateCreateOrUpdateFile(oclId: $oclId, contentType: $contentType, contentLength: $contentLength) {
    uploadToken uploadUrl uploadUrlExpiry method headers { key value } ${ERROR} } }`;

export const FINISH = `mutation($oclId: String!, $uploadToken: String!, $path: String, $ref: String, $accessLevel: String!,
  $changeBy: String!, $description: String, $tags: [String!], $categories: [String!], $contentText: String,
  $encryptionMetadata: EncryptionMetadataInput) {
  finishCreateOrUpdateFile(oclId: $oclId, uploadToken: $uploadToken, path: $path, ref: $ref, accessLevel: $accessLevel,
    changeBy: $changeBy, description: $description, tags: $tags, categories: $categories, contentText: $contentText,
    encryptionMetadata: $encryptionMetadata) { datasetId contentHash version message publicVersions ${ERROR} } }`;

export const UPDATE_FILE = `mutation($oclId: String!, $ref: String!, $accessLevel: String!, $description: String,
  $tags: [String!], $categories: [String!], $contentText: String) {
  updateFileMetadata(oclId: $oclId, ref: $ref, accessLevel: $accessLevel, description: $description, tags: $tags,
    categories: $categories, contentText: $contentText) { ref message ${ERROR} } }`;

export const DELETE_FILE = `mutation($oclId: String!, $path: String!, $changeBy: String!) {
  deleteDataRoomFile(oclId: $oclId, path: $path, changeBy: $changeBy) { oclId filePath ${ERROR} } }`;

export const ANNOUNCE = `mutation($oclId: String!, $headline: String!, $body: String!, $attachments: [String!]) {
  createAnnouncement(oclId: $oclId, headline: $headline, body: $body, attachments: $attachments) { message ${ERROR} } }`;

export const GENERATE_KEY = `mutation { generateDataEncryptionKey { plaintextDEK encryptedDek encryptionSystem ${ERROR} } }`;

export const DECRYPT_KEY = `mutation($oclId: String!, $filePath: String, $ref: String, $version: Int) {
  decryptDataKey(oclId: $oclId, filePath: $filePath, ref: $ref, version: $version) { plaintextDEK iv contentHash message ${ERROR} } }`;

export const PLAINTEXT_HASH = `query($oclId: String!, $path: String!, $hash: String!) {
  dataRoomFile(oclId: $oclId, path: $path) { encryptionMetadata { contentHash } }
  anywhere: filesByContentHash(contentHash: $hash) { path matchedBy }
  here: filesByContentHash(contentHash: $hash, oclId: $oclId) { path matchedBy } }`;

const FILE_FIELDS = `id did path name version contentType accessLevel description tags categories contentText
  downloadUrl downloadUrlExpiry contentHash contentLength createdAt updatedAt changeBy publicVersions
  encryptionMetadata { encryptionSystem iv contentHash accessControlConditions encryptedBy encryptedAt }
  versions { version contentType contentHash contentLength createdAt changeBy accessLevel downloadUrl downloadUrlExpiry
    encryptionMetadata { iv contentHash } }`;

export const FILE = `query($oclId: String!, $path: String!) { dataRoomFile(oclId: $oclId, path: $path) { ${FILE_FIELDS} } }`;

const ACTIVITY_FIELDS = `__typename
  ... on LabEventFileAdded { entry { ...Entry } lab { oclId } }
  ... on LabEventFileUpdated { entry { ...Entry } lab { oclId } }
  ... on LabEventFileRemoved { entry { ...Entry } lab { oclId } }
  ... on LabEventAnnouncement { lab { oclId } announcement { id headline body changeBy systemTime eventTime
    attachments { __typename id did name path } } }`;

const ENTRY_FRAGMENT = `fragment Entry on LabFileEntry { ref path tags description version accessLevel eventTime
  systemTime changeBy categories contentType contentHash contentText previousAccessLevel
  publicVersions }`;

const PAGE_INFO = 'pageInfo { hasNextPage hasPreviousPage currentPage totalPages }';

export const LAB_ACTIVITY = `query($oclId: String!, $page: Int!, $perPage: Int!, $filter: LabActivityFilter) {
  labActivity(oclId: $oclId, page: $page, perPage: $perPage, filter: $filter) { ${PAGE_INFO} nodes { ${ACTIVITY_FIELDS} } } }
  ${ENTRY_FRAGMENT}`;

export const ACTIVITIES = `query($page: Int, $perPage: Int, $filter: LabActivityFilter) {
  activities(page: $page, perPage: $perPage, filter: $filter) { ${PAGE_INFO} activities { ${ACTIVITY_FIELDS} } } }
  ${ENTRY_FRAGMENT}`;

export const MEMBERS = `query($oclId: String!) { listLabMembers(oclId: $oclId) {
  message members { walletAddress role source expiry isAgent grantedAt } } }`;

export const DID_STATUS = `query($oclId: String!) { getDidLinkStatus(oclId: $oclId) { message didLinkStatus {
  oclId status userOpHash txHash accountDid dataRoomDid linkedDidCount attempts updatedAt } } }`;

export const ON_CHAIN = `query($oclId: String, $wallet: String, $limit: Int, $cursor: String) {
  onChainActivity(oclId: $oclId, wallet: $wallet, limit: $limit, cursor: $cursor) {
    id chainId contractAddress contractName eventName blockNumber blockTimestamp txHash logIndex args } }`;

export const LABS = `query($walletAddress: String, $role: LabMemberRole, $page: Int, $perPage: Int) {
  labs(walletAddress: $walletAddress, role: $role, page: $page, perPage: $perPage) { totalCount ${PAGE_INFO}
    nodes { oclId shortname name description labAccountAddress labNftTokenId latestContributionAt } } }`;

export const SEARCH = `query($prompt: String!, $filters: SearchLabsFilters, $page: Int, $perPage: Int) {
  searchLabs(prompt: $prompt, filters: $filters, page: $page, perPage: $perPage) { totalCount ${PAGE_INFO}
    nodes { __typename
      ... on SearchLabsFileHit { entry { lab { oclId shortname } path
        file { did contentType accessLevel description tags categories downloadUrl } } }
      ... on SearchLabsAnnouncementHit { announcement { id headline body systemTime attachments { id did name } }
        lab { oclId shortname } } } } }`;
