import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accessResolverAbi, labNftAbi } from '@labroom/contracts/abi';
import type { Implementation, Manifest } from '@labroom/contracts/manifest';
import { openOwner } from '@labroom/scripts/rehearsal/timelock.ts';
import { verifyContracts } from '@labroom/service/chain/verify-contracts.ts';
import { type PublicChain, startPublicChain } from '@labroom/testing/public-chain.ts';
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  parseAbi,
  toHex,
  zeroHash,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildManifest } from './build-manifest.ts';
import { bytecodes } from './bytecode.generated.ts';
import { create2Calldata, create2Deployer } from './create2.ts';
import { deploySuite } from './deploy-suite.ts';
import { executePlan } from './execute.ts';
import { Journal } from './journal.ts';
import { hashOfPlan } from './plan.ts';
import { planDeployment } from './plan-deployment.ts';
import { planImplementation } from './plan-implementation.ts';
import { recordedSuites } from './recorded-suites.generated.ts';
import { runtimeCodes } from './runtime-code.generated.ts';
import { recordSuite, suiteIdOf } from './suites.ts';
import { verifyDeploymentCommand } from './verify-command.ts';
import { verifyDeployment } from './verify-deployment.ts';

type Deployment = NonNullable<Manifest['deployment']>;
type Change = Deployment['changes'][number];

let chain: PublicChain;
let deployed: Manifest;
let deployment: Deployment;
beforeAll(async () => {
  chain = await startPublicChain(84532);
  deployed = await deploySuite(chain.options);
  if (!deployed.deployment) throw new Error('the manifest describes no deployment');
  deployment = deployed.deployment;
});
afterAll(() => chain[Symbol.asyncDispose]());

const reader = () => createPublicClient({ transport: http(chain.rpcUrl), pollingInterval: 20 });
const node = () => createTestClient({ mode: 'hardhat', transport: http(chain.rpcUrl) });
const verify = (manifest: Manifest) => verifyDeployment(chain.rpcUrl, manifest);
const start = (manifest: Manifest) => verifyContracts(reader(), manifest);
const withChanges = (changes: Change[]): Manifest => ({
  ...deployed,
  deployment: { ...deployment, changes },
});

/** Has the Safe propose a call to the timelock and execute it after the delay. */
async function byOwner(target: `0x${string}`, data: Hex): Promise<{ proposal: Hex; execution: Hex }> {
  const proposed = await openOwner(chain, deployed).propose(target, data);
  await node().increaseTime({ seconds: 172_800 });
  const { transactionHash } = await proposed.execute();
  return { proposal: proposed.transactionHash, execution: transactionHash };
}

