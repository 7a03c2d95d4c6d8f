import { newWallet } from '@labroom/testing/actors.ts';
import { capturedStatements } from '@labroom/testing/captured-queries.ts';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { newRequest, storedRequest } from '@labroom/testing/test-access-request.ts';
import { ask } from '@labroom/testing/test-client.ts';
import { beginThread } from '@labroom/testing/test-comments.ts';
import { newInvitation } from '@labroom/testing/test-invitation.ts';
import { initiateParts } from '@labroom/testing/test-parts.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { fileAt, sha256, uploadFile } from '@labroom/testing/test-upload.ts';
import { expect, test } from 'vitest';
import type { Query } from '#contract/schema.generated.ts';
import { numberEvents } from '../operations/activity/number-events.ts';
import { featureLab } from '../operations/labs/featured-store.ts';
import { addMute } from '../operations/mutes/mute-store.ts';
import type { Database } from '../platform/db/database.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { Replicas } from '../platform/db/replicas.ts';

const LAB = 'oclId shortname name mintedAt members { walletAddress role profile { name } }';
const FILE =
  'did path contentHash downloadUrl profile { name } versions { version contentHash profile { name } } encryptionMetadata { iv }';
const EVENT = `__typename ... on LabEventFileAdded { entry { path profile { name } } lab { ${LAB} } }
  ... on LabEventAnnouncement { announcement { headline bodyStart { tree } profile { name } attachments { path } } lab { ${LAB} } }`;
const THREAD = `ref version canRead profile { name } keys { key } comments { body ciphertext profile { name } }`;

interface Read {
  /** Maximum number of SQL statements, including one for consumer and token. */
  statements: number;
  /** A query with all nested fields. `N` is the size of a page. */
  query(lab: RegisteredLab): string;
}

/** Without the text of the terms, which is read from the chain, and the request of a program, which reads no rows. */
type Counted = Exclude<keyof Query, '__typename' | 'getOclTermsMessage' | 'authorizationRequest'>;

