import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { localAccount, localDeploymentRoles } from '@labroom/contracts/local-accounts';
import { bytecodes } from '@labroom/deploy/bytecode.generated.ts';
import { executePlan } from '@labroom/deploy/execute.ts';
import { Journal } from '@labroom/deploy/journal.ts';
import { planLocalDeployment } from '@labroom/deploy/plan-deployment.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import { startTestChain } from '@labroom/testing/test-chain.ts';
import { createPublicClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, describe, expect, test } from 'vitest';
import type { LocalChain } from '../chain/start-local-chain.ts';
import { describeLocal, writeLocalJson } from '../data-dir/local-json.ts';
import { prepareChain, requireOwnContracts, startDatabase } from './foundations.ts';
import { deployOtherVersion } from './other-version.fixture.ts';
import { Preparation } from './preparation.ts';
import { StartError } from './start-error.ts';
import { Steps } from './steps.ts';
import { Supervisor } from './supervisor.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'labroom-preparation-'));
afterAll(() => rm(dataDir, { recursive: true }));
const clock = Promise.resolve({ advanceTo: async () => undefined });

test('a task that fails tells its reason, and the process goes on', async () => {
  const preparation = new Preparation(clock);
  const rpcUrl = `http://127.0.0.1:${await freePort()}`;
  for (const _ of [1, 2])
    await expect(preparation.run('deploy', { rpcUrl, webUrl: null })).rejects.toThrow(rpcUrl);
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
  const left = expect(preparation.run('deploy', { rpcUrl, webUrl: null })).rejects.toThrow(failure);
  await once(node, 'request');
  preparation.end();
  await left;
  await expect(preparation.run('deploy', { rpcUrl, webUrl: null })).rejects.toThrow(failure);
  node.close();
});

describe('a directory whose chain has contracts of another version', () => {
  const advice = (lastUse: string, labNft: string) =>
    new StartError(
      `${dataDir} was made by another version of Labroom${lastUse}: its chain has other contracts (such as ${labNft}), so this version would not show what is in it. Nothing was changed. To keep it, start that version. To begin anew, start with another directory, DATA_DIR=<directory> npm start, or delete this one first: rm -r ${dataDir}`,
    );

  test('is left as it is, and the start says how to go on', async () => {
    await using chain = await startTestChain();
    const { rpcUrl } = chain;
    const labNft = await deployOtherVersion(rpcUrl);
    const reader = createPublicClient({ transport: http(rpcUrl) });
    const before = await reader.getBlockNumber();

    const preparation = new Preparation(clock);
    const compared = () => requireOwnContracts({ dataDir }, Promise.resolve({ rpcUrl }), preparation);
    await expect(compared()).rejects.toThrow(advice('', labNft));
    const madeBy = { version: '0.9.0', commit: '0123456789ab' };
    const local = describeLocal({ ports: { rpc: 1, service: 2, web: 3 } }, 'credential', madeBy);
    await writeLocalJson(dataDir, local);
    await expect(compared()).rejects.toThrow(
      advice(' (last used by version 0.9.0, commit 0123456789ab)', labNft),
    );
    preparation.end();
    expect(await reader.getBlockNumber()).toBe(before);
  });

  test('ends the start before the database is migrated and before anything is deployed', async () => {
    const asked: string[] = [];
    const preparation = {
      run: async (task: string) => {
        asked.push(task);
        return { contract: '0x00000000000000000000000000000000000000aa', maker: null };
      },
    } as unknown as Preparation;
    const chain = Promise.resolve({ rpcUrl: 'http://127.0.0.1:1' });
    const fitting = requireOwnContracts({ dataDir }, chain, preparation);
    const ports = { web: 0, service: 0, rpc: 0, postgres: await freePort() };
    const settings = { dataDir, ports, withWeb: false };
    const supervisor = new Supervisor(dataDir);
    const steps = new Steps();
    const outcomes = await Promise.allSettled([
      startDatabase(settings, supervisor, steps, preparation, fitting),
      prepareChain(settings, chain as Promise<LocalChain>, steps, preparation, fitting),
    ]);
    await supervisor.stopAll();
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(asked).toEqual(['compare']);
  });
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
  const sent = await preparation.run('deploy', { rpcUrl, webUrl: null });
  preparation.end();
  expect(sent).toBe(plan.contracts.length - 2);
});
