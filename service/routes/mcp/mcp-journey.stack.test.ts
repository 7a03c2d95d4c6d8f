import { seal } from '@labroom/client/crypto/aes-gcm';
import { bytesFromBase64 } from '@labroom/client/crypto/base64';
import { labNftAbi } from '@labroom/contracts/abi';
import { decrypt } from '@labroom/testing/test-encryption.ts';
import { callsOf, fillUp } from '@labroom/testing/test-gateway.ts';
import { receiptOf, TestAgent } from '@labroom/testing/test-mcp.ts';
import { PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { newRecipient } from '@labroom/testing/test-recipient.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { put } from '@labroom/testing/test-upload.ts';
import { chainOf, fundedWallet } from '@labroom/testing/test-wallets.ts';
import { parseEventLogs } from 'viem';
import { expect, test } from 'vitest';

const contents = 'time,signal\n0,0.12\n';

interface RecipeStep {
  tool: string | null;
  arguments: Record<string, unknown> | null;
}
type Upload = Parameters<typeof put>[0];

/** The arguments of a step, with the values that earlier steps gave. */
function fillIn(args: unknown, values: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(args), (_key, value) => {
    const name = typeof value === 'string' ? /^\{(\w+)\}$/.exec(value)?.[1] : undefined;
    return name === undefined ? value : values[name];
  });
}

const service = await openTestService();
const wallet = await fundedWallet();
await fillUp(wallet, 6n * PRICE);

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

  const { said: recipe } = await agent.call('put_file', {
    ...{ oclId, path: 'run-1.csv', contentType: 'text/csv', wallet: wallet.address },
  });
  const recipient = await newRecipient();
  const { recipientKey } = recipient;
  const filled: Record<string, unknown> = { now: new Date().toISOString(), recipientKey };
  for (const { tool, arguments: given } of recipe.steps as RecipeStep[]) {
    const args = fillIn(given, filled);
    if (tool === null && filled.sealedDEK !== undefined) {
      const dataKey = bytesFromBase64(await recipient.open(String(filled.sealedDEK)));
      const { ciphertext, iv, plaintextHash } = await seal(Buffer.from(contents), dataKey);
      Object.assign(filled, {
        ciphertext,
        iv,
        contentHash: plaintextHash,
        contentLength: ciphertext.byteLength,
      });
    } else if (tool === null) {
      expect(filled.recipientKey).toBeDefined();
    } else if (tool === 'foresee') {
      expect((await agent.call(tool, args)).said).toMatchObject({ runs: true });
    } else {
      Object.assign(filled, await buy(tool, args));
    }
    if (tool === 'initiate_create_or_update_file')
      expect(
        await put(filled as unknown as Upload, new Uint8Array(filled.ciphertext as ArrayBuffer)),
      ).toBeLessThan(300);
  }

  const opened = await buy('decrypt_data_key', { oclId, filePath: 'run-1.csv', recipientKey });
  const stored = Buffer.from(await (await fetch(opened.downloadUrl)).arrayBuffer());
  expect(decrypt(stored, await recipient.open(opened.sealedDEK), opened.iv)).toBe(contents);

  expect((await callsOf(service, wallet)).map(({ state }) => state)).toEqual(Array(5).fill('settled'));
  expect(await stablecoinsOf(wallet.address)).toBe(PRICE);
  // The PUT of the ciphertext and the GET of it go to the storage.
  expect(agent.requests + 2).toBeLessThanOrEqual(25);
});