describe('an upgrade', () => {
  const upgrading = 'upgrades AccessResolver';
  let implementation: Implementation;
  let changes: Change[];
  /** The manifest with the upgrade as it was, or changed. */
  const listed = (change: Partial<Implementation>) =>
    withChanges(
      changes.map((entry) =>
        entry.what === upgrading
          ? { ...entry, upgrades: { 'AccessResolver proxy': { ...implementation, ...change } } }
          : entry,
      ),
    );

  beforeAll(async () => {
    const { step, upgradeCall, entry } = planImplementation(
      deployment,
      'AccessResolver',
      keccak256(toHex('next')),
    );
    const { wallet } = openOwner(chain, deployed);
    await wallet.send({ to: create2Deployer.address, data: create2Calldata(step) });
    implementation = entry((await reader().getCode({ address: step.address })) ?? '0x');
    const { proposal, execution } = await byOwner(deployed.contracts.accessResolver, upgradeCall);
    changes = [
      { transactionHash: proposal, what: 'proposes the next AccessResolver', upgrades: {} },
      {
        transactionHash: execution,
        what: upgrading,
        upgrades: { 'AccessResolver proxy': implementation },
      },
    ];
  });

  it('that the manifest lists passes verification and a start', async () => {
    const { failed, unverified, passed } = await verify(withChanges(changes));
    expect([failed, unverified]).toEqual([[], []]);
    expect(passed).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^transaction ${changes[1]?.transactionHash} \\("upgrades AccessResolver"\\) did: .*AccessResolver proxy: Upgraded\\(${implementation.address}\\)`,
        ),
      ),
    );
    expect(await start(withChanges(changes))).toEqual({ errors: [], warnings: [] });
  });

  it('that the manifest does not list fails both', async () => {
    const upgraded = expect.stringMatching(
      new RegExp(`^AccessResolver proxy: was upgraded to ${implementation.address}, which`, 'i'),
    );
    const { failed } = await verify(deployed);
    expect(failed).toContainEqual(upgraded);
    expect(failed).toContainEqual(
      expect.stringMatching(/Upgraded\(0x\w+\) in transaction .* is not in the man/),
    );
    expect((await start(deployed)).errors).toEqual([upgraded]);
  });

  it('is named where the listed transaction did something else', async () => {
    const setFee = encodeFunctionData({ abi: labNftAbi, functionName: 'setMintFeeWei', args: [1n] });
    const { proposal, execution } = await byOwner(deployed.contracts.labNft, setFee);
    const honest = [
      { transactionHash: proposal, what: 'proposes a fee', upgrades: {} },
      { transactionHash: execution, what: 'sets the fee', upgrades: {} },
    ];
    expect((await verify(withChanges([...changes, ...honest]))).failed).toEqual([
      expect.stringContaining('LabNFT.mintFeeWei() is'),
    ]);
    const [sent, fee] = honest;
    const upgrades = { 'AccessResolver proxy': implementation };
    const former = changes.map((change) => ({ ...change, upgrades: {} }));
    const forged = withChanges([...former, ...(sent && fee ? [sent, { ...fee, upgrades }] : [])]);
    const notMade = `transaction ${execution}: the manifest lists it as the upgrade of AccessResolver proxy to ${implementation.address}, which it did not make`;
    const { failed } = await verify(forged);
    expect(failed).toContain(notMade);
    expect(failed).toContainEqual(
      expect.stringMatching(/"upgrades AccessResolver", and not as this upgrade$/),
    );
    expect((await start(forged)).errors).toEqual([notMade]);

    // A transaction without anything of an administrator, and one that does not exist.
    const plain = deployment.contracts.find(({ name }) => name === 'AccessList')?.transactionHash ?? zeroHash;
    for (const transactionHash of [plain, keccak256('0x01')])
      expect(
        (await verify(withChanges([...changes, { transactionHash, what: 'nothing', upgrades: {} }]))).failed,
      ).toContain(
        `transaction ${transactionHash}: the manifest lists it as "nothing", but no administrator, code or call of these contracts is in it`,
      );
    for (const change of honest) changes.push(change);
  });

  it('is named where the listed code is not the code', async () => {
    const failures = async (change: Partial<Implementation>) => {
      const { failed } = await verify(listed(change));
      const { errors } = await start(listed(change));
      return { failed: failed.filter((line) => !line.includes('mintFeeWei')), errors };
    };
    const elsewhere = expect.stringContaining('the code and the arguments that the manifest names are at');
    expect(await failures({ salt: zeroHash })).toEqual({ failed: [elsewhere], errors: [elsewhere] });
    const otherCode = expect.stringContaining('the code is not the code in the manifest');
    expect(await failures({ codeHash: zeroHash })).toEqual({ failed: [otherCode], errors: [otherCode] });
    const kind = expect.stringContaining('an upgrade to DidRegistry, but it is a proxy of AccessResolver');
    const asRegistry = await failures({ contract: 'DidRegistry' });
    expect(asRegistry.failed).toContainEqual(kind);
    expect(asRegistry.errors).toContainEqual(kind);
  });

  it('to code that this checkout does not have is said not to be verified', async () => {
    for (const change of [{ suite: keccak256('0x02') }, { salt: null }]) {
      const { failed, unverified } = await verify(listed(change));
      expect(failed.filter((line) => !line.includes('mintFeeWei'))).toEqual([]);
      expect(unverified).toEqual([
        expect.stringMatching(/made with other sources \(suite 0x|not deployed with CREATE2/),
      ]);
      expect(await start(listed(change))).toEqual({ errors: [], warnings: unverified });
    }
  });

  it('back to the first code is listed in the same way', async () => {
    const first = deployment.contracts.find(({ name }) => name === 'AccessResolver');
    if (!first) throw new Error('no AccessResolver');
    const { contract, address, salt, constructorArguments, codeHash } = first;
    const upgradeCall = encodeFunctionData({
      abi: accessResolverAbi,
      functionName: 'upgradeToAndCall',
      args: [address, '0x'],
    });
    const { proposal, execution } = await byOwner(deployed.contracts.accessResolver, upgradeCall);
    const back: Change = {
      transactionHash: execution,
      what: 'undoes the upgrade',
      upgrades: {
        'AccessResolver proxy': {
          contract,
          address,
          salt,
          constructorArguments,
          codeHash,
          suite: deployment.suite ?? zeroHash,
        },
      },
    };
    // Without it the manifest still says that the next code runs.
    const { failed } = await verify(withChanges(changes));
    const runsFirst = expect.stringMatching(
      /^AccessResolver proxy: runs 0x\w+, and not 0x\w+, the last upgrade/,
    );
    expect(failed).toContainEqual(runsFirst);
    expect((await start(withChanges(changes))).errors).toEqual([runsFirst]);
    const all = withChanges([
      ...changes,
      { transactionHash: proposal, what: 'proposes to undo it', upgrades: {} },
      back,
    ]);
    expect((await verify(all)).failed).toEqual([expect.stringContaining('LabNFT.mintFeeWei() is')]);
    expect(await start(all)).toEqual({ errors: [], warnings: [] });
  });
});

describe('a deployment of an earlier version', () => {
  // The same contracts, one with another hash of its metadata.
  const earlier = { ...bytecodes, AccessResolver: withOtherMetadata(bytecodes.AccessResolver) };
  const salt = keccak256(toHex('earlier'));
  let manifest: Manifest;
  const of = (change: Partial<Deployment>): Manifest => ({
    ...manifest,
    deployment: manifest.deployment && { ...manifest.deployment, ...change },
  });
  beforeAll(async () => {
    const { options, rpcUrl, keys } = chain;
    const administrators = {
      safe: chain.safe,
      delaySeconds: options.delaySeconds,
      deployer: keys.deployer.address,
    };
    const plan = planDeployment({ ...options, salt, bytecodes: earlier, administrators });
    const deployer = keys.deployer.address;
    const startBlock = Number(await reader().getBlockNumber());
    const journal = Journal.inMemory({ chainId: 84532, deployer, plan: hashOfPlan(plan) }, startBlock);
    const execution = { rpcUrl, chainId: 84532, signer: keys.deployer, plan, journal, pollingMs: 20 };
    const hashes = await executePlan(execution);
    const { administration } = deployed;
    if (!administration) throw new Error('the manifest names no administrators');
    const { chainId, name, title, blockExplorerUrl, stablecoin } = deployed;
    manifest = await buildManifest({
      reader: reader(),
      plan,
      suite: suiteIdOf(earlier),
      chain: { chainId, name, title, blockExplorerUrl, stablecoin },
      startBlock,
      deployer,
      administration: { ...administration, timelock: plan.timelock },
      options: { ...deployment.options, salt },
      hashes,
    });
  });

  const otherSources = expect.stringMatching(
    /^this deployment was made with other sources \(suite 0x\w{64}, sha256 of the sources \w{64}\), so its addresses prove nothing here; verify them with the release/,
  );

  it('is not called verified by a version that does not have its code, and starts', async () => {
    expect(await verify(manifest)).toMatchObject({ failed: [], unverified: [otherSources] });
    expect(await start(manifest)).toEqual({ errors: [], warnings: [otherSources] });
    const file = join(chain.dir, 'earlier.json');
    await writeFile(file, JSON.stringify(manifest));
    const lines: string[] = [];
    const args = ['--contracts', file, '--rpc', chain.rpcUrl];
    const code = await verifyDeploymentCommand(
      args,
      {},
      (line) => lines.push(line),
      () => Promise.reject(new Error('nothing is submitted')),
    );
    expect([code, lines.at(-1)]).toEqual([3, expect.stringMatching(/^NOT VERIFIED {2}this deployment was/)]);
  });

  it('cannot hide what the chain shows behind the name of an unknown suite', async () => {
    const administration = manifest.administration && {
      ...manifest.administration,
      guardian: chain.keys.data.address,
    };
    const { errors } = await start({ ...manifest, administration });
    expect(errors).toContainEqual(expect.stringContaining('accessResolver.guardian() is'));
    const executor = keccak256(toHex('EXECUTOR_ROLE'));
    const timelock = manifest.administration?.timelock ?? '0x';
    await node().impersonateAccount({ address: timelock });
    await node().setBalance({ address: timelock, value: 10n ** 18n });
    const wallet = createWalletClient({ transport: http(chain.rpcUrl), account: timelock });
    const snapshot = await node().snapshot();
    await wallet.writeContract({
      chain: null,
      address: timelock,
      abi: parseAbi(['function grantRole(bytes32 role, address account)']),
      functionName: 'grantRole',
      args: [executor, chain.keys.data.address],
    });
    expect((await verify(manifest)).failed).toEqual([
      expect.stringMatching(/^TimelockController at .*: RoleGranted.* is not in the manifest$/),
      expect.stringMatching(
        /^TimelockController at .* has the role EXECUTOR_ROLE, and the manifest does not/,
      ),
    ]);
    await node().revert({ id: snapshot });
  });

  it('is compared with the code of the suite that it names', async () => {
    const claimed = of({ suite: deployment.suite });
    const claim = expect.stringMatching(/^AccessResolver at .* give the address/);
    expect((await verify(claimed)).failed).toContainEqual(claim);
    expect((await start(claimed)).errors).toContainEqual(claim);
  });

  it('is verified by a later version that has recorded its code', async () => {
    const { AccessResolver: _, ...codes } = runtimeCodes;
    recordedSuites.push(recordSuite({ bytecodes: earlier, runtimeCodes: codes }, '0.0.1'));
    onTestFinished(() => void recordedSuites.pop());
    expect(await verify(manifest)).toMatchObject({ failed: [], unverified: [] });
    expect(await start(manifest)).toEqual({ errors: [], warnings: [] });
    const contracts = manifest.deployment?.contracts.map((contract) =>
      contract.name === 'RelayerAccount' ? { ...contract, address: chain.safe } : contract,
    );
    expect((await start(of({ contracts: contracts ?? [] }))).errors).toContainEqual(
      expect.stringMatching(/^RelayerAccount at .* give the address/),
    );
  });
});

/** The same code with another hash of its metadata, which is at its end. */
function withOtherMetadata(code: Hex): Hex {
  const at = code.length - 40;
  return `0x${code.slice(2, at)}${code[at] === '0' ? '1' : '0'}${code.slice(at + 1)}`;
}
