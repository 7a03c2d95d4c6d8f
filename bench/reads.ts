import type { Query } from '@labroom/service/contract/schema.generated.ts';
import { commonHash, knownPath } from './data/fill-database.ts';
import { prompts } from './data/prompts.ts';
import { askText } from './stack/graphql-request.ts';
import type { Stack } from './stack/stack.ts';

export interface Read {
  name: string;
  query: string;
  variables: Record<string, unknown>;
  token: string;
  growth: Growth;
}

/**
 * What a read may grow with. `answer`: its answer, or what it counts or compares for one, has ten times the rows. `place`: rows before a
 * page are skipped in an index.
 */
export type Growth = 'nothing' | 'place' | 'answer';
type Variant = [name: string, query: string, growth?: Growth];

/** A lab of `fillDatabase` that has the same rows in every size. */
const usual = `0x0101${'9'.padStart(60, '0')}`;
/** A wallet with roles: number 1,000,016 of `fillDatabase`. */
const memberOfMany = `0x${(1_000_016).toString(16).padStart(40, 'a')}`;
const LAB = 'oclId shortname name mintedAt members { walletAddress role }';
const FILE = 'did path contentHash downloadUrl versions { version contentHash }';
const EVENT = `__typename ... on LabEventFileAdded { entry { path } lab { oclId name } }
  ... on LabEventAnnouncement { announcement { headline } lab { oclId name } }`;

/**
 * Every query of the schema but `getOclTermsMessage`, which reads the chain, and `uploadParts`, which reads the storage,
 * with arguments for which size can matter. A missing query does not compile.
 */
