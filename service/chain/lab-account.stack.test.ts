import { labAccountAbi, labNftAbi } from '@labroom/contracts/abi';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { ask } from '@labroom/testing/test-client.ts';
import { transferLab } from '@labroom/testing/test-lab.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService, startTestService } from '@labroom/testing/test-service.ts';
import { chainOf, chainReader, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { pad, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { deployCode, returning } from './bytecode.fixture.ts';
import { createChainClient } from './create-chain-client.ts';
import { startFaultyNode } from './faulty-node.fixture.ts';
import { readAccountState } from './lab-account.ts';

const registryAbi = parseAbi([
  'function createAccount(address implementation, bytes32 salt, uint256 chainId, address tokenContract, uint256 tokenId) returns (address)',
]);
const service = await openTestService();

async function accountStateOf({ oclId }: RegisteredLab, at = service) {
  const query = `{ labWithDataRoomAndFiles(oclId: "${oclId}") { shortname labAccountState { lockedUntil state isInCircle } } }`;
  return (await ask(at, query)).labWithDataRoomAndFiles;
}

async function lock({ account }: RegisteredLab, owner: TestWallet): Promise<bigint> {
  const { timestamp } = await chainReader().getBlock();
  const until = timestamp + 30n * 86_400n;
  const labAccount = { address: account, abi: labAccountAbi } as const;
  await chainOf(owner).write({ ...labAccount, functionName: 'lock', args: [until] });
  return until;
}

test('a lab shows until when its account is locked, after a sale too', async () => {
  const lab = await registeredLab(service);
  expect(await accountStateOf(lab)).toMatchObject({ labAccountState: { lockedUntil: null, state: '0' } });

  const until = await lock(lab, lab.owner);
  const locked = { lockedUntil: new Date(Number(until) * 1000).toISOString(), state: '1' };
  expect(await accountStateOf(lab)).toMatchObject({ labAccountState: locked });

  const buyer = await fundedWallet();
  await transferLab(lab.owner, lab, buyer.address);
  expect(await accountStateOf(lab)).toMatchObject({ labAccountState: locked });
});

test('a lab says that nobody can act for it, once its account holds the account that holds the lab', async () => {
  const lab = await registeredLab(service);
  const { erc6551Registry, labNft } = service.context.chain.contracts;
  const { address } = lab.owner;
  const implementation = await chainReader().readContract({
    address: labNft,
    abi: labNftAbi,
    functionName: 'accountImplementation',
  });
  // A collection whose only token belongs to the account of the lab.
  const collection = await deployCode(service.context.chain, lab.owner, returning(pad(lab.account)));
  const args = [implementation, pad('0x01'), 31337n, collection, 1n] as const;
  const registry = { address: erc6551Registry, abi: registryAbi, args } as const;
  const { result: holder } = await chainReader().simulateContract({
    ...registry,
    functionName: 'createAccount',
    account: address,
  });
  await chainOf(lab.owner).write({ ...registry, functionName: 'createAccount' });
  expect(await accountStateOf(lab)).toMatchObject({ labAccountState: { isInCircle: false } });
  await transferLab(lab.owner, lab, holder);
  expect(await accountStateOf(lab)).toMatchObject({ labAccountState: { isInCircle: true } });
});

test('the state is unknown while the chain cannot be read, and the lab is still shown', async () => {
  const lab = await registeredLab(service);
  const { databaseUrl, dataDir } = service;
  const offline = await startTestService({
    place: { databaseUrl, dataDir },
    overrides: { chain: createChainClient({ rpcUrl: 'http://127.0.0.1:9', chainId: 31337 }) },
  });
  try {
    const answer = await accountStateOf(lab, offline);
    expect(answer).toEqual({ shortname: lab.shortname, labAccountState: null });
    expect(offline.logLines.join('\n')).toContain('state of a lab account unavailable');
  } finally {
    await offline.stop();
  }
});

test('a node that does not answer does not hold up the page of a lab', async () => {
  const { account, tokenId } = await registeredLab(service);
  const node = await startFaultyNode(requireStack('rpcUrl'));
  node.fail(() => true);
  try {
    const chain = createChainClient({ rpcUrl: node.rpcUrl, chainId: 31337 });
    expect(await readAccountState(chain, { account, tokenId })).toBeNull();
    expect(node.asked).not.toEqual([]);
  } finally {
    await node.stop();
  }
});
