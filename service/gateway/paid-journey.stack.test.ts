import { createCipheriv, randomBytes } from 'node:crypto';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { decodePaymentResponseHeader, wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { eq } from 'drizzle-orm';
import { getAddress } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { networks } from '#contracts/networks.ts';
import { deploySafe, signAsSafe } from '#testing/safe.ts';
import { ask } from '#testing/test-client.ts';
import { decrypt, teamConditions } from '#testing/test-encryption.ts';
import { callGateway, callsOf, DATA_KEY, fillUp } from '#testing/test-gateway.ts';
import { type MintedLab, mintLab } from '#testing/test-lab.ts';
import { PRICE, paymentOf, stablecoinsOf, transferHash, transferMessage } from '#testing/test-payment.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';
import { put, sha256 } from '#testing/test-upload.ts';
import { chainOf, fundedWallet, type TestWallet } from '#testing/test-wallets.ts';
import { type PaidMutation, paidMutations } from '../platform/config/paid-mutations.ts';
import { dataKeys } from '../platform/db/tables/files.ts';

const dataKey = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } };
const usdc = networks[31337].contracts.usdc;

let service: TestService;
let agent: TestWallet;
let lab: MintedLab;
/** The unmodified x402 client with a wallet, without credential and token. */
let payingFetch: typeof fetch;
beforeAll(async () => {
  service = await startTestService();
  agent = await fundedWallet();
  lab = await mintLab(agent);
  await fillUp(agent, 10n * PRICE);
  payingFetch = wrapFetchWithPaymentFromConfig(fetch, {
    schemes: [{ network: 'eip155:31337', client: new ExactEvmScheme(agent) }],
    // Without this the client rejects tokens that it does not know.
    spendControls: {
      allowedAssets: [{ network: 'eip155:31337', asset: usdc, maxAmountPerPayment: String(PRICE) }],
    },
  });
});
afterAll(() => service.stop());

/** Pays for one mutation and checks balance, headers and body. */
async function pay(mutation: PaidMutation, query: string, variables: object = {}) {
  const before = await stablecoinsOf(agent.address);
  const paidBefore = await stablecoinsOf(service.context.config.gateway.payTo);
  const response = await payingFetch(`${service.url}/local/x402/labs/${mutation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
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
  const created = await pay(
    'createLab',
    'mutation($input: CreateLabInput!) { createLab(input: $input) { lab { oclId shortname } error { code } } }',
    { input: { oclId } },
  );
  expect(created.lab.oclId).toBe(oclId);

  const key = await pay(
    'generateDataEncryptionKey',
    'mutation { generateDataEncryptionKey { plaintextDEK encryptedDek encryptionSystem error { code } } }',
  );
  const plaintext = 'time,signal\n0,0.12\n';
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key.plaintextDEK, 'base64'), iv);
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);

  const upload = await pay(
    'initiateCreateOrUpdateFile',
    `mutation($oclId: String!, $length: Int!) {
      initiateCreateOrUpdateFile(oclId: $oclId, contentType: "text/csv", contentLength: $length) {
        uploadToken uploadUrl headers { key value } error { code } } }`,
    { oclId, length: ciphertext.length },
  );
  expect(await put(upload, ciphertext)).toBeLessThan(300);

  const file = await pay(
    'finishCreateOrUpdateFile',
    `mutation($oclId: String!, $uploadToken: String!, $changeBy: String!, $metadata: EncryptionMetadataInput!) {
      finishCreateOrUpdateFile(oclId: $oclId, uploadToken: $uploadToken, path: "run-1.csv", accessLevel: "ADMIN",
        changeBy: $changeBy, encryptionMetadata: $metadata) { datasetId version error { code message } } }`,
    {
      oclId,
      uploadToken: upload.uploadToken,
      changeBy: agent.address,
      metadata: {
        encryptionSystem: key.encryptionSystem,
        encryptedDek: key.encryptedDek,
        iv: iv.toString('base64'),
        contentHash: `sha256-${sha256(plaintext)}`,
        accessControlConditions: teamConditions(oclId),
        encryptedBy: agent.address,
        encryptedAt: new Date().toISOString(),
      },
    },
  );
  expect(file.version).toBe(1);

  const opened = await pay(
    'decryptDataKey',
    'mutation($oclId: String!) { decryptDataKey(oclId: $oclId, filePath: "run-1.csv") { plaintextDEK iv error { code } } }',
    { oclId },
  );
  const { dataRoomFile } = await ask(
    service,
    'query($oclId: String!) { dataRoomFile(oclId: $oclId, path: "run-1.csv") { downloadUrl changeBy } }',
    { oclId },
  );
  expect(dataRoomFile.changeBy).toBe(agent.address.toLowerCase());
  const stored = Buffer.from(await (await fetch(dataRoomFile.downloadUrl)).arrayBuffer());
  expect(decrypt(stored, opened.plaintextDEK, opened.iv)).toBe(plaintext);

  const announcement = await pay(
    'createAnnouncement',
    `mutation($oclId: String!) {
      createAnnouncement(oclId: $oclId, headline: "A first run", body: "It is there.") { error { code message } } }`,
    { oclId },
  );
  expect(announcement.error).toBeNull();
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
