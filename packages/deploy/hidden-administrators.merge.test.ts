import { accessResolverAbi, labNftAbi, onChainLabFactoryAbi } from '@labroom/contracts/abi';
import type { Manifest } from '@labroom/contracts/manifest';
import { compileCode } from '@labroom/contracts/storage/compile.ts';
import { verifyContracts } from '@labroom/service/chain/verify-contracts.ts';
import { newKey, type PublicChain, startPublicChain } from '@labroom/testing/public-chain.ts';
import {
  type Address,
  concatHex,
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  pad,
  parseAbi,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bytecodes } from './bytecode.generated.ts';
import { create2Calldata, create2Deployer, create2Step } from './create2.ts';
import { deploySuite } from './deploy-suite.ts';
import { initializeCall, stepsOf } from './plan-steps.ts';
import { verifyDeployment } from './verify-deployment.ts';

/** Code that writes roles without an event, and leaves nothing of itself behind. */
const planterSource = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;
contract Planter {
    address public immutable labNft;
    bytes32 public constant proxiableUUID = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    constructor(address labNft_) {
        labNft = labNft_;
    }

    function plant(address official, bytes calldata initialize, bytes32 lab, address who) external payable {
        if (initialize.length > 0) {
            (bool done, ) = official.delegatecall(initialize);
            require(done);
        }
        bytes32 base = keccak256(abi.encode(uint256(keccak256("labroom.storage.AccessResolver")) - 1)) & ~bytes32(uint256(0xff));
        bytes32 grant = keccak256(abi.encode(who, keccak256(abi.encode(lab, base))));
        bytes32 implementation = proxiableUUID;
        assembly {
            sstore(grant, 2)
            sstore(implementation, official)
        }
    }
}`;
const planterCode: Hex = `0x${compileCode({ 'Planter.sol': planterSource }, ['Planter.sol'])['Planter.sol:Planter']?.creation ?? ''}`;
const plantAbi = parseAbi(['function plant(address official, bytes initialize, bytes32 lab, address who)']);
const proxyAbi = parseAbi(['function upgradeToAndCall(address newImplementation, bytes data) payable']);
const timelockAbi = parseAbi([
  'function grantRole(bytes32 role, address account)',
  'function revokeRole(bytes32 role, address account)',
  'function renounceRole(bytes32 role, address account)',
  'function scheduleBatch(address[] targets, uint256[] values, bytes[] payloads, bytes32 predecessor, bytes32 salt, uint256 delay)',
  'function executeBatch(address[] targets, uint256[] values, bytes[] payloads, bytes32 predecessor, bytes32 salt) payable',
]);

type DeployedManifest = Manifest & {
  deployment: NonNullable<Manifest['deployment']>;
  administration: NonNullable<Manifest['administration']>;
};
const mallory = newKey();
const executor = keccak256(toHex('EXECUTOR_ROLE'));

let chain: PublicChain;
let honest: DeployedManifest;
let lab: Hex;
let snapshot: Hex;
beforeAll(async () => {
  chain = await startPublicChain(84532);
  honest = (await deploySuite(chain.options)) as DeployedManifest;
  const { factory, labNft } = honest.contracts;
  const args = [newKey().address] as const;
  const data = encodeFunctionData({ abi: onChainLabFactoryAbi, functionName: 'mintAndCreateAccount', args });
  await send(mallory.address, factory, data, chain.options.mintFeeWei);
  lab = await reader().readContract({ address: labNft, abi: labNftAbi, functionName: 'oclIdOf', args: [1n] });
});
afterAll(() => chain[Symbol.asyncDispose]());
beforeEach(async () => {
  snapshot = await node().snapshot();
});
afterEach(() => node().revert({ id: snapshot }));

const reader = () => createPublicClient({ transport: http(chain.rpcUrl), pollingInterval: 20 });
const node = () => createTestClient({ mode: 'hardhat', transport: http(chain.rpcUrl) });

async function sent(from: Address, to: Address, data: Hex, value = 0n): Promise<Hex> {
  await node().impersonateAccount({ address: from });
  await node().setBalance({ address: from, value: 10n ** 18n });
  const wallet = createWalletClient({ transport: http(chain.rpcUrl), account: from });
  return wallet.sendTransaction({ chain: null, to, data, value, gas: 5_000_000n });
}

async function send(from: Address, to: Address, data: Hex, value = 0n): Promise<Hex> {
  const hash = await sent(from, to, data, value);
  expect(await reader().waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' });
  return hash;
}

/** Sends all of it in one block. */
async function inOneBlock(send: () => Promise<Hex[]>): Promise<Hex[]> {
  await node().setAutomine(false);
  const hashes = await send();
  await node().mine({ blocks: 1 });
  await node().setAutomine(true);
  const receipts = await Promise.all(hashes.map((hash) => reader().getTransactionReceipt({ hash })));
  expect(new Set(receipts.map(({ blockNumber }) => blockNumber)).size).toBe(1);
  expect(new Set(receipts.map(({ status }) => status))).toEqual(new Set(['success']));
  return hashes;
}

async function planter(): Promise<Address> {
  const step = create2Step('Planter', zeroHash, concatHex([planterCode, pad(honest.contracts.labNft)]));
  await send(mallory.address, create2Deployer.address, create2Calldata(step));
  return step.address;
}

const implementation = () =>
  honest.deployment.contracts.find(({ name }) => name === 'AccessResolver')?.address ?? zeroAddress;
const failures = async (manifest: Manifest) => (await verifyDeployment(chain.rpcUrl, manifest)).failed;
const roleOf = (accessResolver: Address) =>
  reader().readContract({
    address: accessResolver,
    abi: accessResolverAbi,
    functionName: 'hasRole',
    args: [lab, mallory.address, 2],
  });

describe('what leaves no trace in the present state', () => {
  it('is a role that another administrator of the timelock gave, also in one block', async () => {
    const { timelock } = honest.administration;
    const { step } = stepsOf(bytecodes, keccak256('0x0a'));
    const second = step(
      'TimelockController',
      'TimelockController',
      ['uint256', 'address[]', 'address[]', 'address'],
      [0n, [mallory.address], [mallory.address], zeroAddress],
    );
    await send(mallory.address, create2Deployer.address, create2Calldata(second));
    const call = (functionName: 'grantRole' | 'revokeRole' | 'renounceRole', role: Hex, account: Address) =>
      encodeFunctionData({ abi: timelockAbi, functionName, args: [role, account] });
    const hashes = await inOneBlock(async () => [
      await sent(timelock, timelock, call('grantRole', zeroHash, second.address)),
      await sent(second.address, timelock, call('grantRole', executor, mallory.address)),
      await sent(second.address, timelock, call('revokeRole', executor, mallory.address)),
      await sent(second.address, timelock, call('renounceRole', zeroHash, second.address)),
    ]);
    expect((await failures(honest)).map((line) => line.replace(/\(.*\)/, ''))).toEqual(
      ['RoleGranted', 'RoleGranted', 'RoleRevoked', 'RoleRevoked'].map((event, index) =>
        expect.stringContaining(`${event} in transaction ${hashes[index]}`),
      ),
    );
  });

  it('is a role that an upgrade and the way back planted in one transaction of the timelock', async () => {
    const { safe, timelock, delaySeconds } = honest.administration;
    const { accessResolver } = honest.contracts;
    const plant = encodeFunctionData({
      abi: plantAbi,
      functionName: 'plant',
      args: [implementation(), '0x', lab, mallory.address],
    });
    const upgrade = encodeFunctionData({
      abi: proxyAbi,
      functionName: 'upgradeToAndCall',
      args: [await planter(), plant],
    });
    const batch = [[accessResolver], [0n], [upgrade], zeroHash, zeroHash] as const;
    const scheduled = await send(
      safe,
      timelock,
      encodeFunctionData({
        abi: timelockAbi,
        functionName: 'scheduleBatch',
        args: [...batch, BigInt(delaySeconds)],
      }),
    );
    await node().increaseTime({ seconds: delaySeconds });
    const executed = await send(
      safe,
      timelock,
      encodeFunctionData({ abi: timelockAbi, functionName: 'executeBatch', args: batch }),
    );
    expect(await roleOf(accessResolver)).toBe(true);
    const failed = (await failures(honest)).map((line) => line.replace(/\(.*\)/, ''));
    expect(failed).toEqual([
      expect.stringMatching(
        new RegExp(`^TimelockController at .*: CallScheduled in transaction ${scheduled}`),
      ),
      expect.stringMatching(new RegExp(`^AccessResolver proxy at .*: Upgraded in transaction ${executed}`)),
      expect.stringMatching(new RegExp(`^TimelockController at .*: CallExecuted in transaction ${executed}`)),
    ]);
    const what = 'the fee was lowered';
    const changes = [scheduled, executed].map((transactionHash) => ({ transactionHash, what, upgrades: {} }));
    expect(await failures({ ...honest, deployment: { ...honest.deployment, changes } })).toEqual([
      expect.stringMatching(
        new RegExp(`Upgraded.*${executed}: the manifest lists it as .* not as this upgrade`),
      ),
    ]);
  });

  it('is a role that the initializer of a proxy planted by a call into other code', async () => {
    const { timelock, guardian } = honest.administration;
    const initialize = initializeCall({ initialOwner: timelock, initialGuardian: guardian ?? zeroAddress });
    const plant = encodeFunctionData({
      abi: plantAbi,
      functionName: 'plant',
      args: [implementation(), initialize, lab, mallory.address],
    });
    const evil = stepsOf(bytecodes, zeroHash).proxy('AccessResolver proxy', await planter(), plant);
    await send(mallory.address, create2Deployer.address, create2Calldata(evil));
    expect(await roleOf(evil.address)).toBe(true);
    const official = honest.contracts.accessResolver;
    const elsewhere = (address: Address) => (address === official ? evil.address : address);
    const forged = (constructorArguments?: Hex): DeployedManifest => ({
      ...honest,
      contracts: { ...honest.contracts, accessResolver: evil.address },
      deployment: {
        ...honest.deployment,
        contracts: honest.deployment.contracts.map((contract) =>
          contract.address === official
            ? {
                ...contract,
                address: evil.address,
                constructorArguments: constructorArguments ?? contract.constructorArguments,
              }
            : contract,
        ),
        checks: honest.deployment.checks.map((check) => ({ ...check, address: elsewhere(check.address) })),
      },
    });
    const code = await reader().getCode({ address: evil.address });
    expect(code).toBe(await reader().getCode({ address: official }));
    for (const manifest of [forged(), forged(evil.constructorArguments)]) {
      const named = expect.stringMatching(/^AccessResolver proxy at .* give the address/);
      expect(await failures(manifest)).toContainEqual(named);
      expect((await verifyContracts(reader(), manifest)).errors).toContainEqual(named);
    }
  });
});
