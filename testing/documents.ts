// Reads that ask for every field.

const FILE_FIELDS = `id did path name version contentType accessLevel description tags categories contentText
  downloadUrl downloadUrlExpiry contentHash contentLength createdAt updatedAt changeBy publicVersions
  encryptionMetadata { encryptionSystem iv contentHash accessControlConditions encryptedBy encryptedAt }
  versions { version contentType contentHash contentLength createdAt changeBy accessLevel changeNote downloadUrl downloadUrlExpiry
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
  publicVersions changeNote }`;

const PAGE_INFO = 'pageInfo { hasNextPage hasPreviousPage currentPage totalPages }';

export const LAB_ACTIVITY = `query($oclId: String!, $page: Int!, $perPage: Int!, $filter: LabActivityFilter) {
  labActivity(oclId: $oclId, page: $page, perPage: $perPage, filter: $filter) { ${PAGE_INFO} nodes { ${ACTIVITY_FIELDS} } } }
  ${ENTRY_FRAGMENT}`;

export const ACTIVITIES = `query($page: Int, $perPage: Int, $filter: LabActivityFilter) {
  activities(page: $page, perPage: $perPage, filter: $filter) { ${PAGE_INFO} activities { ${ACTIVITY_FIELDS} } } }
  ${ENTRY_FRAGMENT}`;

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
