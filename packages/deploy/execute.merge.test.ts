import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { failureOf } from '@labroom/contracts/check';
import { startTestChain, type TestChain } from '@labroom/testing/test-chain.ts';
import { listen } from '@labroom/testing/transports/listen.ts';
import { createTestClient, http, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytecodes } from './bytecode.generated.ts';
import { deploymentReader, executePlan } from './execute.ts';
import { Journal } from './journal.ts';
import { hashOfPlan, type Plan } from './plan.ts';
import { planDeployment } from './plan-deployment.ts';

const chainId = 84532;
const deployer = privateKeyToAccount(generatePrivateKey());
const address = () => privateKeyToAccount(generatePrivateKey()).address;

/** A plan for a public chain; the owner is any address, because nothing here acts as it. */
function newPlan(): Plan {
  return planDeployment({
    bytecodes,
    mintFeeWei: 10n ** 15n,
    relayer: address(),
    attesters: { data: address(), service: address() },
    administrators: { safe: address(), delaySeconds: 172_800n, deployer: deployer.address },
    stablecoin: address(),
  });
}

async function startFundedChain(): Promise<TestChain> {
  const chain = await startTestChain(chainId);
  const node = createTestClient({ mode: 'hardhat', transport: http(chain.rpcUrl) });
  await node.setBalance({ address: deployer.address, value: parseEther('10') });
  return chain;
}

const openJournal = (file: string, plan: Plan) =>
  Journal.open(file, { chainId, deployer: deployer.address, plan: hashOfPlan(plan) }, async () => 0);

/**
 * A node that is lost to the process at its first transaction: before the node has it, or before its answer arrives.
 * From then on every request fails, as nothing more happens in a process that has ended.
 */
async function startLosingRelay(rpcUrl: string, when: 'before' | 'after') {
  let lost = false;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const sends = /eth_send(Raw)?Transaction/.test(body);
    const isForwarded = !lost && !(sends && when === 'before');
    lost ||= sends;
    const forwarded = isForwarded && (await fetch(rpcUrl, { method: 'POST', body, headers: json }));
    const answer = forwarded && (await forwarded.text());
    response.setHeader('content-type', 'application/json');
    const { id } = JSON.parse(body);
    response.end(lost || !answer ? JSON.stringify({ jsonrpc: '2.0', id, error }) : answer);
  });
  const { url, close } = await listen(server);
  return { url, [Symbol.asyncDispose]: close };
}
const json = { 'content-type': 'application/json' };
const error = { code: -32_000, message: 'the process has ended' };

describe('executePlan', () => {
  let dir: string;
  let chain: TestChain;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'labroom-deploy-'));
    chain = await startFundedChain();
  });
  afterAll(async () => {
    await chain.stop();
    await rm(dir, { recursive: true });
  });

  it('leaves the timelock as owner, every setting made, and the deployer without rights', async () => {
    const plan = newPlan();
    const options = { rpcUrl: chain.rpcUrl, chainId, signer: deployer, plan, pollingMs: 20 };
    await executePlan({ ...options, journal: await openJournal(join(dir, 'whole'), plan) });

    const reader = deploymentReader(chain.rpcUrl);
    const failures = await Promise.all(plan.checks.map((check) => failureOf(reader, check)));
    expect(failures.filter(Boolean)).toEqual([]);
    expect(plan.checks.length).toBeGreaterThan(25);
  });

  it.each(['key', 'account of the node'] as const)(
    'is completed after it ended before and after each of its transactions, signed by the %s',
    async (kind) => {
      await using own = await startFundedChain();
      const plan = newPlan();
      const file = join(dir, `killed-${kind}`);
      const node = createTestClient({ mode: 'hardhat', transport: http(own.rpcUrl) });
      await node.impersonateAccount({ address: deployer.address });
      const run = async (rpcUrl: string) =>
        executePlan({
          rpcUrl,
          chainId,
          signer: kind === 'key' ? deployer : deployer.address,
          plan,
          pollingMs: 20,
          journal: await openJournal(file, plan),
        });

      let ended = 0;
      for (const when of Array.from({ length: 100 }, (_, i) =>
        i % 2 ? ('after' as const) : ('before' as const),
      )) {
        await using relay = await startLosingRelay(own.rpcUrl, when);
        const isComplete = await run(relay.url).then(
          () => true,
          () => false,
        );
        if (isComplete) break;
        ended++;
      }

      const hashes = await run(own.rpcUrl);
      const reader = deploymentReader(own.rpcUrl);
      const failures = await Promise.all(plan.checks.map((check) => failureOf(reader, check)));
      expect(failures.filter(Boolean)).toEqual([]);
      // Besides the steps: funding the CREATE2 deployer, and its own transaction, which has another sender.
      const sent = await reader.getTransactionCount({ address: deployer.address });
      expect(sent).toBe(hashes.size + 1);
      expect(ended).toBe(2 * (sent + 1));
      const receipts = await Promise.all(
        [...hashes.values()].map((hash) => reader.getTransactionReceipt({ hash: hash ?? '0x' })),
      );
      expect(receipts.every(({ status }) => status === 'success')).toBe(true);
    },
    120_000,
  );

  it('rejects the journal of a deployment with other options', async () => {
    const file = join(dir, 'other');
    const journal = await openJournal(file, newPlan());
    await journal.note('Deploying LabNFT', 0, null);
    await expect(openJournal(file, newPlan())).rejects.toThrow('unfinished deployment with other options');
  });

  it('sends nothing to a chain with another id', async () => {
    const plan = newPlan();
    const journal = await openJournal(join(dir, 'wrong-chain'), plan);
    const before = await deploymentReader(chain.rpcUrl).getBlockNumber();
    await expect(
      executePlan({ rpcUrl: chain.rpcUrl, chainId: 8453, signer: deployer, plan, pollingMs: 20, journal }),
    ).rejects.toThrow('The node serves chain 84532, not 8453.');
    expect(await deploymentReader(chain.rpcUrl).getBlockNumber()).toBe(before);
  });
});
