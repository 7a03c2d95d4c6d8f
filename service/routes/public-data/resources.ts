import { EVENT } from '../../graphql/read-events.ts';

/** Path below which public data is served. */
export const PUBLIC_DATA = '/v1';

/** What everyone may read without a credential. */
export interface PublicResource {
  /** Name for code generators. */
  name: string;
  /** A parameter in braces is a variable of the document. `{path}` may have slashes. */
  path: string;
  summary: string;
  /**
   * Its variables are the parameters; its answer, without the fields around it, is the body. `downloadUrl: __typename` is a
   * placeholder, in whose place the link of the file or version is put.
   */
  document: string;
  /** The message if the document finds nothing. */
  missing?: string;
  /**
   * Whether no earlier answer is given again unasked: a file that was trashed is in no later answer, and what the chain says holds for its
   * newest block.
   */
  isReadAnew: boolean;
}

const PAGE_INFO = 'pageInfo { hasNextPage hasPreviousPage currentPage totalPages }';
const LAB = `oclId shortname name description image externalUrl labAccountAddress labNftTokenId mintedAt
  latestContributionAt fileCount trlValue trlLastUpdated weightedScore scoreInterpretation isVerified`;
const FILE = `did path name version contentType accessLevel description tags categories contentHash contentLength
  createdAt updatedAt changeBy downloadUrl: __typename publicVersions
  encryptionMetadata { encryptionSystem accessControlConditions encryptedBy encryptedAt }`;
const VERSION = `version contentType accessLevel contentHash contentLength createdAt changeBy changeNote restoredFrom
  downloadUrl: __typename encryptionMetadata { encryptionSystem accessControlConditions encryptedBy encryptedAt }`;

/** Every resource that a document reads. Routes, OpenAPI and the other documents of discovery follow from it. */
export const resources: readonly PublicResource[] = [
  {
    name: 'listLabs',
    isReadAnew: false,
    path: '/v1/labs',
    summary: 'Labs, a page at a time',
    document: `query ($search: String, $verified: Boolean, $readiness: [Int!], $order: LabsOrder, $page: Int, $perPage: Int) {
      labs(search: $search, verified: $verified, readiness: $readiness, order: $order, page: $page, perPage: $perPage) {
        nodes { ${LAB} } totalCount ${PAGE_INFO} } }`,
  },
  {
    name: 'getLab',
    isReadAnew: false,
    path: '/v1/labs/{oclId}',
    summary: 'One lab with its members',
    document: `query ($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { ${LAB} trlRationale criterionScores scoredAt todos
      members { walletAddress role source expiry isAgent grantedAt }
      statedReadiness { level rationale scores { criterion score } changeBy changedAt }
      todoItems { id text assignee dueOn completedAt completedBy createdBy createdAt } } }`,
    missing: 'No lab with this oclId is registered. Check the id.',
  },
  {
    name: 'getLabToken',
    isReadAnew: true,
    path: '/v1/labs/{oclId}/token',
    summary: 'The token of a lab, and its right to an attached one',
    document: `query ($oclId: String!) { labToken(oclId: $oclId) { tokenContract wrapper name symbol initialSupply agreementKey
      agreementContentHash agreementSymbol isSymbolAgreed tokenizedBy txHash blockNumber tokenizedAt
      attachment { right provedLabNftTokenId decimalsHaveChanged }
      ledger { indexedBlock supply cap cappedAt holderCount transferCount } } }`,
    missing: 'No lab with this oclId has a token. Check the id.',
  },
  {
    name: 'listFiles',
    isReadAnew: true,
    path: '/v1/labs/{oclId}/files',
    summary: 'Files of a lab by path, a page at a time',
    document: `query ($oclId: String!, $prefix: String, $search: String, $accessLevel: String, $page: Int, $perPage: Int) {
      labWithDataRoomAndFiles(oclId: $oclId) { dataRoom {
        filesPage(prefix: $prefix, search: $search, accessLevel: $accessLevel, page: $page, perPage: $perPage) {
          nodes { ${FILE} } totalCount ${PAGE_INFO} } } } }`,
    missing: 'No lab with this oclId is registered. Check the id.',
  },
  {
    name: 'getFile',
    isReadAnew: true,
    path: '/v1/labs/{oclId}/files/{path}',
    summary: 'One file with all its versions',
    document: `query ($oclId: String!, $path: String!) { dataRoomFile(oclId: $oclId, path: $path) { ${FILE}
      versions { ${VERSION} } } }`,
    missing: 'The lab has no file at this path, and had none that was moved. Check the path.',
  },
  {
    name: 'listLabActivity',
    isReadAnew: true,
    path: '/v1/labs/{oclId}/activity',
    summary: 'The feed of a lab, newest first',
    document: `query ($oclId: String!, $filter: LabActivityFilter, $page: Int = 0, $perPage: Int = 20) {
      labActivity(oclId: $oclId, filter: $filter, page: $page, perPage: $perPage) { events ${EVENT} ${PAGE_INFO} } }`,
  },
  {
    name: 'listActivity',
    isReadAnew: true,
    path: '/v1/activity',
    summary: 'The feed of all labs, newest first; with `after`, the event log from there',
    document: `query ($after: String, $oclId: String, $filter: LabActivityFilter, $page: Int, $perPage: Int) {
      activities(after: $after, oclId: $oclId, filter: $filter, page: $page, perPage: $perPage) {
        events ${EVENT} endCursor ${PAGE_INFO} } }`,
  },
];
