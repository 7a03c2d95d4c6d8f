/** Documents of tools that are no resource of the public data. */

export const FORESEE = `query ($operation: PaidOperation!, $variables: AWSJSON!, $wallet: String!) {
  foresee(operation: $operation, variables: $variables, wallet: $wallet) {
    runs code reason message predicates changeableBy { kind addresses } price network asset requiresIntent } }`;

const LAB = 'oclId shortname name';

export const SEARCH = `query ($prompt: String!, $page: Int) {
  searchLabs(prompt: $prompt, page: $page, perPage: 20) {
    labs { lab { ${LAB} description fileCount } }
    nodes { kind: __typename
      ... on SearchLabsFileHit { snippet { text } entry { path lab { ${LAB} }
        file { did version contentType accessLevel description contentLength updatedAt } } }
      ... on SearchLabsAnnouncementHit { snippet { text } announcement { id headline } lab { ${LAB} } } } } }`;

export const ANNOUNCEMENT = `query ($oclId: String!, $id: String!) {
  announcement(oclId: $oclId, id: $id) { id headline body changeBy eventTime } }`;

export const ROLES_OF_WALLET = `query ($wallet: String!) {
  labs(walletAddress: $wallet, perPage: 20) { nodes { ${LAB} members { walletAddress role expiry } } } }`;

export const TERMS = `query ($agreementKey: String!, $contentHash: String!, $labId: String!, $chainId: Int!) {
  getOclTermsMessage(agreementKey: $agreementKey, contentHash: $contentHash, labId: $labId, chainId: $chainId) { message error { code message details } } }`;

export const PAID_CALLS = `query ($limit: Int, $cursor: String) {
  paidCalls(limit: $limit, cursor: $cursor) {
    nodes { id mutation oclId createdAt endedAt amount asset network state reason transaction requestId errorCode }
    hasNextPage
    spending { asset network today { calls amount } last30Days { calls amount } all { calls amount } pending { calls amount } } } }`;
