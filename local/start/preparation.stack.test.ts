import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localAccount, localDeploymentRoles } from '@labroom/contracts/local-accounts';
import { bytecodes } from '@labroom/deploy/bytecode.generated.ts';
import { executePlan } from '@labroom/deploy/execute.ts';
import { Journal } from '@labroom/deploy/journal.ts';
import { planLocalDeployment } from '@labroom/deploy/plan-deployment.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import { startTestChain } from '@labroom/testing/test-chain.ts';
import { createPublicClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { deployOtherVersion } from './other-version.fixture.ts';
import { Preparation } from './preparation.ts';
import { StartError } from './start-error.ts';

const dataDir = '/home/alice/.labroom';
const clock = Promise.resolve({ advanceTo: async () => undefined });

test('a task that fails tells its reason, and the process goes on', async () => {
  const preparation = new Preparation(clock);
  const rpcUrl = `http://127.0.0.1:${await freePort()}`;
  for (const _ of [1, 2])
    await expect(preparation.run('deploy', { rpcUrl, webUrl: null, dataDir })).rejects.toThrow(rpcUrl);
  preparation.end();
});

test('a task that an ended process leaves, and one that it gets, fail with one sentence', async () => {
  const preparation = new Preparation(clock);
  // A node that takes a request and says nothing.
  const node = createServer();
  node.listen(0, '127.0.0.1');
  await once(node, 'listening');
  const rpcUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  const failure = new StartError('The preparation failed: its process ended.');
  const left = expect(preparation.run('deploy', { rpcUrl, webUrl: null, dataDir })).rejects.toThrow(failure);
  await once(node, 'request');
  preparation.end();
  await left;
  await expect(preparation.run('deploy', { rpcUrl, webUrl: null, dataDir })).rejects.toThrow(failure);
  node.close();
});

test('a folder whose chain has contracts of another version is left as it is, and the start says how to begin anew', async () => {
  await using chain = await startTestChain();
  const { rpcUrl } = chain;
  const labNft = await deployOtherVersion(rpcUrl);
  const reader = createPublicClient({ transport: http(rpcUrl) });
  const before = await reader.getBlockNumber();

  const preparation = new Preparation(clock);
  await expect(preparation.run('deploy', { rpcUrl, webUrl: null, dataDir })).rejects.toThrow(
    `${dataDir} was made by another version of Labroom: its chain has other contracts (such as ${labNft}), so this version would not show what is in it. To keep it, start that version. To begin anew, start with another directory, DATA_DIR=<directory> npm start, or delete this one first: rm -r ${dataDir}`,
  );
  preparation.end();
  expect(await reader.getBlockNumber()).toBe(before);
});

test('an interrupted deployment of this version goes on', async () => {
  await using chain = await startTestChain();
  const { rpcUrl } = chain;
  const owner = privateKeyToAccount(localAccount('deployer').privateKey);
  const plan = planLocalDeployment({ bytecodes, owner: owner.address, ...localDeploymentRoles() });
  const journal = Journal.inMemory({ chainId: 31337, deployer: owner.address, plan: '0x' }, 0);
  const first = { contracts: plan.contracts.slice(0, 2) };
  await executePlan({ rpcUrl, chainId: 31337, signer: owner, plan: first, journal, pollingMs: 20 });
  const preparation = new Preparation(clock);
  const sent = await preparation.run('deploy', { rpcUrl, webUrl: null, dataDir });
  preparation.end();
  expect(sent).toBe(plan.contracts.length - 2);
});
