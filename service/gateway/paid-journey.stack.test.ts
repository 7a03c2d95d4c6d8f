import { readMutation } from '@labroom/client/api/read-mutation.ts';
import { seal } from '@labroom/client/crypto/aes-gcm';
import { bytesFromBase64 } from '@labroom/client/crypto/base64';
import {
  CreateAnnouncementDocument,
  CreateLabDocument,
  DecryptDataKeyDocument,
  FinishCreateOrUpdateFileDocument,
  GenerateDataEncryptionKeyDocument,
  InitiateCreateOrUpdateFileDocument,
} from '@labroom/client/documents';
import { networks } from '@labroom/contracts/networks';
import { deploySafe, signAsSafe } from '@labroom/testing/safe.ts';
import { paymentOf, transferHash, transferMessage } from '@labroom/testing/sign-payment.ts';
import { textOf } from '@labroom/testing/test-client.ts';
import { decrypt, teamConditions } from '@labroom/testing/test-encryption.ts';
import { callGateway, callsOf, DATA_KEY, fillUp } from '@labroom/testing/test-gateway.ts';
import { mintLab } from '@labroom/testing/test-lab.ts';
import { PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { fileAt, put } from '@labroom/testing/test-upload.ts';
import { chainOf, fundedWallet } from '@labroom/testing/test-wallets.ts';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { decodePaymentResponseHeader, wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { eq } from 'drizzle-orm';
import type { DocumentNode } from 'graphql';
import { getAddress } from 'viem';
import { expect, test } from 'vitest';
import { paidMutations } from '../platform/config/paid-mutations.ts';
import { dataKeys } from '../platform/db/tables/files.ts';

const dataKey = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } };
const usdc = networks[31337].contracts.usdc;

const service = await openTestService();
const agent = await fundedWallet();
const lab = await mintLab(agent);
await fillUp(agent, 10n * PRICE);
/** The unmodified x402 client with a wallet, without credential and token. */
const payingFetch = wrapFetchWithPaymentFromConfig(fetch, {
  schemes: [{ network: 'eip155:31337', client: new ExactEvmScheme(agent) }],
  // Without this the client rejects tokens that it does not know.
  spendControls: {
    allowedAssets: [{ network: 'eip155:31337', asset: usdc, maxAmountPerPayment: String(PRICE) }],
  },
});

/** Pays for one mutation and checks balance, headers and body. */
async function pay(document: DocumentNode, variables: object = {}) {
  const { mutation } = readMutation(document, variables);
  const before = await stablecoinsOf(agent.address);
  const paidBefore = await stablecoinsOf(service.context.config.gateway.payTo);
  const response = await payingFetch(`${service.url}/local/x402/labs/${mutation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: textOf(document), variables }),
  });
  expect(response.status).toBe(200);
  const receipt = decodePaymentResponseHeader(response.headers.get('payment-response') ?? '');
  const { state, transaction } = (await callsOf(service, agent)).at(-1) ?? {};
  expect(state).toBe('settled');
  expect(receipt).toMatchObject({
    success: true,
    payer: agent.address.toLowerCase(),
    network: 'eip155:31337',
    transaction,
  });
  expect(before - (await stablecoinsOf(agent.address))).toBe(PRICE);
  expect((await stablecoinsOf(service.context.config.gateway.payTo)) - paidBefore).toBeGreaterThanOrEqual(
    PRICE,
  );
  expect(response.headers.get('payment-required')).toBeNull();
  expect(response.headers.get('content-type')).toContain('application/json');
  const body = (await response.json()) as { data: Record<string, Record<string, unknown>>; errors?: unknown };
  expect(body.errors).toBeUndefined();
  const result = body.data[mutation];
  expect(result).toMatchObject({ error: null });
  // biome-ignore lint/suspicious/noExplicitAny: untyped JSON
  return result as any;
}

test('an agent with only a wallet registers a lab, stores an encrypted file, decrypts it and announces it', async () => {
  const { oclId } = lab;
  const created = await pay(CreateLabDocument, { oclId });
  expect(created.lab.oclId).toBe(oclId);

  const key = await pay(GenerateDataEncryptionKeyDocument);
  const plaintext = 'time,signal\n0,0.12\n';
  const { ciphertext, iv, plaintextHash } = await seal(
    Buffer.from(plaintext),
    bytesFromBase64(key.plaintextDEK),
  );

  const type = { contentType: 'text/csv', contentLength: ciphertext.byteLength };
  const upload = await pay(InitiateCreateOrUpdateFileDocument, { oclId, ...type });
  expect(await put(upload, new Uint8Array(ciphertext))).toBeLessThan(300);

  const file = await pay(FinishCreateOrUpdateFileDocument, {
    oclId,
    uploadToken: upload.uploadToken,
    path: 'run-1.csv',
    accessLevel: 'ADMIN',
    changeBy: agent.address,
    encryptionMetadata: {
      encryptionSystem: key.encryptionSystem,
      encryptedDek: key.encryptedDek,
      iv,
      contentHash: plaintextHash,
      accessControlConditions: teamConditions(oclId),
      encryptedBy: agent.address,
      encryptedAt: new Date().toISOString(),
    },
  });
  expect(file.version).toBe(1);

  const opened = await pay(DecryptDataKeyDocument, { oclId, filePath: 'run-1.csv' });
  const { downloadUrl, changeBy } = await fileAt(service, lab, 'run-1.csv');
  expect(changeBy).toBe(agent.address.toLowerCase());
  const stored = Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
  expect(decrypt(stored, opened.plaintextDEK, opened.iv)).toBe(plaintext);

  await pay(CreateAnnouncementDocument, { oclId, headline: 'A first run', body: 'It is there.' });
});

test('every paid mutation was paid for once', async () => {
  const calls = await callsOf(service, agent);
  expect(calls.map(({ mutation }) => mutation).toSorted()).toEqual(paidMutations.toSorted());
  expect(new Set(calls.map(({ transaction }) => transaction)).size).toBe(paidMutations.length);
  expect(calls.every(({ payment }) => payment === null)).toBe(true);
  expect(await stablecoinsOf(agent.address)).toBe(10n * PRICE - BigInt(calls.length) * PRICE);
});

test('a Safe pays by the signature of its owner (ERC-1271), and is the caller', async () => {
  const owner = await fundedWallet();
  const safe = getAddress(await deploySafe(chainOf(owner), [owner.address]));
  await fillUp({ address: safe }, PRICE);
  const { accepts } = (await callGateway(service, dataKey)).required ?? { accepts: [] };
  const [price] = accepts;
  if (!price) throw new Error('No price was named');
  const message = transferMessage(safe, price);
  const signature = await signAsSafe(owner, safe, transferHash(message, price));
  const answer = await callGateway(service, dataKey, paymentOf(message, signature, price));
  expect(answer.settlement).toMatchObject({ success: true, payer: safe.toLowerCase() });
  expect(await stablecoinsOf(safe)).toBe(0n);
  const keys = await service.context.db.$count(dataKeys, eq(dataKeys.issuedTo, safe.toLowerCase()));
  expect(keys).toBe(1);
});
