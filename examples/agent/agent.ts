import { appendFileSync, readFileSync } from 'node:fs';
import { privateKeyToAccount } from 'viem/accounts';
import { networks } from '#contracts/networks.ts';
import { open, seal } from '#packages/client/crypto/aes-gcm.ts';
import { bytesFromBase64 } from '#packages/client/crypto/base64.ts';
import {
  CreateLabDocument,
  DecryptDataKeyDocument,
  FinishCreateOrUpdateFileDocument,
  GenerateDataEncryptionKeyDocument,
  InitiateCreateOrUpdateFileDocument,
} from '#packages/client/documents.generated.ts';
import { openLabChain } from '#packages/client/lab-chain.ts';
import { type Payer, payAndCall } from '#packages/client/payment/pay-and-call.ts';
import { PaymentBudget, type ReceiptBook } from '#packages/client/payment/payment-budget.ts';
import type { PaymentReceipt } from '#packages/client/payment/payment-receipt.ts';
import { conditionsForTeam } from '#packages/protocol/conditions.ts';

const [settingsFile = '.labroom/local.json', receiptFile = 'agent-receipts.jsonl'] = process.argv.slice(2);
const settings = JSON.parse(readFileSync(settingsFile, 'utf8'));
const { privateKey } = settings.accounts.find(({ name }: { name: string }) => name === 'agent');
const wallet = privateKeyToAccount(privateKey);
const network = networks[settings.chainId as keyof typeof networks];

// One line per receipt. The last one of a nonce counts.
const receipts: ReceiptBook = {
  keep: (receipt) => appendFileSync(receiptFile, `${JSON.stringify(receipt)}\n`),
  since(time) {
    const lines = readFileSync(receiptFile, { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean);
    const all = lines.map((line): PaymentReceipt => JSON.parse(line));
    const last = new Map(all.map((receipt) => [receipt.nonce, receipt]));
    return [...last.values()].filter(({ at }) => new Date(at) >= time);
  },
};
const payer: Payer = {
  gatewayUrl: settings.gatewayUrl,
  network,
  wallet,
  // At most 0.02 USDC a call and one dollar a day.
  budget: new PaymentBudget({ perCall: 20_000n, perDay: 1_000_000n }, receipts),
};
const pay: typeof payAndCall = async (...call) => {
  const paid = await payAndCall(...call);
  const { mutation, amount, transaction } = paid.receipt;
  console.log(`${mutation}: ${Number(amount) / 1e6} USDC, ${transaction ?? 'not settled yet'}`);
  return paid;
};

// A lab is minted on the chain, for gas and the mint fee.
const chain = openLabChain({ rpcUrl: settings.rpcUrl, network, account: wallet });
const { oclId } = await chain.mintLab();
await pay(payer, CreateLabDocument, { oclId });

// Encrypts locally: the service never receives the plaintext.
const text = 'Yield 83 %, replicated twice.';
const { generateDataEncryptionKey: dataKey } = (await pay(payer, GenerateDataEncryptionKeyDocument, {})).data;
const { plaintextDEK, encryptedDek, encryptionSystem } = dataKey;
if (!plaintextDEK || !encryptedDek || !encryptionSystem) throw new Error('The service gave no key');
const sealed = await seal(new TextEncoder().encode(text), bytesFromBase64(plaintextDEK));

const contentLength = sealed.ciphertext.byteLength;
const upload = { oclId, contentType: 'text/plain', contentLength };
const { initiateCreateOrUpdateFile: ticket } = (await pay(payer, InitiateCreateOrUpdateFileDocument, upload))
  .data;
if (!ticket.uploadUrl || !ticket.uploadToken) throw new Error('The service gave no place to put it');
const headers = Object.fromEntries((ticket.headers ?? []).map(({ key, value }) => [key, value]));
const put = await fetch(ticket.uploadUrl, { method: 'PUT', headers, body: sealed.ciphertext });
if (!put.ok) throw new Error(`The storage answered ${put.status}`);

const path = 'results/yield.txt';
await pay(payer, FinishCreateOrUpdateFileDocument, {
  oclId,
  uploadToken: ticket.uploadToken,
  path,
  accessLevel: 'ADMIN',
  changeBy: wallet.address,
  encryptionMetadata: {
    encryptionSystem,
    encryptedDek,
    iv: sealed.iv,
    contentHash: sealed.plaintextHash,
    accessControlConditions: JSON.stringify(conditionsForTeam(oclId, network)),
    encryptedBy: wallet.address,
    encryptedAt: new Date().toISOString(),
  },
});

const { decryptDataKey: released } = (await pay(payer, DecryptDataKeyDocument, { oclId, filePath: path }))
  .data;
if (!released.plaintextDEK || !released.iv || !released.downloadUrl)
  throw new Error('The file cannot be opened');
const stored = await (await fetch(released.downloadUrl)).arrayBuffer();
const plaintext = await open(
  stored,
  bytesFromBase64(released.plaintextDEK),
  released.iv,
  sealed.plaintextHash,
);
console.log(`${oclId} ${path}: ${new TextDecoder().decode(plaintext)}`);
