import { parseEventLogs } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { labNftAbi } from '#contracts/abi.generated.ts';
import { seal } from '#packages/client/crypto/aes-gcm.ts';
import { bytesFromBase64 } from '#packages/client/crypto/base64.ts';
import { decrypt } from '#testing/test-encryption.ts';
import { callsOf, fillUp } from '#testing/test-gateway.ts';
import { receiptOf, TestAgent } from '#testing/test-mcp.ts';
import { PRICE, stablecoinsOf } from '#testing/test-payment.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';
import { put } from '#testing/test-upload.ts';
import { chainOf, fundedWallet, type TestWallet } from '#testing/test-wallets.ts';

let service: TestService;
let wallet: TestWallet;
beforeAll(async () => {
  service = await startTestService();
  wallet = await fundedWallet();
  await fillUp(wallet, 6n * PRICE);
});
afterAll(() => service.stop());

test('an agent with /mcp and six cents mints a lab, stores an encrypted file and decrypts it', async () => {
  await using agent = await new TestAgent().connect(service);
  async function buy(name: string, args: Record<string, unknown> = {}) {
    const bought = await agent.buy(wallet, name, args);
    expect([name, bought.isError, receiptOf(bought)?.success]).toEqual([name, false, true]);
    return bought.said;
  }
  const orientation = await agent.call('orient');
  expect(orientation.said.chainId).toBe(31337);

  const { said: mint } = await agent.call('prepare_mint', { from: wallet.address });
  const { to, data, value } = mint.transaction;
  const { reader, wallet: sender } = chainOf(wallet);
  const hash = await sender.sendTransaction({ to, data, value: BigInt(value) });
  const { logs } = await reader.waitForTransactionReceipt({ hash });
  const [minted] = parseEventLogs({ abi: labNftAbi, logs, eventName: 'OclIdentityCreated' });
  const oclId = minted?.args.oclId;

  const variables = { input: { oclId } };
  const { said: foreseen } = await agent.call('foresee', {
    operation: 'createLab',
    variables,
    wallet: wallet.address,
  });
  expect(foreseen).toMatchObject({ runs: true });
  await buy('create_lab', variables);
  const key = await buy('generate_data_encryption_key');

  const contents = 'time,signal\n0,0.12\n';
  const sealed = await seal(Buffer.from(contents), bytesFromBase64(key.plaintextDEK));
  const ciphertext = new Uint8Array(sealed.ciphertext);
  const [uri] = (await agent.client.listResources()).resources.flatMap((one) =>
    one.uri.endsWith('/contracts.json') ? [one.uri] : [],
  );
  const [document] = (await agent.client.readResource({ uri: uri ?? '' })).contents;
  const { accessConditions } = JSON.parse(document && 'text' in document ? document.text : '');
  const conditions = JSON.stringify(accessConditions.team).replaceAll('{ocl_id}', String(oclId));

  const upload = await buy('initiate_create_or_update_file', {
    oclId,
    contentType: 'text/csv',
    contentLength: ciphertext.byteLength,
  });
  expect(await put(upload, ciphertext)).toBeLessThan(300);
  await buy('finish_create_or_update_file', {
    oclId,
    uploadToken: upload.uploadToken,
    path: 'run-1.csv',
    accessLevel: 'ADMIN',
    changeBy: wallet.address,
    encryptionMetadata: {
      encryptionSystem: key.encryptionSystem,
      encryptedDek: key.encryptedDek,
      iv: sealed.iv,
      contentHash: sealed.plaintextHash,
      accessControlConditions: conditions,
      encryptedBy: wallet.address,
      encryptedAt: new Date().toISOString(),
    },
  });

  const opened = await buy('decrypt_data_key', { oclId, filePath: 'run-1.csv' });
  const stored = Buffer.from(await (await fetch(opened.downloadUrl)).arrayBuffer());
  expect(decrypt(stored, opened.plaintextDEK, opened.iv)).toBe(contents);

  expect((await callsOf(service, wallet)).map(({ state }) => state)).toEqual(Array(5).fill('settled'));
  expect(await stablecoinsOf(wallet.address)).toBe(PRICE);
  // The PUT of the ciphertext and the GET of it go to the storage.
  expect(agent.requests + 2).toBeLessThanOrEqual(25);
});
