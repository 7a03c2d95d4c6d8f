import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Abi, type Address, createPublicClient, createWalletClient, http, parseEventLogs } from 'viem';
import { hardhat } from 'viem/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { open, seal } from '#packages/client/crypto/aes-gcm.ts';
import { bytesFromBase64 } from '#packages/client/crypto/base64.ts';
import { requireStack } from '#testing/require-stack.ts';
import { fillUp } from '#testing/test-gateway.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';
import { put } from '#testing/test-upload.ts';
import { fundedWallet, type TestWallet } from '#testing/test-wallets.ts';

let service: TestService;
let wallet: TestWallet;
beforeAll(async () => {
  service = await startTestService();
  wallet = await fundedWallet();
});
afterAll(() => service.stop());

interface Root {
  gateway: { calls: { mutation: string; url: string; schema: string }[] };
  documents: { url: string }[];
}
interface Contracts {
  contracts: Record<string, { address: Address; abi: Abi }>;
  accessConditions: { team: object[] };
}
interface PaidCalls {
  items: { resource: string; accepts: { network: `eip155:${number}`; asset: string; amount: string }[] }[];
}

async function read<Document>(url: string): Promise<Document> {
  const response = await fetch(url);
  expect([url, response.status]).toEqual([url, 200]);
  return (await response.json()) as Document;
}

test('a program that knows only the origin, and has a wallet, mints a lab, stores an encrypted file and opens it', async () => {
  const root = await read<Root>(`${service.url}/`);
  const documentAt = (end: string) => root.documents.find(({ url }) => url.endsWith(end))?.url ?? end;
  const { contracts, accessConditions } = await read<Contracts>(documentAt('/contracts.json'));
  const { items } = await read<PaidCalls>(documentAt('/x402.json'));
  const ajv = addFormats.default(new Ajv2020({ allErrors: true }));

  const oclId = await mint(contracts);

  const [price] = items[0]?.accepts ?? [];
  if (!price) throw new Error('No price was named');
  const { network, asset, amount } = price;
  await fillUp(wallet, BigInt(amount) * BigInt(items.length));
  const payingFetch = wrapFetchWithPaymentFromConfig(fetch, {
    schemes: [{ network, client: new ExactEvmScheme(wallet) }],
    spendControls: { allowedAssets: [{ network, asset, maxAmountPerPayment: amount }] },
  });

  /** Sends the published document, and checks request and response with the published schemas. */
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
    const response = await payingFetch(call.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { data: Record<string, object> };
    expect([mutation, response.status]).toEqual([mutation, 200]);
    expect([ajv.validate(`${file.$id}#/$defs/response`, answer), ajv.errors]).toEqual([true, null]);
    return answer.data[mutation];
  }

  expect((await pay('createLab', { input: { oclId } })).lab.oclId).toBe(oclId);
  const key = await pay('generateDataEncryptionKey', {});
  const { ciphertext, iv, plaintextHash } = await seal(
    Buffer.from('time,signal\n'),
    bytesFromBase64(key.plaintextDEK),
  );
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
      iv,
      contentHash: plaintextHash,
      accessControlConditions: JSON.stringify(accessConditions.team).replaceAll('{ocl_id}', oclId),
      encryptedBy: wallet.address,
      encryptedAt: new Date().toISOString(),
    },
  });
  expect([file.version, file.error]).toEqual([1, null]);
  const opened = await pay('decryptDataKey', { oclId, filePath: 'run-1.csv' });
  const stored = await (await fetch(opened.downloadUrl)).arrayBuffer();
  const text = await open(stored, bytesFromBase64(opened.plaintextDEK), opened.iv, opened.contentHash);
  expect(new TextDecoder().decode(text)).toBe('time,signal\n');
  // A result with an error has the published form too.
  expect((await pay('createLab', { input: { oclId } })).error.code).toBe('CONFLICT');
});

/** Mints a lab with the published addresses and ABIs. Returns its oclId. */
async function mint(contracts: Contracts['contracts']): Promise<string> {
  const { LabNFT: labNft, OnChainLabFactory: factory } = contracts;
  if (!labNft || !factory) throw new Error('The contracts are not published');
  const chain = { chain: hardhat, transport: http(requireStack('rpcUrl')) };
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
