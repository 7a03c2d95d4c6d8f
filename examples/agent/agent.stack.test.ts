import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentReceipt } from '#packages/client/payment/payment-receipt.ts';
import { requireStack } from '#testing/require-stack.ts';
import { mintStablecoins, PRICE, stablecoinsOf } from '#testing/test-payment.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';
import { fund, fundedWallet } from '#testing/test-wallets.ts';

const run = promisify(execFile);
const privateKey = generatePrivateKey();
const { address } = privateKeyToAccount(privateKey);
let service: TestService;
let dir: string;
beforeAll(async () => {
  service = await startTestService();
  dir = await mkdtemp(join(tmpdir(), 'labroom-agent-'));
  await fund(address);
  await mintStablecoins(await fundedWallet(), address, 6n * PRICE);
});
afterAll(async () => {
  await service.stop();
  await rm(dir, { recursive: true, force: true });
});

test('an agent without a credential registers a lab, uploads an encrypted file and decrypts it by five paid calls', async () => {
  const [settings, receiptFile] = [join(dir, 'settings.json'), join(dir, 'receipts.jsonl')];
  const gatewayUrl = `${service.url}/local`;
  const accounts = [{ name: 'agent', address, privateKey }];
  const rest = { chainId: 31337, rpcUrl: requireStack('rpcUrl') };
  await writeFile(settings, JSON.stringify({ ...rest, gatewayUrl, accounts }));

  const program = join(import.meta.dirname, 'agent.ts');
  const { stdout } = await run(process.execPath, [program, settings, receiptFile]);
  expect(stdout).toContain('results/yield.txt: Yield 83 %, replicated twice.');

  const receipts = (await readFile(receiptFile, 'utf8'))
    .trim()
    .split('\n')
    .map((line): PaymentReceipt => JSON.parse(line));
  const paid = receipts.filter(({ state }) => state === 'paid');
  expect(paid.map(({ mutation }) => mutation)).toEqual([
    'createLab',
    'generateDataEncryptionKey',
    'initiateCreateOrUpdateFile',
    'finishCreateOrUpdateFile',
    'decryptDataKey',
  ]);
  expect(new Set(paid.map(({ transaction }) => transaction)).size).toBe(5);
  expect(await stablecoinsOf(address)).toBe(PRICE);
});
