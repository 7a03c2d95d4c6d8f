import { createHash } from 'node:crypto';
import { startCountingProxy } from '@labroom/testing/counting-proxy.ts';
import { callsOf, fillUp } from '@labroom/testing/test-gateway.ts';
import { PRICE, paymentsOf, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { put } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Abi, type Address, createPublicClient, createWalletClient, http, parseEventLogs } from 'viem';
import { hardhat } from 'viem/chains';
import { afterAll, expect, test } from 'vitest';

const proxy = await startCountingProxy(() => `http://127.0.0.1:${service.context.config.http.port}`);
const service = await openTestService({ variables: { SERVICE_URL: proxy.url } });
const wallet = await fundedWallet();
await fillUp(wallet, 6n * PRICE);
afterAll(() => proxy.close());

interface Root {
  gateway: { calls: { mutation: string; url: string; schema: string }[] };
  documents: { url: string }[];
}
interface Contracts {
  rpcUrl: string;
  contracts: Record<string, { address: Address; abi: Abi }>;
  accessConditions: { team: object[] };
}
interface PaidCalls {
  items: {
    resource: string;
    foresee: string;
    accepts: { network: `eip155:${number}`; asset: string; amount: string }[];
  }[];
}

async function read<Document>(url: string): Promise<Document> {
  const response = await fetch(url);
  expect([url, response.status]).toEqual([url, 200]);
  return (await response.json()) as Document;
}

test('a program with the origin, six cents and stock clients mints a lab, stores an encrypted file and opens it: 25 requests, five payments', async () => {
  const root = await read<Root>(`${proxy.url}/`);
  const documentAt = (end: string) => root.documents.find(({ url }) => url.endsWith(end))?.url ?? end;
  const { rpcUrl, contracts, accessConditions } = await read<Contracts>(documentAt('/contracts.json'));
  const { items } = await read<PaidCalls>(documentAt('/x402.json'));
  const ajv = addFormats.default(new Ajv2020({ allErrors: true }));

  const oclId = await mint(rpcUrl, contracts);

  const [price] = items[0]?.accepts ?? [];
  if (!price) throw new Error('No price was named');
  const { network, asset, amount } = price;
  const payingFetch = wrapFetchWithPaymentFromConfig(fetch, {
    schemes: [{ network, client: new ExactEvmScheme(wallet) }],
    spendControls: { allowedAssets: [{ network, asset, maxAmountPerPayment: amount }] },
  });

  /** Asks whether the published document would run, sends it, and checks request and response with the published schemas. */
  // biome-ignore lint/suspicious/noExplicitAny: a program knows the response from its schema.
  async function pay(mutation: string, variables: object): Promise<any> {
    const call = root.gateway.calls.find((candidate) => candidate.mutation === mutation);
    if (!call) throw new Error(`${mutation} is not sold`);
    const file = await read<{
      $id: string;
      $defs: { request: { properties: { query: { examples: string[] } } } };
    }>(call.schema);
    const body = { query: file.$defs.request.properties.query.examples[0], variables };
    if (!ajv.getSchema(file.$id)) ajv.addSchema(file);
    expect([ajv.validate(file.$id, body), ajv.errors]).toEqual([true, null]);
    const foresee = items.find(({ resource }) => resource === call.url)?.foresee ?? '';
    const asked = { ...body, payerAddress: wallet.address };
    expect(await (await fetch(foresee, json(asked))).json()).toMatchObject({ runs: true, price: amount });
    const response = await payingFetch(call.url, json(body));
    const answer = (await response.json()) as { data: Record<string, object> };
    expect([mutation, response.status]).toEqual([mutation, 200]);
    expect([ajv.validate(`${file.$id}#/$defs/response`, answer), ajv.errors]).toEqual([true, null]);
    return answer.data[mutation];
  }

  expect((await pay('createLab', { input: { oclId } })).lab.oclId).toBe(oclId);
  const key = await pay('generateDataEncryptionKey', {});
  const plaintext = Buffer.from('time,signal\n');
  const iv = crypto.getRandomValues(Buffer.alloc(12));
  const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await aesKey(key), plaintext);
  const contentHash = `sha256-${createHash('sha256').update(plaintext).digest('hex')}`;
  const type = { contentType: 'text/csv', contentLength: ciphertext.byteLength };
  const upload = await pay('initiateCreateOrUpdateFile', { oclId, ...type });
  expect(await put(upload, new Uint8Array(ciphertext))).toBeLessThan(300);
  const file = await pay('finishCreateOrUpdateFile', {
    oclId,
    uploadToken: upload.uploadToken,
    path: 'run-1.csv',
    accessLevel: 'ADMIN',
    changeBy: wallet.address,
    encryptionMetadata: {
      encryptionSystem: key.encryptionSystem,
      encryptedDek: key.encryptedDek,
      iv: iv.toString('base64'),
      contentHash,
      accessControlConditions: JSON.stringify(accessConditions.team).replaceAll('{ocl_id}', oclId),
      encryptedBy: wallet.address,
      encryptedAt: new Date().toISOString(),
    },
  });
  expect([file.version, file.error]).toEqual([1, null]);
  const opened = await pay('decryptDataKey', { oclId, filePath: 'run-1.csv' });
  const stored = await (await fetch(opened.downloadUrl)).arrayBuffer();
  expect([opened.iv, opened.contentHash]).toEqual([iv.toString('base64'), contentHash]);
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await aesKey(opened), stored);
  expect(new TextDecoder().decode(text)).toBe('time,signal\n');

  // The documents, five schemas, and for each call a question, a price and a payment.
  expect(proxy.asked.length).toBe(3 + 5 + 5 * 3 + 2);
  expect(await paymentsOf(wallet.address)).toHaveLength(5);
  expect((await callsOf(service, wallet)).map(({ state }) => state)).toEqual(Array(5).fill('settled'));
  expect(await stablecoinsOf(wallet.address)).toBe(PRICE);
});

const aesKey = ({ plaintextDEK }: { plaintextDEK: string }) =>
  crypto.subtle.importKey('raw', Buffer.from(plaintextDEK, 'base64'), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Mints a lab with the published addresses and ABIs. Returns its oclId. */
async function mint(rpcUrl: string, contracts: Contracts['contracts']): Promise<string> {
  const { LabNFT: labNft, OnChainLabFactory: factory } = contracts;
  if (!labNft || !factory) throw new Error('The contracts are not published');
  const chain = { chain: hardhat, transport: http(rpcUrl) };
  const reader = createPublicClient(chain);
  const value = await reader.readContract({ ...labNft, functionName: 'mintFeeWei' });
  const hash = await createWalletClient({ ...chain, account: wallet }).writeContract({
    ...factory,
    functionName: 'mintAndCreateAccount',
    args: [wallet.address],
    value: value as bigint,
  });
  const { logs } = await reader.waitForTransactionReceipt({ hash });
  const [created] = parseEventLogs({ abi: labNft.abi, logs, eventName: 'OclIdentityCreated' });
  return (created as unknown as { args: { oclId: string } }).args.oclId;
}
