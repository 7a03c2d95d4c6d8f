import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Manifest, parseManifest } from '@labroom/contracts/manifest';
import { verifyContracts } from '@labroom/service/chain/verify-contracts.ts';
import { newKey, type PublicChain, startPublicChain } from '@labroom/testing/public-chain.ts';
import { listen } from '@labroom/testing/transports/listen.ts';
import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeAbiParameters,
  type Hex,
  http,
  keccak256,
  parseAbi,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { keptHistory } from './administrator-events.ts';
import { bytecodes } from './bytecode.generated.ts';
import { create2Calldata, create2Deployer } from './create2.ts';
import { deploySuite } from './deploy-suite.ts';
import type { Plan } from './plan.ts';
import { stepsOf } from './plan-steps.ts';
import { planSuite } from './plan-suite.ts';
import { verifyDeployment } from './verify-deployment.ts';

type DeployedManifest = Manifest & { deployment: NonNullable<Manifest['deployment']> };

const mallory = newKey();
const timelockAbi = parseAbi([
  'function grantRole(bytes32 role, address account)',
  'function schedule(address target, uint256 value, bytes data, bytes32 predecessor, bytes32 salt, uint256 delay)',
]);
const proxyAbi = parseAbi([
  'function upgradeToAndCall(address newImplementation, bytes data) payable',
  'function transferOwnership(address newOwner)',
]);

let chain: PublicChain;
let honest: DeployedManifest;
beforeAll(async () => {
  chain = await startPublicChain(84532);
  await chain.fund(mallory.address);
  await deploySuite(chain.options);
  honest = parseManifest(await readFile(chain.options.file, 'utf8')) as DeployedManifest;
});
afterAll(() => chain[Symbol.asyncDispose]());

const reader = () => createPublicClient({ transport: http(chain.rpcUrl), pollingInterval: 20 });
const node = () => createTestClient({ mode: 'hardhat', transport: http(chain.rpcUrl) });
const failures = async (manifest: Manifest) => (await verifyDeployment(chain.rpcUrl, manifest)).failed;
const startErrors = async (manifest: Manifest) => (await verifyContracts(reader(), manifest)).errors;

async function sendAs(from: Address, to: Address, data: Hex): Promise<Hex> {
  await node().impersonateAccount({ address: from });
  await node().setBalance({ address: from, value: 10n ** 18n });
  const wallet = createWalletClient({ transport: http(chain.rpcUrl), account: from });
  const hash = await wallet.sendTransaction({ chain: null, to, data });
  const { status } = await reader().waitForTransactionReceipt({ hash });
  expect(status).toBe('success');
  return hash;
}

const call = (functionName: string, args: readonly unknown[]): Hex => {
  const abi = [...timelockAbi, ...proxyAbi].find(({ name }) => name === functionName);
  if (!abi) throw new Error(`no ${functionName}`);
  const selector = keccak256(toHex(`${abi.name}(${abi.inputs.map(({ type }) => type).join(',')})`)).slice(
    0,
    10,
  );
  return `${selector as Hex}${encodeAbiParameters(abi.inputs, args as never).slice(2)}`;
};

/** Deploys the suite with another owner, and forges the manifest of an honest deployment with the addresses of it. */
async function forge(owner: Address, steps: Plan['contracts']): Promise<DeployedManifest> {
  const { options } = chain;
  const suite = planSuite(
    { ...options, bytecodes, salt: keccak256(owner), guardian: options.guardian },
    owner,
    options.stablecoin,
  );
  const contracts = [...steps, ...suite.contracts];
  for (const step of contracts)
    if (!(await reader().getCode({ address: step.address })))
      await sendAs(mallory.address, create2Deployer.address, create2Calldata(step));
  const listed = await Promise.all(
    [...contracts, ...suite.created].map(async (contract) => ({
      name: contract.name,
      contract: contract.contract,
      address: contract.address,
      salt: 'salt' in contract ? contract.salt : null,
      createdBy: 'createdBy' in contract ? contract.createdBy : null,
      constructorArguments: contract.constructorArguments,
      codeHash: keccak256((await reader().getCode({ address: contract.address })) ?? '0x'),
      transactionHash: null,
    })),
  );
  const timelock = steps[0]?.address ?? honest.administration?.timelock ?? zeroAddress;
  return {
    ...honest,
    contracts: { ...honest.contracts, ...suite.addresses },
    administration: honest.administration && { ...honest.administration, timelock },
    deployment: {
      ...honest.deployment,
      options: { ...honest.deployment.options, salt: keccak256(owner) },
      contracts: listed,
      checks: [],
    },
  };
}