export async function readsOf(stack: Stack): Promise<Read[]> {
  const { oclId, wallet, token } = stack.lab;
  const pages = await lastPages(stack);
  const room = (fields: string) =>
    `query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { dataRoom { ${fields} } } }`;
  const feed = (page: number, filter = '') =>
    `query($oclId: String!) { labActivity(oclId: $oclId, page: ${page}, perPage: 20 ${filter}) { nodes { ${EVENT} } pageInfo { totalPages } } }`;
  const global = (page: number, filter = '') =>
    `{ activities(page: ${page} ${filter}) { activities { ${EVENT} } pageInfo { totalPages } } }`;
  const labs = (args: string) => `{ labs${args} { totalCount nodes { ${LAB} } } }`;
  const groups = (page: number, more = '') =>
    `{ activityGroups(oclId: "${oclId}", page: ${page}${more}) { nodes { number } pageInfo { totalPages } } }`;
  const changes = (since: string) =>
    `{ labChanges(oclId: "${oclId}", since: "${since}") { nodes { path version } totalCount } }`;
  const hash = (value: string) =>
    `{ filesByContentHash(contentHash: "sha256:${value}") { path version lab { shortname } } }`;
  const exact = (prompt: string) =>
    `{ searchLabs(prompt: "${prompt}", filters: { byOclIds: ["${oclId}"] }) { exact { identifier lab { shortname } } } }`;
  const reads: Record<
    Exclude<keyof Query, '__typename' | 'getOclTermsMessage' | 'uploadParts' | 'authorizationRequest'>,
    Variant[]
  > = {
    labs: [
      ['page 0', labs('')],
      ['middle page', `{ labs(page: ${pages.labs >> 1}) { totalCount nodes { oclId name } } }`, 'answer'],
      ['last page', `{ labs(page: ${pages.labs}) { totalCount nodes { oclId name } } }`, 'answer'],
      ['by name, middle page', labs(`(order: NAME, page: ${pages.labs >> 1})`), 'place'],
      ['of a wallet', labs(`(walletAddress: "${memberOfMany}")`)],
      ['with a word', labs('(search: "number 77")'), 'answer'],
    ],
    labWithDataRoomAndFiles: [
      [
        'lab alone',
        `query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { ${LAB} dataRoom { storageUsed } } }`,
        'answer',
      ],
      [
        'a usual lab alone',
        `{ labWithDataRoomAndFiles(oclId: "${usual}") { ${LAB} dataRoom { storageUsed } } }`,
      ],
      ['files, page 0', room(`filesPage { totalCount nodes { ${FILE} } }`)],
      [
        'files, middle page',
        room(`filesPage(page: ${pages.files >> 1}) { totalCount nodes { ${FILE} } }`),
        'place',
      ],
      ['files, last page', room(`filesPage(page: ${pages.files}) { totalCount nodes { ${FILE} } }`)],
      ['files, a folder', room(`filesPage(prefix: "series-7/") { totalCount nodes { path } }`), 'answer'],
      ['files, with a word', room(`filesPage(search: "sample-77") { totalCount nodes { path } }`), 'answer'],
      [
        'files, with the word of one',
        room(`filesPage(search: "${knownPath}") { totalCount nodes { path } }`),
        'answer',
      ],
      ['columns of a folder', room(`fileColumns(prefix: "series-7/") { paths versions }`), 'answer'],
      ['folders', room('folders { name accessLevel fileCount bytes }')],
    ],
    showcase: [['all', `{ showcase { rule labs { ${LAB} } } }`]],
    statistics: [['totals', '{ statistics { labs labsWithToken files storedBytes keysReleased } }']],
    labActivity: [
      ['page 0', feed(0)],
      ['middle page', feed(pages.feed >> 1)],
      ['last page', feed(pages.feed)],
      ['files, middle page', feed(pages.feed >> 1, 'filter: FILE')],
      ['announcements, page 0', feed(0, 'filter: ANNOUNCEMENT'), 'answer'],
    ],
    activities: [
      ['page 0', global(0)],
      ['a hundredth of the way', global(Math.floor(pages.activities / 100))],
      ['middle page', global(pages.activities >> 1)],
      ['last page', global(pages.activities)],
      ['announcements, page 0', global(0, 'filter: ANNOUNCEMENT'), 'answer'],
      ['after a position', `{ activities(after: "0") { events { id activity { ${EVENT} } } endCursor } }`],
    ],
    activityGroups: [
      [
        'page of 20 groups',
        'query { activityGroups { nodes { number entryCount } pageInfo { totalPages } } }',
      ],
      ['middle page', `{ activityGroups(page: ${pages.activities >> 1}) { nodes { number } } }`],
      ['last page', `{ activityGroups(page: ${pages.activities}) { nodes { number } } }`],
      ['of one lab, middle page', groups(pages.feed >> 1)],
      ['of one lab, files, middle page', groups(pages.feed >> 1, ', filter: FILE')],
      ['of a wallet, page 0', groups(0, `, changeBy: "${wallet}"`), 'answer'],
      ['of a wallet, middle page', groups(pages.feed >> 1, `, changeBy: "${wallet}"`), 'answer'],
      ['of a wallet, last page', groups(pages.feed, `, changeBy: "${wallet}"`), 'answer'],
      [
        'of one lab, with entries',
        `query($oclId: String!) { activityGroups(oclId: $oclId) { nodes { entryCount entries { ${EVENT} } } } }`,
      ],
    ],
    activityGroup: [
      [
        'with its entries',
        `query($oclId: String!) { activityGroup(oclId: $oclId, number: 1) { entries { ${EVENT} } } }`,
      ],
    ],
    announcement: [
      [
        'with its text',
        `query($oclId: String!) { announcement(oclId: $oclId, id: "00000000-0000-4000-8000-000000000000") { body } }`,
        'answer',
      ],
    ],
    listLabMembers: [
      [
        '',
        `query($oclId: String!) { listLabMembers(oclId: $oclId) { members { walletAddress role grantedAt } } }`,
        'answer',
      ],
      [
        'of a usual lab',
        `{ listLabMembers(oclId: "${usual}") { members { walletAddress role grantedAt } } }`,
      ],
    ],
    getDidLinkStatus: [['', `query($oclId: String!) { getDidLinkStatus(oclId: $oclId) { message } }`]],
    onChainActivity: [
      ['of a lab', 'query($oclId: String!) { onChainActivity(oclId: $oclId) { eventName args } }'],
      ['of a wallet', `{ onChainActivity(wallet: "${wallet}") { eventName args } }`],
    ],
    labToken: [['', 'query($oclId: String!) { labToken(oclId: $oclId) { name } }']],
    dataRoomFile: [
      ['', `query($oclId: String!) { dataRoomFile(oclId: $oclId, path: "${knownPath}") { ${FILE} } }`],
    ],
    fileChunks: [
      [
        'of no file',
        'query($oclId: String!) { fileChunks(oclId: $oclId, ref: "did:odf:none", version: 1) { hashes } }',
      ],
    ],
    filesByContentHash: [
      ['of no file', hash('0'.repeat(64))],
      ['of many files', hash(commonHash), 'answer'],
    ],
    searchLabs: [
      ...prompts.map(
        (prompt): Variant => [
          `"${prompt}"`,
          `{ searchLabs(prompt: "${prompt}") { totalCount nodes { __typename
            ... on SearchLabsFileHit { entry { path } snippet { text } } } } }`,
          'answer',
        ],
      ),
      ['an address', exact(wallet)],
      ['an oclId', exact(oclId)],
      ['the hash of many files', exact(commonHash), 'answer'],
      ['a DID of a file', exact('did:odf:f7')],
      ['a DID of a lab', exact('did:odf:a7')],
      ['an account', exact(`0x${'7'.padStart(40, 'a')}`)],
      ['no symbol of a token', exact('QKA7')],
    ],
    fileCategoriesAndTags: [['', '{ fileCategoriesAndTags { data { __typename } } }']],
    paidCalls: [
      ['page 0', '{ paidCalls { nodes { id state } } }'],
      ['what was spent', '{ paidCalls { spending { all { amount } } } }', 'answer'],
    ],
    foresee: [
      [
        'decryptDataKey',
        `{ foresee(operation: decryptDataKey, variables: ${JSON.stringify(JSON.stringify({ oclId, filePath: 'none' }))}, wallet: "${wallet}") { runs } }`,
      ],
    ],
    labSpending: [
      [
        '',
        'query($oclId: String!, $wallet: String!) { labSpending(oclId: $oclId, wallet: $wallet) { all { amount } } }',
        'answer',
      ],
    ],
    keyReleases: [
      ['page 0', `{ keyReleases(oclId: "${oclId}") { nodes { wallet } totalCount } }`, 'answer'],
      ['of a wallet', `{ keyReleases(oclId: "${oclId}", wallet: "${wallet}") { totalCount } }`, 'answer'],
    ],
    encryptedVersions: [
      ['page 0', 'query($oclId: String!) { encryptedVersions(oclId: $oclId) { nodes { path } totalCount } }'],
    ],
    keyRecipients: [
      [
        '',
        'query($oclId: String!) { keyRecipients(oclId: $oclId, refs: ["did:odf:none"]) { wallet fileCount } }',
      ],
    ],
    profile: [['', `{ profile(wallet: "${wallet}") { name } }`]],
    threads: [
      [
        'page 0',
        'query($oclId: String!) { threads(oclId: $oclId) { totalCount nodes { commentCount comments { author body } } } }',
        'answer',
      ],
    ],
    thread: [
      [
        'none',
        'query($oclId: String!) { thread(oclId: $oclId, id: "6ba7b810-9dad-41d1-80b4-00c04fd430c8") { id } }',
      ],
    ],
    fileReviews: [
      ['of a file', 'query($oclId: String!) { fileReviews(oclId: $oclId, ref: "did:odf:none") { wallet } }'],
    ],
    profiles: [['', `{ profiles(wallets: ["${wallet}"]) { name } }`]],
    resolveName: [['', '{ resolveName(name: "ada.eth") { address } }']],
    accessQuestions: [
      ['', 'query($oclId: String!) { accessQuestions(oclId: $oclId) { questions promise } }'],
    ],
    accessRequests: [
      ['page 0', `{ accessRequests(oclId: "${oclId}") { nodes { wallet } totalCount } }`, 'answer'],
    ],
    accessRequest: [['', `{ accessRequest(id: "0x${'03'.repeat(32)}") { wallet } }`]],
    myAccessRequests: [['page 0', '{ myAccessRequests { nodes { wallet } totalCount } }', 'answer']],
    invitation: [['', '{ invitation(id: "00000000-0000-4000-8000-000000000000") { role } }']],
    invitations: [['', 'query($oclId: String!) { invitations(oclId: $oclId) { role } }']],
    blockedAskers: [['', 'query($oclId: String!) { blockedAskers(oclId: $oclId) { wallet } }']],
    keyReleaseDays: [['', `{ keyReleaseDays(oclId: "${oclId}") { day wallet released refused } }`, 'answer']],
    labChanges: [
      ['of a while', changes(new Date(Date.UTC(2026, 0, 1) + (pages.allFiles - 500) * 1_000).toISOString())],
      ['of all time', changes('2020-01-01T00:00:00.000Z'), 'answer'],
    ],
    releases: [
      [
        'page 0',
        'query($oclId: String!) { releases(oclId: $oclId) { nodes { name manifestHash } totalCount } }',
        'answer',
      ],
    ],
    release: [['', '{ release(did: "did:odf:none") { name } }']],
    releaseManifest: [['', '{ releaseManifest(did: "did:odf:none") }']],
    trash: [['page 0', `{ trash(oclId: "${oclId}") { nodes { path } totalCount } }`, 'answer']],
    consumerCredentials: [['all', '{ consumerCredentials { consumerId } }']],
    serviceTokens: [['page 0', '{ serviceTokens { nodes { tokenId } totalCount } }', 'answer']],
    webhooks: [
      ['', 'query($oclId: String!) { webhooks(oclId: $oclId) { url waiting deliveries { status } } }'],
    ],
    follows: [['page 0', '{ follows { nodes { kind path lab { name } } totalCount } }']],
    mutes: [['', '{ mutes { totalCount nodes { kind oclId wallet noticeKind } } }']],
    noticeSettings: [['', '{ noticeSettings { sendsMail mail { frequency state } pushKey pushEndpoints } }']],
    inbox: [
      ['page 0', '{ inbox { nodes { kind path isRead lab { name } } totalCount unreadCount } }', 'answer'],
    ],
    getServiceSignInMessage: [
      ['', `{ getServiceSignInMessage(walletAddress: "${wallet}", serviceName: "bench") { message } }`],
    ],
  };
  return Object.entries(reads).flatMap(([field, variants]) =>
    variants.map(([name, query, growth = 'nothing']) => ({
      name: name ? `${field}, ${name}` : field,
      query,
      variables: { ...(query.includes('$oclId') && { oclId }), ...(query.includes('$wallet') && { wallet }) },
      token,
      growth,
    })),
  );
}

async function lastPages(stack: Stack) {
  const { oclId } = stack.lab;
  const query = `query($oclId: String!) { labs { pageInfo { totalPages } } activities { pageInfo { totalPages } }
    labActivity(oclId: $oclId, page: 0, perPage: 20) { pageInfo { totalPages } }
    labWithDataRoomAndFiles(oclId: $oclId) { dataRoom { filesPage { pageInfo { totalPages } } } } statistics { files } }`;
  const { data } = JSON.parse(await askText(stack, query, { oclId }));
  const last = ({ pageInfo }: { pageInfo: { totalPages: number } }) => pageInfo.totalPages - 1;
  return {
    allFiles: data.statistics.files,
    labs: last(data.labs),
    activities: last(data.activities),
    feed: last(data.labActivity),
    files: last(data.labWithDataRoomAndFiles.dataRoom.filesPage),
  };
}