/** Every query of the schema that reads rows. A missing one is a type error. */
const reads: Record<Counted | 'activities(after:)', Read> = {
  labs: { statements: 6, query: () => `labs(perPage: N) { totalCount nodes { ${LAB} } }` },
  labWithDataRoomAndFiles: {
    statements: 11,
    query: ({
      oclId,
    }) => `labWithDataRoomAndFiles(oclId: "${oclId}") { ${LAB} imageUpload { status } labAccountState { state }
      dataRoom { storageUsed folders { name bytes } extensions { bytes } weeks { startsAt } histories { did } pictures { did } files { did downloadUrl } fileColumns { dids publicVersions } filesPage(perPage: N) { totalCount nodes { ${FILE} } } } }`,
  },
  showcase: { statements: 6, query: () => `showcase { rule labs { ${LAB} } }` },
  // One says whether anything was hidden since the totals were read.
  statistics: {
    statements: 2,
    query: () =>
      'statistics { labs files storedBytes labsWithToken keysReleased weeks { labs } topics { tag } }',
  },
  labActivity: {
    statements: 11,
    query: ({ oclId }) => `labActivity(oclId: "${oclId}", page: 0, perPage: N) { nodes { ${EVENT} } }`,
  },
  activities: { statements: 11, query: () => `activities(perPage: N) { activities { ${EVENT} } }` },
  'activities(after:)': {
    statements: 10,
    query: () =>
      `activities(after: "0", perPage: N) { endCursor events { lab { ${LAB} } activity { ${EVENT} } } }`,
  },
  activityGroups: {
    statements: 12,
    query: ({ oclId }) =>
      `activityGroups(oclId: "${oclId}", perPage: N) { nodes { number entries { ${EVENT} } } }`,
  },
  // All entries of a group have one type.
  activityGroup: {
    statements: 8,
    query: ({ oclId }) => `activityGroup(oclId: "${oclId}", number: 1) { entries(perPage: N) { ${EVENT} } }`,
  },
  announcement: {
    statements: 5,
    query: ({ oclId }) =>
      `announcement(oclId: "${oclId}", id: "${announcementId}") { body bodyDrawn { tree } }`,
  },
  listLabMembers: {
    statements: 4,
    query: ({ oclId }) => `listLabMembers(oclId: "${oclId}") { members { walletAddress role } }`,
  },
  getDidLinkStatus: {
    statements: 4,
    query: ({ oclId }) => `getDidLinkStatus(oclId: "${oclId}") { message }`,
  },
  onChainActivity: {
    statements: 2,
    query: ({ oclId }) => `onChainActivity(oclId: "${oclId}", limit: N) { eventName args }`,
  },
  labToken: { statements: 2, query: ({ oclId }) => `labToken(oclId: "${oclId}") { name }` },
  dataRoomFile: {
    statements: 4,
    query: ({ oclId }) => `dataRoomFile(oclId: "${oclId}", path: "many/0.txt") { ${FILE} }`,
  },
  fileChunks: {
    statements: 2,
    query: ({ oclId }) => `fileChunks(oclId: "${oclId}", ref: "did:odf:none", version: 1) { hashes }`,
  },
  filesByContentHash: {
    statements: 7,
    query: () => `filesByContentHash(contentHash: "sha256:${sha256('x')}") { path lab { ${LAB} } }`,
  },
  searchLabs: {
    statements: 16,
    query: () => `searchLabs(prompt: "quokkas", perPage: N) { totalCount nodes { __typename
      ... on SearchLabsFileHit { entry { lab { ${LAB} } path file { ${FILE} } } snippet { text } }
      ... on SearchLabsAnnouncementHit { announcement { body attachments { path } } lab { ${LAB} } snippet { text } } } }`,
  },
  fileCategoriesAndTags: { statements: 1, query: () => 'fileCategoriesAndTags { data { __typename } }' },
  profile: { statements: 2, query: ({ wallet }) => `profile(wallet: "${wallet}") { name }` },
  profiles: { statements: 2, query: ({ wallet }) => `profiles(wallets: ["${wallet}"]) { name }` },
  resolveName: { statements: 1, query: () => 'resolveName(name: "ada.eth") { address }' },
  accessQuestions: {
    statements: 3,
    query: ({ oclId }) => `accessQuestions(oclId: "${oclId}") { questions promise }`,
  },
  accessRequests: {
    statements: 7,
    query: ({ oclId }) =>
      `accessRequests(oclId: "${oclId}", perPage: N) { nodes { path lab { name } profile { name } decision { profile { name } } } totalCount }`,
  },
  accessRequest: { statements: 2, query: () => `accessRequest(id: "0x${'03'.repeat(32)}") { wallet }` },
  myAccessRequests: {
    statements: 5,
    query: () => 'myAccessRequests(perPage: N) { nodes { path profile { name } } totalCount }',
  },
  invitation: {
    statements: 2,
    query: () => 'invitation(id: "00000000-0000-4000-8000-000000000000") { role lab { name } }',
  },
  invitations: {
    statements: 5,
    query: ({ oclId }) => `invitations(oclId: "${oclId}") { role lab { name } profile { name } }`,
  },
  blockedAskers: {
    statements: 4,
    query: ({ oclId }) => `blockedAskers(oclId: "${oclId}") { wallet profile { name } }`,
  },
  threads: {
    statements: 7,
    query: ({ oclId }) => `threads(oclId: "${oclId}", perPage: N) { totalCount nodes { ${THREAD} } }`,
  },
  thread: {
    statements: 3,
    query: ({ oclId }) =>
      `thread(oclId: "${oclId}", id: "6ba7b810-9dad-41d1-80b4-00c04fd430c8") { ${THREAD} }`,
  },
  fileReviews: {
    statements: 3,
    query: ({ oclId }) => `fileReviews(oclId: "${oclId}", ref: "did:odf:none") { wallet }`,
  },
  paidCalls: {
    statements: 3,
    query: () => 'paidCalls(limit: N) { nodes { id lab { name } } spending { all { amount } } }',
  },
  labSpending: {
    statements: 3,
    query: ({ oclId, wallet }) => `labSpending(oclId: "${oclId}", wallet: "${wallet}") { all { amount } }`,
  },
  foresee: {
    statements: 5,
    query: ({ oclId, wallet }) =>
      `foresee(operation: decryptDataKey, variables: ${JSON.stringify(JSON.stringify({ oclId, filePath: 'none' }))}, wallet: "${wallet}") { runs }`,
  },
  keyReleases: {
    statements: 4,
    query: ({ oclId }) => `keyReleases(oclId: "${oclId}", perPage: N) { nodes { wallet } totalCount }`,
  },
  encryptedVersions: {
    statements: 4,
    query: ({ oclId }) => `encryptedVersions(oclId: "${oclId}", perPage: N) { nodes { path } totalCount }`,
  },
  labChanges: {
    statements: 4,
    query: ({ oclId }) =>
      `labChanges(oclId: "${oclId}", since: "2020-01-01T00:00:00.000Z", perPage: N) { nodes { path version } totalCount events { ${EVENT} } }`,
  },
  releases: {
    statements: 4,
    query: ({ oclId }) =>
      `releases(oclId: "${oclId}", perPage: N) { nodes { name lab { ${LAB} } } totalCount }`,
  },
  release: { statements: 2, query: () => 'release(did: "did:odf:none") { name }' },
  releaseManifest: { statements: 2, query: () => 'releaseManifest(did: "did:odf:none")' },
  trash: {
    statements: 4,
    query: ({ oclId }) => `trash(oclId: "${oclId}", perPage: N) { nodes { path } totalCount }`,
  },
  // The caller, the lab, and the counts. The owner is read from the chain.
  keyRecipients: {
    statements: 3,
    query: ({ oclId }) => `keyRecipients(oclId: "${oclId}", refs: ["did:odf:none"]) { wallet fileCount }`,
  },
  keyReleaseDays: {
    statements: 3,
    query: ({ oclId }) => `keyReleaseDays(oclId: "${oclId}") { day wallet released refused }`,
  },
  // Nothing is told in this test, so the loaders have nothing to load.
  inbox: {
    statements: 5,
    query: () => 'inbox(perPage: N) { nodes { kind lab { name } profile { name } } unreadCount totalCount }',
  },
  mutes: {
    statements: 4,
    query: () =>
      'mutes { totalCount nodes { kind oclId lab { shortname } wallet profile { name } noticeKind } }',
  },
  noticeSettings: {
    statements: 3,
    query: () => 'noticeSettings { sendsMail mail { state } pushEndpoints }',
  },
  webhooks: {
    statements: 3,
    query: ({ oclId }) => `webhooks(oclId: "${oclId}") { url filter }`,
  },
  uploadParts: {
    statements: 3,
    query: ({ oclId }) =>
      `uploadParts(oclId: "${oclId}", uploadToken: "${uploadToken}", numbers: [1]) { stored { number } urls { url } }`,
  },
  follows: {
    statements: 3,
    query: () => 'follows(perPage: N) { nodes { kind path lab { name } } totalCount }',
  },
  consumerCredentials: {
    statements: 2,
    query: () => 'consumerCredentials { consumerId lastUsedAt }',
  },
  serviceTokens: {
    statements: 3,
    query: () => 'serviceTokens(perPage: N) { nodes { tokenId } totalCount }',
  },
  getServiceSignInMessage: {
    statements: 2,
    query: ({ wallet }) =>
      `getServiceSignInMessage(walletAddress: "${wallet}", serviceName: "tests") { message }`,
  },
};

