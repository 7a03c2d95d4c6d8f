import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Person, RoleFixture } from './role-fixture.ts';
import { ask, signIn } from './test-client.ts';
import { mintLab } from './test-lab.ts';
import { sent, uploadFile } from './test-upload.ts';

/** Arguments with which nothing but a missing right is in the way. `mayDo`: prepares what a call that goes through uses up. */
type Attempt = (fixture: RoleFixture, person: Person, mayDo: boolean) => Promise<Record<string, unknown>>;

const FILE = 'query($o: String!, $p: String!) { dataRoomFile(oclId: $o, path: $p) { did } }';
const SIGN_IN_MESSAGE =
  'query($w: String!, $s: String!) { getServiceSignInMessage(walletAddress: $w, serviceName: $s) { message } }';

let made = 0;
const fresh = (name: string) => `${name}-${++made}`;

/** The token of the lab's owner that everybody is after; a new one where it may be had. */
let coveted: { tokenId: string } | undefined;
async function tokenOfOwner({ service, lab }: RoleFixture, mayDo: boolean) {
  coveted = coveted && !mayDo ? coveted : await signIn(service, lab.owner);
  return coveted.tokenId;
}

/** An upload that the owner has ready; a new one of the person's own where it may be finished. */
let ready: string | undefined;

export const attempts: Record<string, Attempt> = {
  createLab: async (fixture, person, mayDo) => {
    const oclId = mayDo
      ? (await mintLab(person.wallet, fixture.holderOf(person))).oclId
      : person.unregistered;
    return { input: { oclId } };
  },
  updateLabNftMetadata: async (_, { lab }) => ({ oclId: lab.oclId, input: { name: fresh('Lab') } }),
  generateLabImageUploadUrl: async (_, { lab }) => ({ oclId: lab.oclId, contentType: 'image/png' }),
  initiateCreateOrUpdateFile: async (_, { lab }) => ({
    oclId: lab.oclId,
    contentType: 'text/plain',
    contentLength: 1,
  }),
  finishCreateOrUpdateFile: async (fixture, { lab }, mayDo) => {
    ready ??= await sent(fixture.service, fixture.lab, 'ready');
    const uploadToken = mayDo ? await sent(fixture.service, lab, 'bytes') : ready;
    const path = fresh('finished');
    return { oclId: lab.oclId, uploadToken, path, accessLevel: 'PUBLIC', changeBy: lab.wallet };
  },
  updateFileMetadata: async ({ service }, { lab }) => {
    const { dataRoomFile } = await ask(service, FILE, { o: lab.oclId, p: 'kept.txt' });
    const description = fresh('Description');
    return { oclId: lab.oclId, ref: dataRoomFile.did, accessLevel: 'PUBLIC', description };
  },
  deleteDataRoomFile: async ({ service }, { lab }, mayDo) => {
    const path = mayDo ? fresh('doomed') : 'kept.txt';
    if (mayDo) await uploadFile(service, lab, 'bytes', { path });
    return { oclId: lab.oclId, path, changeBy: lab.wallet };
  },
  createAnnouncement: async (_, { lab }) => ({ oclId: lab.oclId, headline: fresh('News'), body: 'None.' }),
  generateDataEncryptionKey: async () => ({}),
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
    const variables = { w: wallet.address, s: 'revokeAllServiceTokens' };
    const { message } = (await ask(service, SIGN_IN_MESSAGE, variables)).getServiceSignInMessage;
    return { walletAddress: wallet.address, messageSignature: await wallet.signMessage({ message }) };
  },
  generateOclMembershipAgreement: async (_, { lab }) => ({
    agreementData: JSON.stringify({ oclId: lab.oclId, symbol: 'TEST', title: fresh('Agreement') }),
  }),
};
