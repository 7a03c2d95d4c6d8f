import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { decodeOclId } from '#contracts/ocl-id.ts';
import { operations } from '#lib/developers/api-reference.generated.ts';
import { exampleArguments, invented } from '#lib/developers/example-arguments.ts';
import { signIn } from './actors.ts';
import type { Person, RoleFixture } from './role-fixture.ts';
import { ask } from './test-client.ts';
import { mintLab } from './test-lab.ts';
import { sent, uploadFile } from './test-upload.ts';

/** Arguments with which nothing but a missing right is in the way. `mayDo`: prepares what a call that goes through uses up. */
type Attempt = (fixture: RoleFixture, person: Person, mayDo: boolean) => Promise<Record<string, unknown>>;

const FILE = 'query($o: String!, $p: String!) { dataRoomFile(oclId: $o, path: $p) { did } }';
const AGREEMENT =
  'mutation($d: AWSJSON!) { generateOclMembershipAgreement(agreementData: $d) { agreementKey agreementContentHash } }';
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

/** The example of the page for developers, about the lab of the person: enough where every call can go through. */
export function exampleAttempt(name: string): Attempt {
  return async (_, { lab: { oclId, wallet } }) => {
    const operation = operations.find((candidate) => candidate.name === name);
    if (!operation) throw new Error(`The page for developers has no operation ${name}`);
    return exampleArguments(operation, { ...invented, oclId, wallet });
  };
}

/** An upload that the owner has ready; a new one of the person's own where it may be finished. */
let ready: string | undefined;

/** Where the example does not do, e.g. as each call uses something up. */
export const attempts: Record<string, Attempt> = {
  createLab: async (fixture, person, mayDo) => {
    const oclId = mayDo
      ? (await mintLab(person.wallet, fixture.holderOf(person))).oclId
      : person.unregistered;
    return { input: { oclId } };
  },
  updateLabNftMetadata: async (_, { lab }) => ({ oclId: lab.oclId, input: { name: fresh('Lab') } }),
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
  getOclTermsMessage: async ({ service }, { lab }) => {
    const data = JSON.stringify({ oclId: lab.oclId, symbol: 'TERMS' });
    const { generateOclMembershipAgreement: made } = await ask(service, AGREEMENT, { d: data });
    return {
      agreementKey: made.agreementKey,
      contentHash: made.agreementContentHash,
      labId: String(decodeOclId(lab.oclId).tokenId),
      chainId: 31337,
    };
  },
  generateOclMembershipAgreement: async (_, { lab }) => ({
    agreementData: JSON.stringify({ oclId: lab.oclId, symbol: 'TEST', title: fresh('Agreement') }),
  }),
};
