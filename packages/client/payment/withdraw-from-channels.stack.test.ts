import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalChain } from '@labroom/local/chain/start-local-chain.ts';
import {
  localChain,
  mintStablecoins,
  newWallet,
  openFaucet,
  stablecoinsOf,
} from '@labroom/testing/actors.ts';
import { channelOf, DEPOSIT, getKey, payerFrom } from '@labroom/testing/channel-payer.ts';
import { startDeployedChain } from '@labroom/testing/foundations.ts';
import { claimNow } from '@labroom/testing/test-channel.ts';
import { PRICE } from '@labroom/testing/test-payment.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withdrawFromChannels } from './withdraw-from-channels.ts';

let dataDir: string;
/** Of its own, because its clock is moved. */
let chain: LocalChain;
let service: TestService;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'withdrawals-'));
  chain = await startDeployedChain(dataDir);
  service = await startTestService({ rpcUrl: chain.rpcUrl, variables: { X402_BATCH_SETTLEMENT: 'on' } });
}, 120_000);
afterAll(async () => {
  await service.stop();
  await chain.stop();
  await rm(dataDir, { recursive: true });
});

test('what is left in a channel comes back after the delay, and what was charged goes to the service', async () => {
  const { rpcUrl } = chain;
  const wallet = newWallet();
  const own = localChain(rpcUrl, wallet);
  const faucet = await openFaucet(rpcUrl);
  await faucet.fund(wallet.address);
  await mintStablecoins(own, wallet.address, DEPOSIT);
  const payer = payerFrom(service, wallet, { rpcUrl });
  for (let call = 0; call < 3; call += 1) await getKey(payer);
  const rest = DEPOSIT - 3n * PRICE;

  const [announced, ...others] = await withdrawFromChannels(own, payer.budget);
  expect([announced, others]).toEqual([
    { id: expect.any(String), amount: rest, state: 'announced', availableAt: expect.any(Date) },
    [],
  ]);
  // Too early: nothing changes.
  expect(await withdrawFromChannels(own, payer.budget)).toEqual([announced]);
  expect(await stablecoinsOf(own, wallet.address)).toBe(0n);
  await claimNow(service);

  await own.reader.request({ method: 'evm_increaseTime' as never, params: [86_400] as never });
  await own.reader.request({ method: 'evm_mine' as never });
  expect(await withdrawFromChannels(own, payer.budget)).toEqual([
    { id: announced?.id, amount: rest, state: 'paid out', availableAt: null },
  ]);
  expect(await stablecoinsOf(own, wallet.address)).toBe(rest);
  expect(await channelOf(payer, rpcUrl)).toEqual({ balance: 3n * PRICE, claimed: 3n * PRICE });
  expect(await withdrawFromChannels(own, payer.budget)).toEqual([]);
}, 60_000);
