import { randomUUID } from 'node:crypto';
import { decodeOclId } from '@labroom/contracts/ocl-id';
import { createConsumerCredential } from '@labroom/service/auth/consumer-credential.ts';
import { notify } from '@labroom/service/core/notices/notify.ts';
import { addFollow } from '@labroom/service/operations/follows/follow-store.ts';
import { addMute } from '@labroom/service/operations/mutes/mute-store.ts';
import { writePush } from '@labroom/service/operations/push/push-store.ts';
import { addWebhook } from '@labroom/service/operations/webhooks/webhook-store.ts';
import { comments, threads } from '@labroom/service/platform/db/tables/comments.ts';
import { mailAddresses } from '@labroom/service/platform/db/tables/mail.ts';
import { webhooks } from '@labroom/service/platform/db/tables/webhooks.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { operations } from '../lib/developers/api-reference.generated.ts';
import { exampleArguments, invented } from '../lib/developers/example-arguments.ts';
import { newWallet, signIn } from './actors.ts';
import { readyUpload, tokenOfOwner, uploadInParts } from './prepared-attempts.ts';
import type { Person, RoleFixture } from './role-fixture.ts';
import { newRequest, signedAccessRequest, signedDecline, storedRequest } from './test-access-request.ts';
import { generateAgreement, termsVariables } from './test-agreement.ts';
import { newRequest as newAuthorization, signedAuthorization } from './test-authorization.ts';
import { signedCredential } from './test-credential.ts';
import { uploadSecret } from './test-encryption.ts';
import { invitationTo, newInvitation } from './test-invitation.ts';
import { mintLab } from './test-lab.ts';
import { signedIntent } from './test-payment-intent.ts';
import { signedDeletion, signedProfile } from './test-profile.ts';
import { fileAt, sent, sha256, trashedFile, uploadFile } from './test-upload.ts';
import { signInMessage } from './token-requests.ts';

/** Arguments with which nothing but a missing right is in the way. `mayDo`: prepares what a call that goes through uses up. */
type Attempt = (fixture: RoleFixture, person: Person, mayDo: boolean) => Promise<Record<string, unknown>>;

let made = 0;
const fresh = (name: string) => `${name}-${++made}`;

/** The example of the page for developers, about the lab of the person: enough where every call can go through. */
export function exampleAttempt(name: string): Attempt {
  return async (_, { lab: { oclId, wallet } }) => {
    const operation = operations.find((candidate) => candidate.name === name);
    if (!operation) throw new Error(`The page for developers has no operation ${name}`);
    return exampleArguments(operation, { ...invented, oclId, wallet });
  };
}

const siteOf = ({ service }: RoleFixture) => new URL(service.context.config.http.webUrl).host;

/** A new to-do of the lab, written by its owner. */
async function todoOf({ context }: RoleFixture['service'], { oclId }: { oclId: string }): Promise<string> {
  const { rows } = await context.db.$client.query(
    `insert into lab_todos (ocl_id, text, position, created_by)
      select $1, 'Kept', count(*), '0x01' from lab_todos where ocl_id = $1 returning id`,
    [oclId],
  );
  return rows[0].id;
}

/** A discussion of the lab with one comment of the person, who need not have a role any more. */
async function storedThread({ service }: RoleFixture, { oclId, wallet }: Person['lab']) {
  const { db } = service.context;
  const [threadId, commentId] = [randomUUID(), randomUUID()];
  const author = wallet.toLowerCase();
  await db.insert(threads).values({ id: threadId, oclId, createdBy: author, commentCount: 1 });
  await db.insert(comments).values({ id: commentId, threadId, author, body: '', mentions: [] });
  return { threadId, commentId };
}

/** Where a wallet has not said anything about a review. */
async function fileToReview({ service, lab: ownersLab }: RoleFixture, lab: Person['lab'], mayDo: boolean) {
  const path = mayDo ? fresh('reviewed') : 'kept.txt';
  const author = lab.oclId === ownersLab.oclId ? ownersLab : lab;
  if (mayDo) await uploadFile(service, author, 'bytes', { path });
  return (await fileAt(service, author, path)).did;
}

/** A webhook of the lab, made for the call. It is disabled, so that a replay changes it. */
async function webhookAttempt({ service: { context } }: RoleFixture, { lab }: Person) {
  const owner = { oclId: lab.oclId, wallet: lab.wallet.toLowerCase() };
  await context.db.delete(webhooks);
  const added = await addWebhook(context, owner, { url: 'https://lab.example/hook', filter: null });
  await context.db.update(webhooks).set({ disabledAt: new Date() });
  return { oclId: lab.oclId, id: added.webhook.id };
}

