import { writeFile } from 'node:fs/promises';
import type { Manifest } from '@labroom/contracts/manifest';
import { verifyContracts } from '@labroom/service/chain/verify-contracts.ts';
import { newKey } from '@labroom/testing/public-chain.ts';
import { type Address, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { attackedChain } from './attacked-chain.fixture.ts';
import type { DeployedManifest } from './plan-of-manifest.ts';
import { verifyDeploymentCommand } from './verify-command.ts';
import { verifyDeployment } from './verify-deployment.ts';

const ownerAbi = parseAbi([
  'function transferOwnership(address newOwner)',
  'function setGuardian(address newGuardian)',
  'function setAttesters(address data, address service)',
  'function updateDelay(uint256 newDelay)',
]);
const { mallory, chain, honest, reader, send } = attackedChain();

const failures = async (manifest: Manifest) => (await verifyDeployment(chain().rpcUrl, manifest)).failed;
const start = (manifest: Manifest) => verifyContracts(reader(), manifest);

/** A call of the owner, as the timelock makes it after its delay. */
const asOwner = (to: Address, functionName: (typeof ownerAbi)[number]['name'], ...args: unknown[]) =>
  send(
    honest().administration.timelock,
    to,
    encodeFunctionData({ abi: ownerAbi, functionName, args } as never),
  );

/** The manifest with these transactions explained as maintenance. */
const explaining = (
  hashes: Hex[],
  deployment: Partial<DeployedManifest['deployment']> = {},
): DeployedManifest => ({
  ...honest(),
  deployment: {
    ...honest().deployment,
    ...deployment,
    changes: hashes.map((transactionHash) => ({
      transactionHash,
      what: 'the fee was lowered',
      upgrades: {},
    })),
  },
});

describe('a manifest that silences checks', () => {
  it('does not hide who was offered a contract, by a check of the same name that asks something else', async () => {
    const { labNft, factory } = honest().contracts;
    const offered = await asOwner(labNft, 'transferOwnership', mallory.address);
    const checks = honest().deployment.checks.map((check) =>
      check.address === labNft && check.read.startsWith('pendingOwner()')
        ? { ...check, read: 'factory() view returns (address)', expected: factory }
        : check,
    );
    const forged = explaining([offered], { checks });
    expect(await failures(forged)).toEqual([
      `LabNFT.pendingOwner() is ${zeroAddress}: ${labNft} answers ${mallory.address}`,
    ]);
    expect((await start(forged)).errors).toEqual([
      `labNft.pendingOwner() is ${zeroAddress}: ${labNft} answers ${mallory.address}`,
    ]);
  });

  it('does not hide a delay of nothing', async () => {
    const { timelock } = honest().administration;
    const ended = await asOwner(timelock, 'updateDelay', 0n);
    const checks = honest().deployment.checks.map((check) =>
      check.read.startsWith('getMinDelay()') ? { ...check, expected: '0' } : check,
    );
    const forged = explaining([ended], { checks });
    const named = `the delay of the timelock is 172800 seconds: ${timelock} answers 0`;
    expect(await failures(forged)).toEqual([named]);
    expect((await start(forged)).errors).toEqual([named]);
  });

  it('does not hide another guardian and other attesters by leaving their checks out', async () => {
    const { didRegistry } = honest().contracts;
    const hashes = [
      await asOwner(didRegistry ?? zeroAddress, 'setGuardian', mallory.address),
      await asOwner(didRegistry ?? zeroAddress, 'setAttesters', mallory.address, newKey().address),
    ];
    const failed = await failures(explaining(hashes, { checks: [] }));
    for (const getter of ['guardian', 'dataAttester', 'serviceAttester'])
      expect(failed).toContainEqual(expect.stringContaining(`DidRegistry proxy.${getter}() is `));
  });

  it('does not say in its own words what was read', async () => {
    const check = {
      name: 'LabNFT: an audit found nothing',
      address: mallory.address,
      read: 'owner() view returns (address)',
      args: [],
      expected: zeroAddress,
    };
    const { failed, passed } = await verifyDeployment(chain().rpcUrl, {
      ...honest(),
      deployment: { ...honest().deployment, checks: [...honest().deployment.checks, check] },
    });
    expect(failed).toEqual([expect.stringContaining(`${mallory.address}.owner() is ${zeroAddress}`)]);
    expect(passed.join()).not.toContain('audit');
  });

  it('does not list a contract twice', async () => {
    const twice = honest().deployment.contracts.find(({ name }) => name === 'AccessResolver proxy');
    if (!twice) throw new Error('no AccessResolver proxy');
    const contracts = [{ ...twice, address: mallory.address }, ...honest().deployment.contracts];
    const forged = { ...honest(), deployment: { ...honest().deployment, contracts } };
    const named = 'AccessResolver proxy: the manifest lists it more than once';
    expect(await failures(forged)).toContainEqual(named);
    expect((await start(forged)).errors).toContainEqual(named);
  });

  it('does not leave out a contract whose owner a start compares', async () => {
    const { tokenizerPolicy, recordAnchor: _, ...contracts } = honest().contracts;
    const named = `tokenizerPolicy: the manifest does not name it, and the deployment has it at ${tokenizerPolicy}`;
    expect(await failures({ ...honest(), contracts })).toContainEqual(named);
    expect((await start({ ...honest(), contracts })).errors).toContainEqual(named);
  });

  it('does not begin after the contracts, also where nobody reads the events', async () => {
    const receipt = honest().deployment.contracts.find(({ name }) => name === 'DidRegistry proxy');
    const { blockNumber } = await reader().getTransactionReceipt({ hash: receipt?.transactionHash ?? '0x' });
    const late = { ...honest(), startBlock: Number(blockNumber) + 1 };
    const named = `DidRegistry proxy was deployed in block ${blockNumber}, before block ${late.startBlock}, with which the manifest begins`;
    expect((await start(late)).errors).toContainEqual(named);
    const other = await send(mallory.address, mallory.address, '0x');
    const contracts = honest().deployment.contracts.map((contract) => ({
      ...contract,
      transactionHash: other,
    }));
    const forged = { ...late, deployment: { ...honest().deployment, contracts } };
    expect((await start(forged)).errors).toContainEqual(
      `DidRegistry proxy was not deployed in transaction ${other}, which the manifest names`,
    );
  });

  it('does not write over the lines of the command', async () => {
    const { labNft } = honest().contracts;
    const offered = await asOwner(labNft, 'transferOwnership', mallory.address);
    const forged = explaining([offered]);
    const [change] = forged.deployment.changes;
    if (change) change.what = 'the fee\u001b[1A\u001b[2K\nok      all is well';
    const lines: string[] = [];
    await writeFile(`${chain().dir}/forged.json`, JSON.stringify(forged));
    const code = await verifyDeploymentCommand(
      ['--contracts', `${chain().dir}/forged.json`, '--rpc', chain().rpcUrl],
      {},
      (line) => lines.push(line),
      () => Promise.reject(new Error('nothing is submitted')),
    );
    expect(code).toBe(1);
    expect(lines.join('')).toContain('the fee');
    expect(lines.join('')).not.toMatch(/\p{Cc}/u);
  });
});