/** Reads on a connection that may not write, as that to a standby, once it is set. */
class ReadsElsewhere extends Replicas {
  readOnly: Database | undefined;
  override read: Replicas['read'] = (primary, _, work) => work(this.readOnly ?? primary);
}

const replicas = new ReadsElsewhere([]);
const service = await openTestService({ insertsRows: true, overrides: { replicas } });
const lab = await registeredLab(service);
const labs = [await registeredLab(service), await registeredLab(service), lab];
for (const [at, author] of labs.entries()) {
  for (let number = 0; number < 4; number += 1) {
    const path = `many/${number}.txt`;
    const { datasetId } = await uploadFile(service, author, 'x', { path, description: `Quokka ${at}` });
    const announce = `mutation($oclId: String!, $attachments: [String!]) { createAnnouncement(oclId: $oclId,
      headline: "Quokka", body: "Seen", attachments: $attachments) { error { code } } }`;
    const variables = { oclId: author.oclId, attachments: [datasetId] };
    await ask(service, announce, variables, author.token);
    await beginThread(service, author, { ref: datasetId, version: 1 }, 'A quokka?');
    await beginThread(service, author, {}, 'Quokkas?');
  }
}
const { did: ref } = await fileAt(service, lab, 'many/0.txt');
for (const asker of [newWallet(), newWallet(), newWallet()]) {
  await newRequest(service, lab.oclId, asker, { ref });
  await storedRequest(service, lab.wallet, ref);
  const block = `mutation { blockAsker(oclId: "${lab.oclId}", wallet: "${newWallet().address}", isBlocked: true) { message } }`;
  await ask(service, block, {}, lab.token);
  await newInvitation(service, lab);
}
const { rows: announced } = await service.context.db.execute<{ id: string }>(
  `select announcement_id as id from activity where ocl_id = '${lab.oclId}' and announcement_id is not null`,
);
const announcementId = announced[0]?.id;
for (const target of labs)
  await addMute(service.context.db, lab.wallet.toLowerCase(), { kind: 'LAB', target: target.oclId });
for (const target of [newWallet().address, newWallet().address])
  await addMute(service.context.db, lab.wallet.toLowerCase(), {
    kind: 'WALLET',
    target: target.toLowerCase(),
  });
for (const { oclId } of labs) await featureLab(service.context.db, oclId);
/** Of an upload in parts, of `lab`. */
const uploadToken = (await initiateParts(service, lab, 1)).uploadToken;
await indexChain(service.context);
await numberEvents(service.context);

test.each(Object.entries(reads))('%s takes no more statements for many than for one', async (_, read) => {
  const counted = async (perPage: number) => {
    const query = `{ ${read.query(lab).replace('N)', `${perPage})`).replace('N,', `${perPage},`)} }`;
    const run = () => ask(service, query, {}, lab.token);
    // The first run fills caches, such as answers of the chain, and is not counted.
    await run();
    return (await capturedStatements(service.context.db, run)).length;
  };
  const [one, many] = [await counted(1), await counted(50)];
  expect(many).toBe(read.statements);
  expect(one).toBeLessThanOrEqual(read.statements);
});

test.each(Object.entries(reads))('%s may run on a standby: it writes nothing', async (_, read) => {
  const url = new URL(service.databaseUrl);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  replicas.readOnly = openDatabase(url.href);
  const query = `{ ${read.query(lab).replace('N)', '5)').replace('N,', '5,')} }`;
  await ask(service, query, {}, lab.token);
  await replicas.readOnly.$client.end();
  replicas.readOnly = undefined;
});
