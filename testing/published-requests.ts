/**
 * What two published writers of another service with this interface send: the script and the MCP server of
 * `moleculeprotocol/molecule-lab-contributor-agent`. Each request is `POST {base_url}/graphql` with `Content-Type: application/json`, the
 * consumer credential alone in `Authorization`, and the service token in `x-service-token`. The documents select the same fields and take the
 * same variables as theirs; `source` names the place.
 */
interface PublishedRequest {
  source: string;
  query: string;
}

const script = (constant: string) => `skills/molecule-lab-contributor/scripts/agent_upload.py, ${constant}`;
const server = (constant: string) => `mcp/server.py, ${constant}`;
const error = 'error { code message requestId retryable details }';

export const publishedRequests = {
  categories: {
    source: script('Q_CATEGORIES'),
    query: 'query FileCategoriesAndTags { fileCategoriesAndTags { data { name tags } } }',
  },
  members: {
    source: server('Q_MEMBERS'),
    query:
      'query ListLabMembers($oclId: String!) { listLabMembers(oclId: $oclId) { members { walletAddress role source isAgent expiry grantedAt } } }',
  },
  signIn: {
    source: script('Q_SIGN_IN'),
    query: `query GetServiceSignInMessage($walletAddress: String!, $serviceName: String!) {
      getServiceSignInMessage(walletAddress: $walletAddress, serviceName: $serviceName) { message expiresAt } }`,
  },
  token: {
    source: script('M_TOKEN'),
    query: `mutation GenerateServiceToken($serviceName: String!, $walletAddress: String!, $messageSignature: String!, $expiresIn: String) {
      generateServiceToken(serviceName: $serviceName, walletAddress: $walletAddress, messageSignature: $messageSignature, expiresIn: $expiresIn) {
        token tokenId expiresAt ${error} } }`,
  },
  lab: {
    source: server('Q_LAB'),
    query: `query Lab($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { oclId shortname name labAccountAddress
      dataRoom { files { did id path contentType accessLevel version createdBy } } } }`,
  },
  labByName: {
    source: server('Q_LAB_BY_NAME'),
    query: `query LabByShortname($shortname: String!) {
      labWithDataRoomAndFiles(shortname: $shortname) { oclId name shortname labAccountAddress } }`,
  },
  dataKey: {
    source: script('M_DEK'),
    query: `mutation GenerateDataEncryptionKey { generateDataEncryptionKey { plaintextDEK encryptedDek encryptionSystem ${error} } }`,
  },
  initiate: {
    source: script('M_INITIATE'),
    query: `mutation Initiate($oclId: String!, $contentType: String!, $contentLength: Int!) {
      initiateCreateOrUpdateFile(oclId: $oclId, contentType: $contentType, contentLength: $contentLength) {
        uploadToken uploadUrl uploadUrlExpiry method headers { key value } ${error} } }`,
  },
  finish: {
    source: script('M_FINISH'),
    query: `mutation Finish($oclId: String!, $uploadToken: String!, $path: String, $ref: String, $accessLevel: String!, $changeBy: String!,
        $description: String, $tags: [String!], $categories: [String!], $contentText: String, $encryptionMetadata: EncryptionMetadataInput) {
      finishCreateOrUpdateFile(oclId: $oclId, uploadToken: $uploadToken, path: $path, ref: $ref, accessLevel: $accessLevel,
          changeBy: $changeBy, description: $description, tags: $tags, categories: $categories, contentText: $contentText,
          encryptionMetadata: $encryptionMetadata) {
        datasetId contentHash version ${error} } }`,
  },
  dataRoom: {
    source: server('Q_DATA_ROOM'),
    query: `query DataRoom($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { shortname dataRoom { files {
      did id path contentType contentHash version createdBy accessLevel downloadUrl downloadHeaders { key value } downloadUrlExpiry
      encryptionMetadata { encryptionSystem encryptedDek iv contentHash accessControlConditions } } } } }`,
  },
  verify: {
    source: script('Q_VERIFY'),
    query: `query Verify($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { shortname dataRoom { files {
      did id path accessLevel version createdBy downloadUrl downloadHeaders { key value } downloadUrlExpiry
      encryptionMetadata { encryptionSystem iv } } } } }`,
  },
  decrypt: {
    source: script('M_DECRYPT'),
    query: `mutation DecryptDataKey($oclId: String!, $filePath: String!) {
      decryptDataKey(oclId: $oclId, filePath: $filePath) { plaintextDEK iv message ${error} } }`,
  },
} satisfies Record<string, PublishedRequest>;