/** Where the example does not do, e.g. as each call uses something up. */
export const attempts: Record<string, Attempt> = {
  createLab: async (fixture, person, mayDo) => {
    const oclId = mayDo
      ? (await mintLab(person.wallet, fixture.holderOf(person))).oclId
      : person.unregistered;
    return { input: { oclId } };
  },
  updateLabNftMetadata: async (_, { lab }) => ({ oclId: lab.oclId, input: { name: fresh('Lab') } }),
  updateLabTodo: async ({ service }, { lab }) => {
    const id = await todoOf(service, lab);
    return { oclId: lab.oclId, id, input: { text: fresh('To-do') } };
  },
  deleteLabTodo: async ({ service }, { lab }) => ({ oclId: lab.oclId, id: await todoOf(service, lab) }),
  setProfile: async (fixture, { wallet }) => signedProfile(wallet, {}, { site: siteOf(fixture) }),
  deleteProfile: async (fixture, { wallet }) => signedDeletion(wallet, { site: siteOf(fixture) }),
  setWalletIntent: async (fixture, { wallet }) => signedIntent(wallet, true, { site: siteOf(fixture) }),
  authorizationRequest: async ({ service }) => ({ request: (await newAuthorization(service)).request }),
  authorizeClient: async (fixture, { wallet }) => {
    const { request } = await newAuthorization(fixture.service);
    return signedAuthorization(wallet, request, { site: siteOf(fixture) });
  },
  issueConsumerCredential: async (fixture, { wallet }) =>
    signedCredential(wallet, {}, { site: siteOf(fixture) }),
  revokeConsumerCredential: async ({ service: { context } }, { wallet }, mayDo) => {
    if (!mayDo) return { consumerId: 'none' };
    const limits = { wallet: wallet.address.toLowerCase(), expiresAt: new Date(Date.now() + 60_000) };
    const { consumerId } = await createConsumerCredential(context.db, 'labroom_local', 'To revoke', limits);
    return { consumerId };
  },
  markInboxRead: async ({ service: { context }, lab }, { wallet }, mayDo) => {
    const to = [wallet.address.toLowerCase()];
    const notice = { kind: 'MENTIONED', oclId: lab.oclId, subject: {}, key: fresh('notice') } as const;
    if (mayDo) await context.db.transaction((tx) => notify(tx, to, notice));
    return {};
  },
  follow: async ({ lab }) => ({ input: { folder: { oclId: lab.oclId, path: fresh('followed') } } }),
  unfollow: async ({ service: { context }, lab }, { wallet }, mayDo) => {
    const target = { kind: 'FOLDER', oclId: lab.oclId, path: `${fresh('followed')}/` } as const;
    const owner = mayDo ? wallet.address : lab.wallet;
    return { id: (await addFollow(context.db, owner.toLowerCase(), target)).id };
  },
  mute: async () => ({ input: { wallet: newWallet().address } }),
  unmute: async ({ service: { context }, lab }, { wallet }, mayDo) => {
    const owner = mayDo ? wallet.address : lab.wallet;
    const target = { kind: 'WALLET', target: newWallet().address.toLowerCase() } as const;
    return { id: (await addMute(context.db, owner.toLowerCase(), target)).id };
  },
  // Without a mail server an address can only be deleted.
  setNoticeMail: async ({ service: { context } }, { wallet }, mayDo) => {
    const address = { id: randomUUID(), confirmationId: randomUUID(), address: 'ada@lab.example' };
    const row = { ...address, wallet: wallet.address.toLowerCase(), confirmBy: new Date() };
    if (mayDo) await context.db.insert(mailAddresses).values({ ...row, frequency: 'OFF' });
    return {};
  },
  // Without a key of the service a browser can only be removed.
  setNoticePush: async ({ service: { context } }, { wallet }, mayDo) => {
    const endpoint = `https://push.example/${fresh('browser')}`;
    const keys = { p256dh: '', auth: '' };
    if (mayDo) await writePush(context.db, wallet.address.toLowerCase(), { endpoint, ...keys });
    return { endpoint };
  },
  createWebhook: async (fixture, { lab }, mayDo) => {
    // Ten per lab.
    if (mayDo) await fixture.service.context.db.delete(webhooks);
    return { oclId: lab.oclId, url: 'https://lab.example/hook' };
  },
  deleteWebhook: webhookAttempt,
  rotateWebhookSecret: webhookAttempt,
  replayWebhook: async (fixture, person) => ({ ...(await webhookAttempt(fixture, person)), after: '0' }),
  requestAccess: async (fixture, { lab }) =>
    signedAccessRequest(newWallet(), { oclId: lab.oclId }, { site: siteOf(fixture) }),
  // The signature authorizes, of the lab's owner for all.
  declineAccessRequest: async (fixture) => {
    const request = await newRequest(fixture.service, fixture.lab.oclId, newWallet());
    return signedDecline(fixture.lab.owner, request, 'Not now.', { site: siteOf(fixture) });
  },
  // An owner cannot ask, so the request is of another lab where the person is one.
  withdrawAccessRequest: async ({ service }, { wallet }, mayDo) => {
    const of = mayDo ? wallet : newWallet();
    return { id: (await storedRequest(service, of.address)).id };
  },
  createInvitation: async (_, { lab }) => ({ input: invitationTo(lab.oclId).input }),
  revokeInvitation: async ({ service, lab }, person, mayDo) => ({
    oclId: person.lab.oclId,
    id: mayDo ? (await newInvitation(service, person.lab)).id : (await newInvitation(service, lab)).id,
  }),
  uploadParts: async (fixture, person, mayDo) => ({
    ...(await uploadInParts(fixture, person, mayDo)),
    numbers: [1],
  }),
  cancelUpload: (fixture, person, mayDo) => uploadInParts(fixture, person, mayDo),
  finishCreateOrUpdateFile: async (fixture, { lab }, mayDo) => {
    const uploadToken = mayDo ? await sent(fixture.service, lab, 'bytes') : await readyUpload(fixture);
    const path = fresh('finished');
    return { oclId: lab.oclId, uploadToken, path, accessLevel: 'PUBLIC', changeBy: lab.wallet };
  },
  addFiles: async (_, { lab }) => ({
    ...{ oclId: lab.oclId, accessLevel: 'PUBLIC', changeBy: lab.wallet },
    files: [{ path: fresh('added'), contentType: 'text/plain', content: 'Ynl0ZXM=' }],
  }),
  updateFileMetadata: async ({ service }, { lab }) => {
    const { did: ref } = await fileAt(service, lab, 'kept.txt');
    const description = fresh('Description');
    return { oclId: lab.oclId, ref, accessLevel: 'PUBLIC', description };
  },
  saveFileView: async ({ service }, { lab }, mayDo) => {
    const path = mayDo ? fresh('viewed') : 'kept.txt';
    if (mayDo) await uploadFile(service, lab, 'bytes', { path });
    const { did: ref } = await fileAt(service, lab, path);
    return { oclId: lab.oclId, ref, view: { encoding: 'windows-1252' } };
  },
  deleteDataRoomFile: async ({ service }, { lab }, mayDo) => {
    const path = mayDo ? fresh('doomed') : 'kept.txt';
    if (mayDo) await uploadFile(service, lab, 'bytes', { path });
    return { oclId: lab.oclId, path, changeBy: lab.wallet };
  },
  moveEntry: async ({ service }, { lab }, mayDo) => {
    const from = mayDo ? fresh('moved') : 'kept.txt';
    if (mayDo) await uploadFile(service, lab, 'bytes', { path: from });
    return { oclId: lab.oclId, moves: [{ from, to: `new-${from}` }] };
  },
  createFolder: async (_, { lab }) => ({ oclId: lab.oclId, path: fresh('folder') }),
  trashEntry: async ({ service }, { lab }, mayDo) => {
    const path = mayDo ? fresh('trashed') : 'kept.txt';
    if (mayDo) await uploadFile(service, lab, 'bytes', { path });
    return { oclId: lab.oclId, paths: [path] };
  },
  restoreEntry: async ({ service }, { lab }, mayDo) => {
    const id = mayDo ? await trashedFile(service, lab, fresh('restored')) : randomUUID();
    return { oclId: lab.oclId, entries: [{ id }] };
  },
  restoreFileVersion: async ({ service }, { lab }, mayDo) => {
    const { did: ref } = await fileAt(service, lab, 'kept.txt');
    if (mayDo) await uploadFile(service, lab, 'bytes', { ref });
    return { oclId: lab.oclId, ref, version: 1 };
  },
  updateFileVersionNote: async ({ service }, { lab }, mayDo) => {
    const path = mayDo ? fresh('noted') : 'kept.txt';
    if (mayDo) await uploadFile(service, lab, 'bytes', { path });
    const { did: ref } = await fileAt(service, lab, path);
    return { oclId: lab.oclId, ref, version: 1, changeNote: fresh('Note') };
  },
  changeFileVersionAccess: async (fixture, { lab }, mayDo) => {
    const { service } = fixture;
    const content = 'published by this';
    const path = mayDo ? fresh('changed') : 'secret.txt';
    if (mayDo) await uploadSecret(service, lab, content, { path });
    const { did: ref, contentHash: replaces } = await fileAt(service, lab, path);
    const uploadToken = mayDo ? await sent(service, lab, content) : await readyUpload(fixture);
    const contentHash = `sha256:${sha256(content)}`;
    const change = { version: 1, replaces, contentHash, accessLevel: 'PUBLIC', changeBy: lab.wallet };
    return { oclId: lab.oclId, uploadToken, ref, ...change };
  },
  shareFiles: async ({ service }, { lab }, mayDo) => {
    const path = mayDo ? fresh('shared') : 'secret.txt';
    if (mayDo) await uploadSecret(service, lab, 'shared by this', { path });
    const { did: ref, contentHash } = await fileAt(service, lab, path);
    return { oclId: lab.oclId, files: [{ ref, versions: [{ version: 1, contentHash }] }] };
  },
  createThread: async (_, { lab }) => ({
    oclId: lab.oclId,
    input: { id: randomUUID(), comment: { id: randomUUID(), body: fresh('Comment') } },
  }),
  addComment: async (fixture, { lab }) => ({
    oclId: lab.oclId,
    threadId: (await storedThread(fixture, lab)).threadId,
    comment: { id: randomUUID(), body: fresh('Comment') },
  }),
  editComment: async (fixture, { lab }) => {
    const { commentId: id } = await storedThread(fixture, lab);
    return { oclId: lab.oclId, comment: { id, body: fresh('Comment') } };
  },
  deleteComment: async (fixture, { lab }) => ({
    oclId: lab.oclId,
    id: (await storedThread(fixture, lab)).commentId,
  }),
  resolveThread: async (fixture, { lab }) => ({
    oclId: lab.oclId,
    id: (await storedThread(fixture, lab)).threadId,
  }),
  requestReview: async (fixture, { lab }, mayDo) => ({
    oclId: lab.oclId,
    ref: await fileToReview(fixture, lab, mayDo),
    version: 1,
  }),
  reviewFileVersion: async (fixture, { lab }, mayDo) => ({
    oclId: lab.oclId,
    ref: await fileToReview(fixture, lab, mayDo),
    version: 1,
  }),
  createRelease: async (_, { lab }) => ({ oclId: lab.oclId, name: fresh('Release') }),
  createAnnouncement: async (_, { lab }) => ({ oclId: lab.oclId, headline: fresh('News'), body: 'None.' }),
  decryptDataKey: async (_, { lab }) => ({ oclId: lab.oclId, filePath: 'secret.txt' }),
  generateServiceToken: async () => ({ serviceName: fresh('service') }),
  extendServiceToken: async (fixture, _, mayDo) => ({
    tokenId: await tokenOfOwner(fixture, mayDo),
    expiresIn: '1y',
  }),
  revokeServiceToken: async (fixture, _, mayDo) => ({ tokenId: await tokenOfOwner(fixture, mayDo) }),
  revokeAllServiceTokens: async ({ service }) => {
    const wallet = privateKeyToAccount(generatePrivateKey());
    await signIn(service, wallet);
    const message = await signInMessage(service, wallet.address, 'revokeAllServiceTokens');
    return { walletAddress: wallet.address, messageSignature: await wallet.signMessage({ message }) };
  },
  getOclTermsMessage: async ({ service }, { lab }) => {
    const agreement = await generateAgreement(service, { oclId: lab.oclId, symbol: 'TERMS' });
    return termsVariables(agreement, decodeOclId(lab.oclId).tokenId);
  },
  generateOclMembershipAgreement: async (_, { lab }) => ({
    agreementData: JSON.stringify({ oclId: lab.oclId, symbol: 'TEST', title: fresh('Agreement') }),
  }),
};
