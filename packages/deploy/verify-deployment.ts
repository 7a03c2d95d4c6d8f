import { failureOf, upgradesOf } from '@labroom/contracts/check';
import { erc6551RegistryDeployment } from '@labroom/contracts/erc6551-registry';
import type { DeployedContract, Manifest } from '@labroom/contracts/manifest';
import type { Address } from '@labroom/contracts/networks';
import { isContractError } from '@labroom/protocol/call-error';
import { concatHex, getContractAddress, getCreate2Address, type Hex, hexToBytes, keccak256 } from 'viem';
import { bytecodes } from './bytecode.generated.ts';
import { create2Deployer } from './create2.ts';
import { type DeploymentReader, deploymentReader } from './execute.ts';
import { type HistoryOptions, historyProblems } from './history.ts';
import { addressProblems, planOfManifest } from './plan-of-manifest.ts';
import { runtimeCodes } from './runtime-code.generated.ts';
import { administrationChecks } from './timelock.ts';

interface Verification {
  /** What is as expected. */
  passed: readonly string[];
  failed: readonly string[];
}

const creationCodes: Readonly<Record<string, Hex>> = {
  ...bytecodes,
  ERC6551Registry: erc6551RegistryDeployment.initCode,
};
const fingerprints: Readonly<
  Record<string, { maskedHash: string; immutables: readonly { start: number; length: number }[] }>
> = runtimeCodes;

/**
 * Computes every address from the code of this checkout and the administrators and settings that the manifest names, compares the code on the
 * chain, reads every setting back, and reads from the first block on what administrators did.
 * @param history where an interrupted reading stood, and who is told where this one stands
 * @throws Error if the manifest was not written by a deployment, or the node serves another chain
 */
export async function verifyDeployment(
  rpcUrl: string,
  manifest: Manifest,
  history: Pick<HistoryOptions, 'state' | 'onState'> = {},
): Promise<Verification> {
  const { deployment, administration, chainId } = manifest;
  if (!deployment || !administration)
    throw new Error('The manifest was not written by deploy-contracts, so there is nothing to compare with.');
  const reader = deploymentReader(rpcUrl);
  const actual = await reader.getChainId();
  if (actual !== chainId) throw new Error(`The node serves chain ${actual}, not ${chainId}.`);

  const passed: string[] = [];
  const deployed = { ...manifest, deployment, administration };
  const failed = addressProblems(deployed);
  if (failed.length === 0)
    passed.push('every address follows from the code, the administrators and the first settings');
  for (const contract of deployment.contracts) {
    const problems = await problemsOf(reader, contract);
    failed.push(...problems.map((problem) => `${contract.name} at ${contract.address}: ${problem}`));
    if (problems.length === 0) passed.push(`${contract.name} at ${contract.address} is the compiled code`);
  }
  failed.push(...(await upgradesOf(reader, deployment.contracts)));
  const { timelock, ownerChecks } = planOfManifest(deployed);
  const present = {
    safe: administration.safe,
    delaySeconds: BigInt(administration.delaySeconds),
    deployer: deployment.deployer,
  };
  // What the manifest may not leave out.
  const listed = new Set(deployment.checks.map(({ name }) => name));
  const own = [...ownerChecks, ...administrationChecks(timelock, present)].filter(
    ({ name }) => !listed.has(name),
  );
  for (const check of [...deployment.checks, ...own]) {
    const failure = await failureOf(reader, check);
    if (failure) failed.push(failure);
    else passed.push(check.name);
  }
  const unexplained = await historyProblems({ reader, manifest: deployed, ...history });
  failed.push(...unexplained);
  if (unexplained.length === 0)
    passed.push('since the first block, nobody but the constructors named an administrator or code');
  return { passed, failed };
}

async function problemsOf(
  reader: DeploymentReader,
  { contract, address, salt, createdBy, constructorArguments, codeHash }: DeployedContract,
): Promise<string[]> {
  const code = await reader.getCode({ address });
  if (!code) return ['there is no code'];
  const problems: string[] = [];
  if (keccak256(code) !== codeHash) problems.push('the code is not the code in the manifest');
  const creationCode = creationCodes[contract];
  if (!creationCode) return [...problems, `this checkout has no contract ${contract}`];
  const bytecode = concatHex([creationCode, constructorArguments]);
  if (createdBy) {
    // The creator's code, which is verified too, decides what is at its next address. The address does not depend on the
    // arguments, so the constructor is run again without a transaction, at another address, which some code has among its immutables. A
    // proxy in the code of its creator is compiled with other settings than the published one, so only its arguments are compared.
    const { address: from, nonce } = createdBy;
    if (getContractAddress({ from, nonce: BigInt(nonce) }) !== address)
      problems.push(`was not created by ${from}`);
    const created = await codeAfter(reader, from, bytecode);
    if (!created || (contract !== 'ERC1967Proxy' && !isSameCode(contract, created, code)))
      problems.push('this checkout compiles other code, or the constructor had other arguments');
    return problems;
  }
  if (salt) {
    // The address of CREATE2 proves which creation code ran, with which arguments.
    if (getCreate2Address({ from: create2Deployer.address, salt, bytecode }) !== address)
      problems.push('this checkout compiles other code, or the constructor had other arguments');
  }
  const fingerprint = fingerprints[contract];
  if (fingerprint && keccak256(masked(code, fingerprint.immutables)) !== fingerprint.maskedHash)
    problems.push('the code differs from the compiled code, besides its immutables');
  return problems;
}

/** The code that creation code leaves when an account runs it; `undefined` if it fails. */
async function codeAfter(reader: DeploymentReader, from: Address, data: Hex): Promise<Hex | undefined> {
  const created = await reader.call({ account: from, data }).catch((error: unknown) => {
    if (isContractError(error)) return null;
    throw error;
  });
  return created?.data;
}

/** Whether two codes of a contract differ in nothing but immutables. */
function isSameCode(contract: string, one: Hex, other: Hex): boolean {
  const immutables = fingerprints[contract]?.immutables ?? [];
  return one === other || keccak256(masked(one, immutables)) === keccak256(masked(other, immutables));
}

/** The code with zeros in place of every immutable. */
function masked(code: Hex, immutables: readonly { start: number; length: number }[]): Uint8Array {
  const bytes = hexToBytes(code);
  for (const { start, length } of immutables) bytes.fill(0, start, start + length);
  return bytes;
}
