import { conditionsForTeam, networks } from '@labroom/client';
import { openLabChain } from '@labroom/client/chain';
import {
  CreateLabDocument,
  DecryptDataKeyDocument,
  FinishCreateOrUpdateFileDocument,
  GenerateDataEncryptionKeyDocument,
  InitiateCreateOrUpdateFileDocument,
} from '@labroom/client/documents';
import { PaymentBudget, payAndCall } from '@labroom/client/payment';
import { sha256 } from 'viem';
import { chainId, graphqlUrl, rpcUrl, wallet } from './labroom.ts';

const path = 'results/yield.md';
const plaintext = new TextEncoder().encode('Yield 83 %');

// The origin says which environment this is. At most one cent a call, and six cents a day.
const { environment } = await (await fetch(new URL('/', graphqlUrl))).json();
const network = networks[chainId];
const budget = new PaymentBudget({ perCall: 10_000n, perDay: 60_000n });
const payer = { gatewayUrl: new URL(environment, graphqlUrl).href, network, wallet, budget };

// 1. A lab, minted with a transaction of the wallet. payAndCall asks foresee before it pays.
const { oclId } = await openLabChain({ rpcUrl, network, account: wallet }).mintLab();
await payAndCall(payer, CreateLabDocument, { oclId });

// 2. A data key. The file is encrypted here: the service never gets the plaintext.
const { data: made } = await payAndCall(payer, GenerateDataEncryptionKeyDocument, {});
const { plaintextDEK, encryptedDek, encryptionSystem } = made.generateDataEncryptionKey;
if (!plaintextDEK || !encryptedDek || !encryptionSystem) throw new Error('There is no data key');
const iv = crypto.getRandomValues(new Uint8Array(12));
const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(plaintextDEK), plaintext);

// 3. The place of the bytes, the bytes, and the file that only the lab's team can open.
const upload = { oclId, contentType: 'text/markdown', contentLength: sealed.byteLength };
const { data: begun } = await payAndCall(payer, InitiateCreateOrUpdateFileDocument, upload);
const { uploadUrl, uploadToken, headers } = begun.initiateCreateOrUpdateFile;
if (!uploadUrl || !uploadToken) throw new Error('There is no place for the bytes');
const sent = Object.fromEntries((headers ?? []).map(({ key, value }) => [key, value]));
const put = await fetch(uploadUrl, { method: 'PUT', headers: sent, body: sealed });
if (!put.ok) throw new Error(`The storage answered ${put.status}`);
await payAndCall(payer, FinishCreateOrUpdateFileDocument, {
  oclId,
  uploadToken,
  path,
  accessLevel: 'ADMIN',
  changeBy: wallet.address,
  encryptionMetadata: {
    encryptionSystem,
    encryptedDek,
    iv: base64(iv),
    contentHash: hashOf(plaintext),
    accessControlConditions: JSON.stringify(conditionsForTeam(oclId, network)),
    encryptedBy: wallet.address,
    encryptedAt: new Date().toISOString(),
  },
});

// 4. The key again, if the conditions hold now; with it comes the URL of the bytes.
const { data: released } = await payAndCall(payer, DecryptDataKeyDocument, { oclId, filePath: path });
const file = released.decryptDataKey;
if (!file.plaintextDEK || !file.iv || !file.downloadUrl) throw new Error('There is no key');
const stored = await (await fetch(file.downloadUrl)).arrayBuffer();
const algorithm = { name: 'AES-GCM', iv: bytes(file.iv) };
const opened = new Uint8Array(await crypto.subtle.decrypt(algorithm, await keyOf(file.plaintextDEK), stored));
if (hashOf(opened) !== file.contentHash) throw new Error('The file is not the one that was encrypted');
console.log(new TextDecoder().decode(opened));

function keyOf(key: string) {
  return crypto.subtle.importKey('raw', bytes(key), 'AES-GCM', false, ['encrypt', 'decrypt']);
}
function bytes(text: string) {
  return Uint8Array.from(Buffer.from(text, 'base64'));
}
function base64(value: Uint8Array) {
  return Buffer.from(value).toString('base64');
}
function hashOf(content: Uint8Array) {
  return `sha256-${sha256(content).slice(2)}`;
}