describe('a dishonest deployer', () => {
  it('is not hidden by a second executor of the timelock, and neither are operations that are ready', async () => {
    const { step } = stepsOf(bytecodes, zeroHash);
    const { safe } = chain;
    const timelock = step(
      'TimelockController',
      'TimelockController',
      ['uint256', 'address[]', 'address[]', 'address'],
      [0n, [safe, mallory.address], [safe, mallory.address], zeroAddress],
    );
    const forged = await forge(timelock.address, [timelock]);
    const { labNft } = forged.contracts;
    const takeOver = call('transferOwnership', [mallory.address]);
    await sendAs(
      mallory.address,
      timelock.address,
      call('schedule', [labNft, 0n, takeOver, zeroHash, zeroHash, 0n]),
    );
    const failed = await failures(forged);
    expect(failed).toContainEqual(expect.stringMatching(/^TimelockController at .* give the address/));
    expect(failed).toContainEqual(expect.stringMatching(/^LabNFT at .* give the address/));
    expect(failed).toContainEqual(expect.stringContaining('the delay of the timelock'));
    expect(await startErrors(forged)).toContainEqual(expect.stringMatching(/^TimelockController at /));
  });

  it('is not hidden by giving the contracts to the right owner afterwards', async () => {
    // The key owns the contracts first: it plants what it wants by upgrades and back, and hands over.
    const forged = await forge(mallory.address, []);
    const proxy = forged.contracts.accessResolver;
    const code = forged.deployment.contracts.find(({ name }) => name === 'AccessResolver')?.address;
    const timelock = honest.administration?.timelock ?? zeroAddress;
    const other = stepsOf(bytecodes, keccak256('0x02')).step(
      'AccessResolver',
      'AccessResolver',
      ['address'],
      [forged.contracts.labNft],
    );
    await sendAs(mallory.address, create2Deployer.address, create2Calldata(other));
    for (const implementation of [other.address, code])
      await sendAs(mallory.address, proxy, call('upgradeToAndCall', [implementation, '0x']));
    await sendAs(mallory.address, proxy, call('transferOwnership', [timelock]));
    await sendAs(timelock, proxy, keccak256(toHex('acceptOwnership()')).slice(0, 10) as Hex);
    const failed = await failures(forged);
    expect(failed).toContainEqual(expect.stringMatching(/^AccessResolver proxy at .* give the address/));
    expect(await startErrors(forged)).toContainEqual(expect.stringMatching(/^AccessResolver proxy at /));
  });

  it('cannot name an honest Safe beside its own', async () => {
    const { options } = honest.deployment;
    const forged = {
      ...honest,
      deployment: { ...honest.deployment, options: { ...options, safe: mallory.address } },
    };
    expect(await failures(forged)).toContainEqual(expect.stringContaining('names other administrators'));
    expect(await startErrors(forged)).toContainEqual(expect.stringContaining('names other administrators'));
  });
});

describe('the history of a deployment', () => {
  it('names what administrators did in between, although the present state is as deployed', async () => {
    expect(await failures(honest)).toEqual([]);
    expect(await startErrors(honest)).toEqual([]);
    const timelock = honest.administration?.timelock ?? zeroAddress;
    const proxy = honest.contracts.accessResolver;
    const code = honest.deployment.contracts.find(({ name }) => name === 'AccessResolver');
    const planter = stepsOf(bytecodes, keccak256('0x01')).step(
      'AccessResolver',
      'AccessResolver',
      ['address'],
      [honest.contracts.labNft],
    );
    await sendAs(mallory.address, create2Deployer.address, create2Calldata(planter));
    const away = await sendAs(timelock, proxy, call('upgradeToAndCall', [planter.address, '0x']));
    const back = await sendAs(timelock, proxy, call('upgradeToAndCall', [code?.address, '0x']));
    const executor = await sendAs(
      timelock,
      timelock,
      call('grantRole', [keccak256(toHex('EXECUTOR_ROLE')), mallory.address]),
    );
    const failed = await failures(honest);
    expect(failed).toEqual([
      expect.stringMatching(new RegExp(`^AccessResolver proxy at .*: Upgraded.*${away}`)),
      expect.stringMatching(new RegExp(`^AccessResolver proxy at .*: Upgraded.*${back}`)),
      expect.stringMatching(new RegExp(`^TimelockController at .*: RoleGranted.*${executor}`)),
      expect.stringMatching(new RegExp(`^TimelockController at .*: since transaction ${executor} `)),
    ]);
    const changes = [away, back, executor].map((transactionHash) => ({
      transactionHash,
      what: 'a trial',
      upgrades: {},
    }));
    const listed = { ...honest, deployment: { ...honest.deployment, changes } };
    expect(await failures(listed)).toEqual([
      expect.stringMatching(
        new RegExp(`${away}: the manifest lists it as "a trial", and not as this upgrade`),
      ),
      expect.stringMatching(
        new RegExp(`${back}: the manifest lists it as "a trial", and not as this upgrade`),
      ),
      expect.stringMatching(
        new RegExp(
          `^TimelockController at .*: since transaction ${executor} ${mallory.address} has the role EXECUTOR_ROLE`,
        ),
      ),
    ]);
  });

  it('names another owner in between, although the manifest lists the transactions', async () => {
    const snapshot = await node().snapshot();
    const timelock = honest.administration?.timelock ?? zeroAddress;
    const proxy = honest.contracts.accessResolver;
    const accept = keccak256(toHex('acceptOwnership()')).slice(0, 10) as Hex;
    const sent = [
      await sendAs(timelock, proxy, call('transferOwnership', [mallory.address])),
      await sendAs(mallory.address, proxy, accept),
      await sendAs(mallory.address, proxy, call('transferOwnership', [timelock])),
      await sendAs(timelock, proxy, accept),
    ];
    const before = await failures(honest);
    const changes = sent.map((transactionHash) => ({ transactionHash, what: 'maintenance', upgrades: {} }));
    const failed = await failures({ ...honest, deployment: { ...honest.deployment, changes } });
    expect(failed.filter((line) => !before.includes(line))).toEqual([
      expect.stringMatching(
        new RegExp(`^AccessResolver proxy at .*${sent[1]}.* but the timelock was no longer the owner$`),
      ),
    ]);
    await node().revert({ id: snapshot });
  });

  it('says that the first blocks are missing where a manifest begins too late', async () => {
    const late = { ...honest, startBlock: Number(await reader().getBlockNumber()) };
    expect(await failures(late)).toContainEqual(
      expect.stringMatching(/OwnershipTransferred.* so what happened before them is not known$/),
    );
  });

  it('asks a node that refuses many blocks for fewer', async () => {
    const server = createServer(async (request, response) => {
      const body = await text(request);
      const { method, params, id } = JSON.parse(body);
      const isRefused =
        method === 'eth_getLogs' && Number(params[0].toBlock) - Number(params[0].fromBlock) >= 3;
      const refusal = { jsonrpc: '2.0', id, error: { code: -32_005, message: 'more than 3 blocks' } };
      const headers = { 'content-type': 'application/json' };
      response.setHeader('content-type', 'application/json');
      const answer = isRefused
        ? JSON.stringify(refusal)
        : await (await fetch(chain.rpcUrl, { method: 'POST', body, headers })).text();
      response.end(answer);
    });
    const { url, close } = await listen(server);
    onTestFinished(close);
    expect((await verifyDeployment(url, honest)).failed).toHaveLength(4);
  });

  it('goes on where it was interrupted', async () => {
    const file = join(chain.dir, 'progress.json');
    await verifyDeployment(chain.rpcUrl, honest, await keptHistory(file));
    const { state, ...kept } = await keptHistory(file);
    expect(Number(state?.next)).toBe(Number(await reader().getBlockNumber()) + 1);
    const { failed } = await verifyDeployment(chain.rpcUrl, honest, { state, ...kept });
    expect(failed).toHaveLength(4);
    await writeFile(file, '{}');
    await expect(keptHistory(file)).rejects.toThrow('does not hold');
  });
});
